package jdsm.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import jdsm.runtime.Checks;
import jdsm.runtime.HandWoven;

/**
 * A random graph that one worker after the other changes, and that all workers go through after each change, depth first
 * or breadth first. Each worker makes the same changes to a graph of its own, and compares.
 */
public final class GraphProgram extends WovenPrograms.Program {
    private static final int CHANGES = 40;

    Vertex root;

    static final class Vertex extends HandWoven {
        int id;
        double value;
        Vertex left;
        Vertex right;
        Vertex[] more;

        Vertex(int id) {
            this.id = id;
        }
    }

    @Override
    public void initialize() {
        root = new Vertex(0);
    }

    @Override
    public void start() {
        int seed = Integer.parseInt(args()[0]);
        int rounds = Integer.parseInt(args()[1]);
        Vertex model = new Vertex(0);
        for (int round = 1; round <= rounds; round++) {
            Random random = new Random(seed * 1000L + round);
            int writer = random.nextInt(workers());
            if (writer == worker()) {
                change(random, round);
            }
            Random same = new Random(seed * 1000L + round);
            same.nextInt(workers());
            change(same, round, model);
            barrier();
            compare(model, round, new Random(seed * 1000L + round * 7L + worker()));
            barrier();
        }
    }

    private void change(Random random, int round) {
        Checks.read($jdsm);
        change(random, round, root);
    }

    /** Changes the graph behind a vertex: values, references between its vertices, new vertices. */
    private static void change(Random random, int round, Vertex from) {
        List<Vertex> all = reached(from, false, null);
        for (int i = 0; i < CHANGES; i++) {
            Vertex one = all.get(random.nextInt(all.size()));
            Vertex other = random.nextBoolean() ? all.get(random.nextInt(all.size())) : made(all, round);
            Checks.write(one.$jdsm);
            one.value += round;
            switch (random.nextInt(4)) {
                case 0 -> one.left = other;
                case 1 -> one.right = other;
                case 2 -> one.more = new Vertex[] {other, null, one};
                default -> {
                    if (one.more != null) {
                        Checks.write(Checks.of(one.more), 1);
                        one.more[1] = other;
                    }
                }
            }
        }
    }

    private static Vertex made(List<Vertex> all, int round) {
        Vertex made = new Vertex(round * 1000 + all.size());
        all.add(made);
        return made;
    }

    /** The vertices that one reaches, in an order that depends on the graph only, or on {@code random}. */
    private static List<Vertex> reached(Vertex from, boolean breadth, Random random) {
        Set<Vertex> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Vertex> order = new ArrayList<>();
        Deque<Vertex> open = new ArrayDeque<>();
        open.add(from);
        while (!open.isEmpty()) {
            Vertex next = breadth ? open.removeFirst() : open.removeLast();
            if (!seen.add(next)) {
                continue;
            }
            order.add(next);
            if (random != null && random.nextInt(200) == 0) {
                return order; // goes through a part only
            }
            Checks.read(next.$jdsm);
            add(next.left, open);
            add(next.right, open);
            Vertex[] more = next.more;
            for (int i = 0; more != null && i < more.length; i++) {
                Checks.read(Checks.of(more), i);
                add(more[i], open);
            }
        }
        return order;
    }

    private static void add(Vertex vertex, Deque<Vertex> open) {
        if (vertex != null) {
            open.addLast(vertex);
        }
    }

    private void compare(Vertex model, int round, Random random) {
        boolean breadth = random.nextBoolean();
        boolean part = random.nextInt(3) == 0;
        long seed = random.nextLong();
        Checks.read($jdsm);
        List<Vertex> here = reached(root, breadth, part ? new Random(seed) : null);
        List<Vertex> there = reached(model, breadth, part ? new Random(seed) : null);
        require(here.size() == there.size(), "round " + round + ": " + here.size() + " for " + there.size());
        for (int i = 0; i < here.size(); i++) {
            Vertex one = here.get(i);
            Checks.read(one.$jdsm);
            require(
                    one.id == there.get(i).id && one.value == there.get(i).value,
                    "round " + round + ", vertex " + i + ": " + one.id + " " + one.value + " for " + there.get(i).id
                            + " " + there.get(i).value);
        }
    }
}
