package jdsm.pool;

import jdsm.pool.WovenPrograms.Node;
import jdsm.pool.WovenPrograms.Program;
import jdsm.runtime.Checks;
import jdsm.runtime.Monitors;

/** Programs with monitors, as the agent would leave them, woven by hand. */
final class MonitorPrograms {
    private MonitorPrograms() {}

    private static void add(Node node) {
        synchronized (node) {
            Monitors.entered(node);
            try {
                Checks.read(node.$jdsm);
                Checks.write(node.$jdsm);
                node.value++;
            } finally {
                Monitors.exiting(node);
            }
        }
    }

    /** All workers lock again and again: one lock alone, another inside it, and each in turn with the other. */
    public static final class Often extends Program {
        Node first = new Node(0, null);
        Node second = new Node(0, null);

        @Override
        public void start() {
            int times = Integer.parseInt(args()[0]);
            for (int i = 0; i < times; i++) {
                add(first);
            }
            for (int i = 0; i < times / 10; i++) {
                synchronized (first) {
                    Monitors.entered(first);
                    try {
                        add(first);
                        add(second);
                    } finally {
                        Monitors.exiting(first);
                    }
                }
                add(second);
            }
            barrier();
            Checks.read(first.$jdsm);
            Checks.read(second.$jdsm);
            int all = workers() * (times / 10);
            require(first.value == workers() * times + all, "first " + first.value);
            require(second.value == 2 * all, "second " + second.value);
        }
    }

    /** A thread waits on a private object, which is shared meanwhile; a worker of another rank notifies it. */
    public static final class SharedWhileWaiting extends Program {
        Node box;

        @Override
        public void start() throws InterruptedException {
            if (worker() == 0) {
                Node mine = new Node(1, null);
                Thread helper = new Thread(() -> awaitChange(mine));
                helper.start();
                while (helper.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                publish(mine);
                helper.join();
            } else if (worker() == workers() - 1) {
                Node node = take();
                synchronized (node) {
                    Monitors.entered(node);
                    try {
                        Checks.write(node.$jdsm);
                        node.value = 2;
                        Monitors.signal(node);
                    } finally {
                        Monitors.exiting(node);
                    }
                }
            }
        }

        private static void awaitChange(Node node) {
            synchronized (node) {
                Monitors.entered(node);
                try {
                    Checks.read(node.$jdsm);
                    while (node.value == 1) {
                        Monitors.await(node);
                        Checks.read(node.$jdsm);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    Monitors.exiting(node);
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

        private Node take() throws InterruptedException {
            synchronized (this) {
                Monitors.entered(this);
                try {
                    Checks.read($jdsm);
                    while (box == null) {
                        Monitors.await(this);
                        Checks.read($jdsm);
                    }
                    return box;
                } finally {
                    Monitors.exiting(this);
                }
            }
        }
    }

    /** All workers wait at once, for times below and above that of a wait inside the monitor. */
    public static final class Timed extends Program {
        int ended;

        @Override
        public void start() throws InterruptedException {
            for (int millis = 1; millis <= Integer.parseInt(args()[0]); millis += 6) {
                synchronized (this) {
                    Monitors.entered(this);
                    try {
                        Monitors.await(this, millis);
                        Checks.read($jdsm);
                        Checks.write($jdsm);
                        ended++;
                    } finally {
                        Monitors.exiting(this);
                    }
                }
            }
            barrier();
            Checks.read($jdsm);
            require(ended == workers() * ((Integer.parseInt(args()[0]) + 5) / 6), "ended " + ended);
        }
    }
}
