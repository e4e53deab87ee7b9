package jdsm.examples;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import jdsm.FreqReadObj;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The binary tree of Matsuda and Kamada (IPSJ 2003): all workers insert random integers, and then search for those that
 * they inserted. Each node counts how often its integer came again, and how often it was found. The counters are written
 * while other workers read the rest of the nodes: with {@code --heavy} a node's counters become a unit of their own. Nodes are
 * marked for {@code --fetch-order freqread}.
 * Insertions read children without the node's lock, as those of the paper do, and read a null again under it; so
 * {@code --check} reports a race.
 */
public class CountedTree extends SPMD {
    /** The program's arguments. */
    static class Arguments {
        @Option(names = "-n", description = "integers to insert")
        int n = 20_000;

        @Option(names = "--seed", description = "seed of the integers")
        long seed = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    /** Each integer comes about this often. */
    private static final int TIMES = 3;

    private Arguments arguments;
    private Node root;
    private double insertSeconds;
    private double searchSeconds;

    /** A node of the tree. */
    static class Node implements FreqReadObj {
        private int val;
        private Node left;
        private Node right;
        /** How often the integer was inserted again. */
        private int counter;
        /** How often a search has found the integer. */
        private int found;

        Node(int val) {
            this.val = val;
            this.left = null;
            this.right = null;
            this.counter = 0;
            this.found = 0;
        }

        private Node child(int integer) {
            return integer < val ? left : right;
        }

        /** Inserts an integer here if it is this node's or has no node; a null child is read again under the lock. */
        private synchronized boolean insert(int integer) {
            if (integer == val) {
                counter++;
            } else if (child(integer) != null) {
                return false;
            } else if (integer < val) {
                left = new Node(integer);
            } else {
                right = new Node(integer);
            }
            return true;
        }

        private synchronized void found() {
            found++;
        }
    }

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "CountedTree", args());
        if (arguments.n < 1) {
            throw new UsageException("CountedTree: -n must be at least 1");
        }
        root = new Node(range() / 2);
    }

    private int range() {
        return Math.max(1, arguments.n / TIMES);
    }

    /** The integers that a worker inserts and then searches for. */
    private int[] integersOf(int worker) {
        SplittableRandom random = new SplittableRandom(arguments.seed + worker);
        int from = (int) ((long) arguments.n * worker / workers());
        int to = (int) ((long) arguments.n * (worker + 1) / workers());
        return random.ints(to - from, 0, range()).toArray();
    }

    private void insert(int integer) {
        Node node = root;
        while (true) {
            Node child = node.val == integer ? null : node.child(integer);
            if (child != null) {
                node = child;
            } else if (node.insert(integer)) {
                return;
            }
        }
    }

    private void search(int integer) {
        Node node = root;
        while (node.val != integer) {
            node = node.child(integer);
        }
        node.found();
    }

    @Override
    public void start() {
        int[] integers = integersOf(worker());
        barrier();
        section("insert");
        long begin = System.nanoTime();
        for (int integer : integers) {
            insert(integer);
        }
        barrier();
        section("search");
        long half = System.nanoTime();
        for (int integer : integers) {
            search(integer);
        }
        barrier();
        section("check");
        if (worker() == 0) {
            insertSeconds = (half - begin) / 1e9;
            searchSeconds = (System.nanoTime() - half) / 1e9;
            if (arguments.spoil) {
                root.found();
            }
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        Map<Integer, Integer> times = new HashMap<>();
        for (int worker = 0; worker < workers(); worker++) {
            for (int integer : integersOf(worker)) {
                times.merge(integer, 1, Integer::sum);
            }
        }
        times.putIfAbsent(root.val, 0);
        int wrong = times.size() + wrongNodes(root, times);
        Result.report(
                this,
                "CountedTree n=" + arguments.n + " nodes=" + times.size(),
                String.format(Locale.ROOT, "insert=%.3f search=%.3f", insertSeconds, searchSeconds),
                wrong == 0 ? null : wrong + " nodes are missing, or too many, or have counted wrongly");
    }

    /** The number of nodes whose counters are wrong, less the number of all nodes. */
    private int wrongNodes(Node node, Map<Integer, Integer> times) {
        if (node == null) {
            return 0;
        }
        int expected = times.getOrDefault(node.val, -1);
        int first = node == root ? 0 : 1; // the insertion that made the node
        boolean right = node.found == expected && node.counter == expected - first;
        return (right ? -1 : 0) + wrongNodes(node.left, times) + wrongNodes(node.right, times);
    }
}
