package jdsm.examples.contracts;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Memory consistency: what a thread has written into plain fields before it releases, hands over or puts something, is seen by who
 * acquires or gets that.
 */
final class PublicationScenarios {
    private PublicationScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new ByQueue(() -> new ArrayBlockingQueue<>(1)));
        all.add(new ByQueue(() -> new LinkedBlockingQueue<>()));
        all.add(new ByQueue(() -> new SynchronousQueue<>()));
        all.add(new ByQueue(() -> new LinkedTransferQueue<>()));
        all.add(new ByMap(new ConcurrentHashMap<>()));
        all.add(new ByMap(new ConcurrentSkipListMap<>()));
        all.add(new ByList());
        all.add(new ByPolling());
        all.add(new ByExchanger());
        all.add(new ByLatches());
        all.add(new BySemaphores());
        all.add(new ByPhaser());
        all.add(new ByBarrier());
        all.add(new ByCondition());
    }

    /** Three workers take turns: each finds what the one before has written. */
    private abstract static class Turns extends Scenario {
        static final int TURNS = 15;
        private final int[] numbers = new int[4];
        private Box box = new Box("0");

        private static final class Box {
            private String word;

            private Box(String word) {
                this.word = word;
            }
        }

        Turns(String name) {
            super(name + " publishes");
        }

        @Override
        void run(Part me) throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                if (me.is(turn % 3)) {
                    if (turn > 0) {
                        acquire(me, turn);
                    }
                    me.equal("number", turn, numbers[turn % 4]);
                    me.equal("word", turn + "", box.word);
                    numbers[(turn + 1) % 4] = turn + 1;
                    if (turn % 2 == 0) {
                        box = new Box(turn + 1 + "");
                    } else {
                        box.word = turn + 1 + "";
                    }
                    if (turn + 1 < TURNS) {
                        release(me, turn + 1);
                    }
                } else {
                    pass(turn);
                }
            }
        }

        /** Waits for what the worker of the turn before has released. */
        abstract void acquire(Part me, int turn) throws Exception;

        abstract void release(Part me, int turn) throws Exception;

        /** For who has no part in the turn. */
        void pass(int turn) throws Exception {}
    }

    private static String of(Object object) {
        return object.getClass().getSimpleName();
    }

    private static final class ByQueue extends Turns {
        private final List<BlockingQueue<Integer>> queues;

        ByQueue(Supplier<BlockingQueue<Integer>> made) {
            super(of(made.get()));
            queues = List.of(made.get(), made.get(), made.get());
        }

        @Override
        void acquire(Part me, int turn) throws InterruptedException {
            me.equal("taken", turn, queues.get(turn % 3).take());
        }

        @Override
        void release(Part me, int turn) throws InterruptedException {
            queues.get(turn % 3).put(turn);
        }
    }

    private static final class ByMap extends Turns {
        private final Map<String, Integer> map;

        ByMap(Map<String, Integer> map) {
            super(of(map));
            this.map = map;
        }

        @Override
        void acquire(Part me, int turn) {
            me.until("put", () -> map.getOrDefault("turn", 0) == turn);
        }

        @Override
        void release(Part me, int turn) {
            map.put("turn", turn);
        }
    }

    private static final class ByList extends Turns {
        private final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();

        ByList() {
            super("CopyOnWriteArrayList");
        }

        @Override
        void acquire(Part me, int turn) {
            me.until("added", () -> list.size() == turn);
        }

        @Override
        void release(Part me, int turn) {
            list.add(turn);
        }
    }

    private static final class ByPolling extends Turns {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        ByPolling() {
            super("ConcurrentLinkedQueue");
        }

        @Override
        void acquire(Part me, int turn) {
            me.until("offered", () -> Integer.valueOf(turn).equals(queue.peek()));
            me.equal("polled", turn, queue.poll());
        }

        @Override
        void release(Part me, int turn) {
            queue.offer(turn);
        }
    }

    private static final class ByExchanger extends Turns {
        private final List<Exchanger<Integer>> exchangers =
                List.of(new Exchanger<>(), new Exchanger<>(), new Exchanger<>());

        ByExchanger() {
            super("Exchanger");
        }

        @Override
        void acquire(Part me, int turn) throws InterruptedException {
            me.equal("of who releases", turn, exchangers.get(turn % 3).exchange(-1));
        }

        @Override
        void release(Part me, int turn) throws InterruptedException {
            me.equal("of who waits", -1, exchangers.get(turn % 3).exchange(turn));
        }
    }

    private static final class ByLatches extends Turns {
        private final CountDownLatch[] latches = new CountDownLatch[TURNS];

        ByLatches() {
            super("CountDownLatch");
            for (int turn = 0; turn < TURNS; turn++) {
                latches[turn] = new CountDownLatch(1);
            }
        }

        @Override
        void acquire(Part me, int turn) throws InterruptedException {
            latches[turn].await();
        }

        @Override
        void release(Part me, int turn) {
            latches[turn].countDown();
        }
    }

    private static final class BySemaphores extends Turns {
        private final Semaphore[] semaphores = {new Semaphore(0), new Semaphore(0), new Semaphore(0)};

        BySemaphores() {
            super("Semaphore");
        }

        @Override
        void acquire(Part me, int turn) throws InterruptedException {
            semaphores[turn % 3].acquire();
        }

        @Override
        void release(Part me, int turn) {
            semaphores[turn % 3].release();
        }
    }

    private static final class ByPhaser extends Turns {
        private final Phaser phaser = new Phaser(1);

        ByPhaser() {
            super("Phaser");
        }

        @Override
        void acquire(Part me, int turn) throws Exception {
            for (int phase = 0; phase < turn; phase++) {
                phaser.awaitAdvanceInterruptibly(phase);
            }
        }

        @Override
        void release(Part me, int turn) {
            phaser.arrive();
        }
    }

    private static final class ByBarrier extends Turns {
        private final CyclicBarrier barrier = new CyclicBarrier(3);

        ByBarrier() {
            super("CyclicBarrier");
        }

        @Override
        void acquire(Part me, int turn) {}

        @Override
        void release(Part me, int turn) throws Exception {
            barrier.await();
        }

        @Override
        void pass(int turn) throws Exception {
            if (turn + 1 < TURNS) {
                barrier.await(1, TimeUnit.HOURS);
            }
        }

        @Override
        void run(Part me) throws Exception {
            if (me.worker() < 3) {
                super.run(me);
            }
        }
    }

    private static final class ByCondition extends Turns {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Condition changed = lock.writeLock().newCondition();
        private int now;

        ByCondition() {
            super("ReentrantReadWriteLock");
        }

        @Override
        void acquire(Part me, int turn) throws InterruptedException {
            lock.writeLock().lock();
            try {
                while (now != turn) {
                    changed.await();
                }
            } finally {
                lock.writeLock().unlock();
            }
        }

        @Override
        void release(Part me, int turn) {
            lock.writeLock().lock();
            now = turn;
            changed.signalAll();
            lock.writeLock().unlock();
        }
    }
}
