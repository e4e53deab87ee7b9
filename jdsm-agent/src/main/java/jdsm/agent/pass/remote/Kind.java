package jdsm.agent.pass.remote;

/**
 * Whether arrays are remote, for all values of a method that must agree in this: a node of a union-find forest. An array of
 * arrays has the kind of its innermost arrays.
 */
final class Kind {
    private Kind parent;
    private boolean remote;

    private Kind root() {
        Kind root = this;
        while (root.parent != null) {
            root = root.parent;
        }
        for (Kind each = this; each != root; ) {
            Kind next = each.parent;
            each.parent = root;
            each = next;
        }
        return root;
    }

    void unite(Kind other) {
        Kind one = root();
        Kind two = other.root();
        if (one != two) {
            two.parent = one;
            one.remote |= two.remote;
        }
    }

    /** @return whether that is news */
    boolean makeRemote() {
        Kind root = root();
        boolean news = !root.remote;
        root.remote = true;
        return news;
    }

    boolean isRemote() {
        return root().remote;
    }

    boolean isSame(Kind other) {
        return other != null && root() == other.root();
    }
}
