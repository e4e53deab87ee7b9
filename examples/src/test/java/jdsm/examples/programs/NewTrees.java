package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import jdsm.Local;
import jdsm.SPMD;

/**
 * In each round each worker makes a tree with lists in its nodes, and then reads the trees of the others, or its own alone if
 * the first argument is {@code own}.
 */
public class NewTrees extends SPMD {
    private static final int ROUNDS = 9;
    private static final int NODES = 800;

    static class Node {
        int key;
        Node less;
        Node more;
        Node up;
        List<Long> squares = new ArrayList<>();

        Node(int key, Node up) {
            this.key = key;
            this.up = up;
            squares.add((long) key * key);
        }
    }

    private Node[] roots;
    private long[] wrong;

    @Local
    private boolean own;

    @Override
    public void initialize() {
        own = args().length > 0 && args()[0].equals("own");
        roots = new Node[workers()];
        wrong = new long[workers()];
    }

    @Override
    public void start() {
        for (int round = 0; round < ROUNDS; round++) {
            roots[worker()] = tree(round, worker());
            barrier();
            for (int other = 0; other < workers(); other++) {
                if (!own || other == worker()) {
                    long expected = sum(tree(round, other));
                    if (sum(roots[other]) != expected) {
                        wrong[worker()]++;
                    }
                }
            }
            barrier();
            roots[worker()].key++;
            roots[worker()].up = null;
            if (round % 3 == 2) {
                roots[worker()] = null;
            }
        }
    }

    private static Node tree(int round, int maker) {
        SplittableRandom random = new SplittableRandom(31 * round + maker);
        Node root = new Node(random.nextInt(NODES), null);
        root.up = root;
        for (int i = 1; i < NODES; i++) {
            add(root, random.nextInt(NODES));
        }
        return root;
    }

    private static void add(Node root, int key) {
        Node at = root;
        while (true) {
            Node next = key < at.key ? at.less : at.more;
            if (next != null) {
                at = next;
            } else if (key < at.key) {
                at.less = new Node(key, at);
                return;
            } else {
                at.more = new Node(key, at);
                return;
            }
        }
    }

    private static long sum(Node node) {
        return node == null
                ? 0
                : 31 * sum(node.less) + node.key + node.squares.get(0) + 17 * node.up.key + 7 * sum(node.more);
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            long all = 0;
            for (long each : wrong) {
                all += each;
            }
            report("NewTrees " + (all == 0 ? "OK" : "FAILED: " + all + " sums differ"));
        }
    }
}
