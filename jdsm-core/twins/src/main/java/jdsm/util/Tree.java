package jdsm.util;

import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Objects;

/**
 * The search tree of the twins of the JDK's sorted maps and sets: balanced by height (Adelson-Velsky and Landis
 * 1962). The entries are linked in their order besides, so that an iterator compares no keys.
 */
final class Tree<K, V> extends Ordered<K> {
    /** A tree of this height has more entries than an int can count. */
    private static final int MOST_LEVELS = 48;

    /** How often a comparison may change the tree in one call, by keys whose {@code compareTo} puts others. */
    private static final int MOST_CHANGES = 64;

    int size;
    int modCount;
    /** Whether the keys are the elements of a set, to whose parts elements can be added. */
    boolean isOfSet;

    private TreeNode<K, V> root;
    private TreeNode<K, V> first;
    private TreeNode<K, V> last;

    /** @param order null for the natural one */
    Tree(Comparator<? super K> order) {
        super(order);
    }

    /** Throws as a comparison with the key would. */
    void requireComparable(Object key) {
        compare(isNatural ? Objects.requireNonNull(key) : key, key);
    }

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    TreeNode<K, V> first() {
        return first;
    }

    TreeNode<K, V> last() {
        return last;
    }

    /*
     * A comparison is a call of the program, which may change the tree: the descent is then at a place that the key no
     * longer has. So a descent ends where the tree has changed, and begins again.
     */

    /** Whether a descent has to begin again. @param count the number of changes when it began */
    private boolean hasChanged(int count, int times) {
        if (modCount == count) {
            return false;
        }
        if (times == MOST_CHANGES) {
            throw new ConcurrentModificationException("each comparison of keys changes the map");
        }
        return true;
    }

    TreeNode<K, V> find(Object key) {
        if (isNatural) {
            Objects.requireNonNull(key);
        }
        for (int times = 0; ; times++) {
            int count = modCount;
            int compared = 1;
            TreeNode<K, V> at = root;
            while (at != null && modCount == count) {
                compared = compare(key, at.key);
                if (compared == 0) {
                    break;
                }
                at = compared < 0 ? at.left : at.right;
            }
            if (!hasChanged(count, times)) {
                return at;
            }
        }
    }

    /** The first entry above a key, or at it if {@code inclusive} is true; or null. */
    TreeNode<K, V> above(Object key, boolean inclusive) {
        for (int times = 0; ; times++) {
            int count = modCount;
            TreeNode<K, V> found = null;
            TreeNode<K, V> at = root;
            while (at != null && modCount == count) {
                int compared = compare(key, at.key);
                if (compared < 0 || compared == 0 && inclusive) {
                    found = at;
                }
                at = compared < 0 ? at.left : compared == 0 && inclusive ? null : at.right;
            }
            if (!hasChanged(count, times)) {
                return found;
            }
        }
    }

    /** The last entry below a key, or at it if {@code inclusive} is true; or null. */
    TreeNode<K, V> below(Object key, boolean inclusive) {
        for (int times = 0; ; times++) {
            int count = modCount;
            TreeNode<K, V> found = null;
            TreeNode<K, V> at = root;
            while (at != null && modCount == count) {
                int compared = compare(key, at.key);
                if (compared > 0 || compared == 0 && inclusive) {
                    found = at;
                }
                at = compared > 0 ? at.right : compared == 0 && inclusive ? null : at.left;
            }
            if (!hasChanged(count, times)) {
                return found;
            }
        }
    }

    /** Puts a value; one that is there stays if {@code absent} is true and it is not null. Returns the value before. */
    V put(K key, V value, boolean absent) {
        if (isNatural) {
            Objects.requireNonNull(key);
        }
        if (root == null) {
            requireComparable(key);
        }
        TreeNode<K, V>[] path = path();
        for (int times = 0; ; times++) {
            int count = modCount;
            int depth = 0;
            int compared = 1;
            TreeNode<K, V> at = root;
            while (at != null && modCount == count) {
                compared = compare(key, at.key);
                path[depth++] = at;
                at = compared == 0 ? null : compared < 0 ? at.left : at.right;
            }
            if (!hasChanged(count, times)) {
                if (compared == 0) {
                    return replace(path[depth - 1], value, absent);
                }
                insert(new TreeNode<>(key, value), path, depth, compared);
                return null;
            }
        }
    }

    private V replace(TreeNode<K, V> node, V value, boolean absent) {
        V old = node.value;
        if (!absent || old == null) {
            node.value = value;
        }
        return old;
    }

    /** Adds a leaf. @param compared the comparison with the last node of the path, which is the leaf's parent */
    private void insert(TreeNode<K, V> made, TreeNode<K, V>[] path, int depth, int compared) {
        if (depth == 0) {
            root = made;
            thread(null, made);
            thread(made, null);
        } else if (compared < 0) {
            TreeNode<K, V> parent = path[depth - 1];
            parent.left = made;
            thread(parent.before, made);
            thread(made, parent);
        } else {
            TreeNode<K, V> parent = path[depth - 1];
            parent.right = made;
            thread(made, parent.after);
            thread(parent, made);
        }
        size++;
        modCount++;
        for (int i = depth - 1; i >= 0; i--) {
            TreeNode<K, V> top = path[i].balanced();
            if (i == 0) {
                setRoot(top);
            } else if (top != path[i]) {
                replace(path[i - 1], path[i], top);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <K, V> TreeNode<K, V>[] path() {
        return (TreeNode<K, V>[]) new TreeNode<?, ?>[MOST_LEVELS];
    }

    private static <K, V> void replace(TreeNode<K, V> parent, TreeNode<K, V> child, TreeNode<K, V> by) {
        if (parent.left == child) {
            parent.left = by;
        } else {
            parent.right = by;
        }
    }

    private void setRoot(TreeNode<K, V> top) {
        if (root != top) {
            root = top;
        }
    }

    /** Links two neighbours in the order; null stands for what is beyond the ends. */
    private void thread(TreeNode<K, V> one, TreeNode<K, V> next) {
        if (one == null) {
            first = next;
        } else {
            one.after = next;
        }
        if (next == null) {
            last = one;
        } else {
            next.before = one;
        }
    }

    /** Removes an entry of the tree; all others keep their nodes. */
    void unlink(TreeNode<K, V> node) {
        TreeNode<K, V>[] path = path();
        for (int times = 0; ; times++) {
            int count = modCount;
            int depth = 0;
            TreeNode<K, V> at = root;
            while (at != node && modCount == count) {
                if (at == null) {
                    throw new ConcurrentModificationException(); // it is not there any more
                }
                path[depth++] = at;
                at = compare(node.key, at.key) < 0 ? at.left : at.right;
            }
            if (!hasChanged(count, times)) {
                unlink(node, path, depth);
                return;
            }
        }
    }

    /** @param path the nodes above the entry, from the root */
    private void unlink(TreeNode<K, V> node, TreeNode<K, V>[] path, int depth) {
        TreeNode<K, V> below = node;
        TreeNode<K, V> top = without(node);
        for (int i = depth - 1; i >= 0; i--) {
            TreeNode<K, V> parent = path[i];
            if (top != below) {
                replace(parent, below, top);
            }
            below = parent;
            top = parent.balanced();
        }
        setRoot(top);
        thread(node.before, node.after);
        size--;
        modCount++;
    }

    /** The subtree of a node without the node. */
    private TreeNode<K, V> without(TreeNode<K, V> node) {
        if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        }
        TreeNode<K, V> next = node.after; // the least entry of the right subtree
        next.setRight(withoutLeast(node.right));
        next.setLeft(node.left);
        return next.balanced();
    }

    private TreeNode<K, V> withoutLeast(TreeNode<K, V> at) {
        if (at.left == null) {
            return at.right;
        }
        at.setLeft(withoutLeast(at.left));
        return at.balanced();
    }

    void clear() {
        modCount++;
        root = null;
        first = null;
        last = null;
        size = 0;
    }
}
