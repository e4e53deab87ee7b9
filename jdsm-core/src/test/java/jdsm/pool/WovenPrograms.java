package jdsm.pool;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import jdsm.SPMD;
import jdsm.runtime.Checks;
import jdsm.runtime.HandWoven;
import jdsm.runtime.Monitors;
import jdsm.runtime.Shared;
import jdsm.runtime.Volatiles;
import jdsm.runtime.Woven;

/** Programs as the agent would leave them, woven by hand. */
final class WovenPrograms {
    private WovenPrograms() {}

    /** The part of a woven class that every one has. */
    abstract static class Program extends SPMD implements Woven {
        transient Shared $jdsm;

        @Override
        public Shared $jdsm() {
            return $jdsm;
        }

        @Override
        public void $jdsm(Shared shared) {
            $jdsm = shared;
        }

        final void require(boolean right, String what) {
            if (!right) {
                throw new AssertionError("worker " + worker() + ": " + what);
            }
        }
    }

    record Tag(String text, int number) {}

    enum Colour {
        RED,
        BLACK
    }

    static final class Node extends HandWoven {
        int value;
        byte small;
        float third;
        Object tag;
        Colour colour;
        Node next;
        int[] numbers;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
            small = (byte) value;
            third = value / 3f;
            tag = value % 3 == 0
                    ? new Tag("number " + value, value)
                    : value % 3 == 1 ? "just " + value : (Integer) value;
            colour = Colour.values()[value % 2];
            numbers = new int[] {value, value + 1};
        }

        boolean isAsMade() {
            Checks.read($jdsm);
            Shared array = Checks.of(numbers);
            Checks.read(array, 1);
            return small == (byte) value
                    && third == value / 3f
                    && colour == Colour.values()[value % 2]
                    && numbers[0] == value
                    && numbers[1] == value + 1
                    && tag.equals(
                            value % 3 == 0
                                    ? new Tag("number " + value, value)
                                    : value % 3 == 1 ? "just " + value : (Object) value);
        }
    }

    /** Rows of a matrix, written by one worker and read by the next. */
    public static final class Rows extends Program {
        double[][] grid;
        int rounds;

        @Override
        public void initialize() {
            rounds = Integer.parseInt(args()[0]);
            grid = new double[workers()][3];
        }

        @Override
        public void start() {
            int me = worker();
            for (int round = 1; round <= rounds; round++) {
                Checks.read($jdsm);
                Shared rows = Checks.of(grid);
                Checks.read(rows, me);
                Checks.write(Checks.of(grid[me]));
                Arrays.fill(grid[me], round * 100 + me);
                barrier();
                int next = (me + 1) % workers();
                rows = Checks.of(grid);
                Checks.read(rows, next);
                Checks.readRange(Checks.of(grid[next]), 0, 3);
                require(grid[next][2] == round * 100 + next, "a row of round " + round + ": " + grid[next][2]);
                barrier();
            }
        }
    }

    /** A stack that all workers push to: objects that are made while computing. */
    public static final class Stack extends Program {
        Node head;
        long count;

        @Override
        public void start() {
            int each = Integer.parseInt(args()[0]);
            for (int i = 0; i < each; i++) {
                push(worker() * each + i);
            }
            barrier();
            Set<Integer> found = new HashSet<>();
            Checks.read($jdsm);
            for (Node node = head; node != null; node = node.next) {
                Checks.read(node.$jdsm);
                require(node.isAsMade(), "node " + node.value);
                require(found.add(node.value), "twice: " + node.value);
            }
            require(found.size() == each * workers(), found.size() + " nodes");
            require(count == each * workers(), "count " + count);
        }

        private void push(int value) {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.write($jdsm);
                    head = new Node(value, head);
                    count++;
                } finally {
                    Monitors.exiting(this);
                }
            }
        }

        @Override
        public void finish() {
            Checks.read($jdsm);
            report("count " + count);
        }
    }

    /** Workers in turn, by a volatile field; a plain one goes with it. */
    public static final class Turns extends Program {
        volatile int turn;
        int plain;

        @Override
        public void start() {
            int turns = Integer.parseInt(args()[0]) * workers();
            for (int mine = worker(); mine < turns; mine += workers()) {
                while (turn() != mine) {
                    Thread.onSpinWait();
                }
                Checks.write($jdsm);
                require(plain == mine, "plain " + plain + " in turn " + mine);
                plain++;
                Shared shared = Volatiles.enter(this);
                turn = mine + 1;
                Volatiles.exit(shared);
            }
        }

        private int turn() {
            Shared shared = Volatiles.enter(this);
            int now = turn;
            Volatiles.exit(shared);
            return now;
        }
    }

    /** A buffer of one place, with wait and notifyAll. */
    public static final class Buffer extends Program {
        Node place;
        long taken;
        int left;

        @Override
        public void initialize() {
            left = Integer.parseInt(args()[0]);
        }

        @Override
        public void start() throws InterruptedException {
            if (worker() == 0) {
                for (int i = Integer.parseInt(args()[0]); i > 0; i--) {
                    put(new Node(i, null));
                }
            } else {
                while (take()) {
                    continue;
                }
            }
            barrier();
            long n = Integer.parseInt(args()[0]);
            Checks.read($jdsm);
            require(workers() == 1 || taken == n * (n + 1) / 2, "taken " + taken);
        }

        private void put(Node node) throws InterruptedException {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.read($jdsm);
                    while (place != null && workers() > 1) {
                        Monitors.await(this);
                        Checks.read($jdsm);
                    }
                    Checks.write($jdsm);
                    place = node;
                    Monitors.signalAll(this);
                } finally {
                    Monitors.exiting(this);
                }
            }
        }

        private boolean take() throws InterruptedException {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.read($jdsm);
                    while (place == null && left > 0) {
                        Monitors.await(this);
                        Checks.read($jdsm);
                    }
                    if (left == 0) {
                        return false;
                    }
                    Checks.read(place.$jdsm);
                    require(place.isAsMade(), "node " + place.value);
                    Checks.write($jdsm);
                    taken += place.value;
                    place = null;
                    left--;
                    Monitors.signalAll(this);
                    return left > 0;
                } finally {
                    Monitors.exiting(this);
                }
            }
        }
    }

    /** An object that becomes shared while a worker has its monitor: nobody else gets in before that one is out. */
    public static final class SharedWhileHeld extends Program {
        Node box;
        int done;

        @Override
        public void start() throws InterruptedException {
            if (worker() == 0) {
                Node mine = new Node(1, null);
                synchronized (mine) {
                    Monitors.entered(mine);
                    synchronized (mine) {
                        Monitors.entered(mine);
                        try {
                            publish(mine);
                            awaitReader();
                        } finally {
                            Monitors.exiting(mine);
                        }
                    }
                    try {
                        Checks.write(mine.$jdsm);
                        mine.value = 2;
                    } finally {
                        Monitors.exiting(mine);
                    }
                }
            } else {
                Node node = take();
                synchronized (node) {
                    Monitors.entered(node);
                    try {
                        Checks.read(node.$jdsm);
                        require(node.value == 2, "the monitor was somebody's: " + node.value);
                    } finally {
                        Monitors.exiting(node);
                    }
                }
            }
        }

        private void publish(Node node) {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.write($jdsm);
                    box = node;
                    Monitors.signalAll(this);
                } finally {
                    Monitors.exiting(this);
                }
            }
        }

        private void awaitReader() throws InterruptedException {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.read($jdsm);
                    while (done == 0 && workers() > 1) {
                        Monitors.await(this);
                        Checks.read($jdsm);
                    }
                } finally {
                    Monitors.exiting(this);
                }
            }
        }

        private Node take() throws InterruptedException {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.read($jdsm);
                    while (box == null) {
                        Monitors.await(this);
                        Checks.read($jdsm);
                    }
                    Checks.write($jdsm);
                    done++;
                    Monitors.signalAll(this);
                    return box;
                } finally {
                    Monitors.exiting(this);
                }
            }
        }
    }

    /** A field that cannot be shared. */
    public static final class Unshareable extends Program {
        Object[] things;

        @Override
        public void initialize() {
            things = new Object[] {null, new StringBuilder()};
        }

        @Override
        public void start() {}
    }

    /** Ranks that make different strings. */
    public static final class DifferentText extends Program {
        String text;

        @Override
        public void initialize() {
            text = "made by " + rank();
        }

        @Override
        public void start() {}
    }

    /** Ranks that make different values. */
    public static final class Different extends Program {
        Node node;

        @Override
        public void initialize() {
            node = new Node(7, null);
            node.third = rank();
        }

        @Override
        public void start() {}
    }
}
