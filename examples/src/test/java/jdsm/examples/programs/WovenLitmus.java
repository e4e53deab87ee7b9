package jdsm.examples.programs;

import jdsm.SPMD;

/** Litmus tests in plain Java: each worker has a part, and outcomes that Java forbids are counted. */
public final class WovenLitmus extends SPMD {
    static final class Node {
        final int value;
        final Node next;
        final int[] squares;
        final String text;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
            squares = new int[] {value, value * value};
            text = "node " + value;
        }

        boolean isWhole() {
            return squares[0] == value && squares[1] == value * value && text.equals("node " + value);
        }
    }

    static final class Lazy {
        private volatile Node instance;
        private int made;

        Node get(int value) {
            Node here = instance;
            if (here == null) {
                synchronized (this) {
                    here = instance;
                    if (here == null) {
                        made++;
                        here = new Node(value, new Node(value + 1, null));
                        instance = here;
                    }
                }
            }
            return here;
        }
    }

    private int iterations;
    private int plain;
    private int other;
    private volatile int flag;
    private volatile int x;
    private volatile int y;
    private int[] seen;
    private long count;
    private Node published;
    private Lazy lazy;
    private Lazy[] lazies;
    private Object lock;
    private int[] box;
    private int boxed;
    private long taken;
    private long forbidden;

    static final class Lock {}

    @Override
    public void initialize() {
        iterations = Integer.parseInt(args()[0]);
        seen = new int[4 * workers()];
        lazies = new Lazy[16];
        for (int i = 0; i < lazies.length; i++) {
            lazies[i] = new Lazy();
        }
        lock = new Lock();
        box = new int[1];
    }

    @Override
    public void start() throws InterruptedException {
        for (int i = 1; i <= iterations; i++) {
            messageByVolatile(i);
            barrier();
            messageByMonitor(i);
            barrier();
            messageByBarrier(i);
            barrier();
            storeBuffering(i);
            barrier();
            independentReads(i);
            barrier();
            publication(i);
            barrier();
            doubleChecked(i);
            barrier();
            synchronized (lock) {
                count++;
            }
            barrier();
        }
        queue();
        barrier();
        if (worker() == 0) {
            synchronized (lock) {
                if (count != (long) iterations * workers()) {
                    forbidden++;
                }
                long n = iterations;
                if (workers() > 1 && taken != n * (n + 1) / 2) {
                    forbidden++;
                }
                report("WovenLitmus iterations=" + iterations + " workers=" + workers() + " forbidden=" + forbidden
                        + (forbidden == 0 ? " OK" : " FAILED"));
                if (forbidden != 0) {
                    exitStatus(1);
                }
            }
        }
    }

    private void forbid(boolean outcome, String what) {
        if (outcome) {
            synchronized (lock) {
                forbidden++;
            }
            report("forbidden: " + what);
        }
    }

    private void messageByVolatile(int i) {
        if (worker() == 0) {
            plain = i;
            flag = i;
        } else if (worker() == 1) {
            if (flag == i) {
                forbid(plain != i, "message by volatile: " + plain + " of " + i);
            }
        }
    }

    private void messageByMonitor(int i) {
        if (worker() == 0) {
            synchronized (lock) {
                other = i;
                plain = -i;
            }
        } else {
            synchronized (lock) {
                forbid(other == i != (plain == -i), "message by monitor: " + other + " " + plain);
            }
        }
    }

    private void messageByBarrier(int i) {
        if (worker() == 0) {
            plain = 7 * i;
        }
        barrier();
        forbid(plain != 7 * i, "message by barrier: " + plain);
    }

    private void storeBuffering(int i) {
        if (worker() == 0) {
            x = 0;
            y = 0;
        }
        barrier();
        if (worker() == 0) {
            x = i;
            seen[0] = y;
        } else if (worker() == 1) {
            y = i;
            seen[1] = x;
        }
        barrier();
        forbid(workers() > 1 && seen[0] == 0 && seen[1] == 0, "store buffering");
    }

    private void independentReads(int i) {
        if (workers() < 4) {
            return;
        }
        if (worker() == 0) {
            x = 0;
            y = 0;
        }
        barrier();
        switch (worker()) {
            case 0 -> x = i;
            case 1 -> y = i;
            case 2 -> {
                seen[8] = x;
                seen[9] = y;
            }
            case 3 -> {
                seen[10] = y;
                seen[11] = x;
            }
            default -> {}
        }
        barrier();
        forbid(seen[8] == i && seen[9] == 0 && seen[10] == i && seen[11] == 0, "independent reads");
    }

    private void publication(int i) {
        if (worker() == i % workers()) {
            Node list = null;
            for (int k = 0; k < 4; k++) {
                list = new Node(i + k, list);
            }
            synchronized (lock) {
                published = list;
            }
        } else {
            Node list;
            synchronized (lock) {
                list = published;
            }
            for (Node node = list; node != null; node = node.next) {
                forbid(!node.isWhole(), "publication");
            }
        }
    }

    private void doubleChecked(int i) {
        Lazy here = lazies[i % lazies.length];
        Node node = here.get(i);
        forbid(!node.isWhole() || !node.next.isWhole() || node.next.value != node.value + 1, "double-checked locking");
        barrier();
        if (worker() == 0) {
            forbid(here.made != 1, "made " + here.made);
            lazies[i % lazies.length] = new Lazy();
        }
    }

    private void queue() throws InterruptedException {
        if (workers() == 1) {
            return;
        }
        if (worker() == 0) {
            for (int i = 1; i <= iterations + workers() - 1; i++) {
                synchronized (lock) {
                    while (boxed != 0) {
                        lock.wait();
                    }
                    boxed = i <= iterations ? i : -1;
                    lock.notifyAll();
                }
            }
        } else {
            while (true) {
                synchronized (lock) {
                    while (boxed == 0) {
                        lock.wait();
                    }
                    int item = boxed;
                    boxed = 0;
                    lock.notifyAll();
                    if (item < 0) {
                        return;
                    }
                    taken += item;
                }
            }
        }
    }
}
