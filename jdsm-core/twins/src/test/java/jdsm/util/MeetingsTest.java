package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Phasers, exchangers, and queues at which threads meet behave as the JDK's do: each program runs with both. */
@Timeout(60)
class MeetingsTest {
    private static Thread start(Object[] results, int place, Callable<Object> action) {
        Thread thread = new Thread(() -> {
            try {
                results[place] = action.call();
            } catch (Exception e) {
                results[place] = e.getClass().getSimpleName();
            }
        });
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    // Phasers.

    private static final class Counting extends java.util.concurrent.Phaser {
        private final List<Object> seen;
        private final int last;

        private Counting(List<Object> seen, int last) {
            this.seen = seen;
            this.last = last;
        }

        @Override
        protected boolean onAdvance(int phase, int registered) {
            seen.add("advance " + phase + " " + registered);
            return phase >= last;
        }
    }

    private static final class CountingTwin extends Phaser {
        private final List<Object> seen;
        private final int last;

        private CountingTwin(List<Object> seen, int last) {
            this.seen = seen;
            this.last = last;
        }

        @Override
        protected boolean onAdvance(int phase, int registered) {
            seen.add("advance " + phase + " " + registered);
            return phase >= last;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void phasers(int seed) {
        for (int program = 0; program < 100; program++) {
            long steps = 1000L * seed + program;
            int last = program % 4 == 0 ? 3 : 1000;
            List<Object> jdk = new ArrayList<>();
            List<Object> twin = new ArrayList<>();
            run(
                    program % 2 == 0 ? new Counting(jdk, last) : new java.util.concurrent.Phaser(),
                    java.util.concurrent.Phaser::new,
                    new Random(steps),
                    jdk);
            run(program % 2 == 0 ? new CountingTwin(twin, last) : new Phaser(), Phaser::new, new Random(steps), twin);
            assertThat(twin).as("seed %d, program %d", seed, program).isEqualTo(jdk);
        }
    }

    private static void run(
            java.util.concurrent.Phaser root,
            BiFunction<java.util.concurrent.Phaser, Integer, java.util.concurrent.Phaser> maker,
            Random random,
            List<Object> seen) {
        List<java.util.concurrent.Phaser> all = new ArrayList<>(List.of(root));
        for (int step = 0; step < 120; step++) {
            java.util.concurrent.Phaser phaser = all.get(random.nextInt(all.size()));
            int kind = random.nextInt(60);
            try {
                if (kind == 0 && all.size() < 5 && mayRegister(phaser)) {
                    all.add(maker.apply(phaser, random.nextInt(3)));
                } else if (kind == 1 && random.nextInt(5) == 0) {
                    phaser.forceTermination();
                } else if (kind < 15 && mayRegister(phaser)) {
                    seen.add(kind < 8 ? phaser.register() : phaser.bulkRegister(random.nextInt(3)));
                } else if (kind < 25) {
                    seen.add(phaser.arriveAndDeregister());
                } else if (kind < 50) {
                    seen.add(phaser.arrive());
                } else if (all.size() == 1 && phaser.getUnarrivedParties() == 1) {
                    seen.add(phaser.arriveAndAwaitAdvance());
                } else {
                    seen.add(phaser.awaitAdvance(Phaser.getPhase(phaser) - 1));
                }
            } catch (IllegalStateException e) {
                seen.add("illegal");
            }
            for (java.util.concurrent.Phaser each : all) {
                seen.add(
                        Phaser.getPhase(each) + " " + each.getRegisteredParties() + " " + each.getArrivedParties() + " "
                                + each.getUnarrivedParties() + " " + each.isTerminated() + " "
                                + each.toString().replaceFirst(".*\\[", "[") + all.indexOf(each.getParent())
                                + all.indexOf(each.getRoot()));
            }
        }
    }

    /**
     * Registration waits while all parties have arrived, but others of the tree have not. That of a phaser in a tree
     * whose parties have all left may wait, too, on some JDKs.
     */
    private static boolean mayRegister(java.util.concurrent.Phaser phaser) {
        for (java.util.concurrent.Phaser each = phaser; each != null; each = each.getParent()) {
            boolean mayBeEmpty = each.getParent() == null && each.getRegisteredParties() == 0;
            if (!mayBeEmpty && each.getUnarrivedParties() == 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void threadsAtAPhaser() throws Exception {
        java.util.concurrent.Phaser jdk = new java.util.concurrent.Phaser();
        Phaser twin = new Phaser();
        assertThat(ofPhaser(twin, new Phaser(twin))).isEqualTo(ofPhaser(jdk, new java.util.concurrent.Phaser(jdk)));
    }

    private static List<Object> ofPhaser(java.util.concurrent.Phaser root, java.util.concurrent.Phaser child)
            throws Exception {
        List<Object> seen = new ArrayList<>();
        child.bulkRegister(2);
        root.register();
        for (int round = 0; round < 3; round++) {
            Object[] results = new Object[4];
            Thread first = start(results, 0, child::arriveAndAwaitAdvance);
            Thread second = start(results, 1, child::arriveAndAwaitAdvance);
            awaitWaiting(first);
            awaitWaiting(second);
            Thread late = start(results, 2, child::register); // all of the child's parties have arrived
            awaitWaiting(late);
            Thread watcher = start(results, 3, () -> root.awaitAdvanceInterruptibly(Phaser.getPhase(root)));
            awaitWaiting(watcher);
            watcher.interrupt();
            watcher.join();
            seen.add(root.arriveAndAwaitAdvance());
            first.join();
            second.join();
            late.join();
            seen.addAll(List.of(results));
            seen.add(child.arriveAndDeregister());
        }
        try {
            seen.add(root.awaitAdvanceInterruptibly(Phaser.getPhase(root), 1, TimeUnit.MICROSECONDS));
        } catch (TimeoutException e) {
            seen.add("late");
        }
        Object[] results = new Object[1];
        Thread waiter = start(results, 0, root::arriveAndAwaitAdvance);
        awaitWaiting(waiter);
        child.forceTermination();
        waiter.join();
        seen.add(results[0]);
        seen.add(root.isTerminated() + " " + Phaser.getPhase(root) + " " + root.register() + child.arrive());
        return seen;
    }

    // Exchangers.

    @Test
    void exchangers() throws Exception {
        assertThat(ofExchanger(new Exchanger<>())).isEqualTo(ofExchanger(new java.util.concurrent.Exchanger<>()));
    }

    private static List<Object> ofExchanger(java.util.concurrent.Exchanger<String> exchanger) throws Exception {
        List<Object> seen = new ArrayList<>();
        Object[] results = new Object[2];
        for (int round = 0; round < 3; round++) {
            Thread first = start(results, 0, () -> String.valueOf(exchanger.exchange("a")));
            awaitWaiting(first);
            seen.add(exchanger.exchange(round == 1 ? null : "b", 1, TimeUnit.DAYS));
            first.join();
            seen.add(results[0]);
        }
        Thread interrupted = start(results, 0, () -> exchanger.exchange("a"));
        awaitWaiting(interrupted);
        interrupted.interrupt();
        interrupted.join();
        seen.add(results[0]);
        try {
            exchanger.exchange("c", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            seen.add("late");
        }
        return seen;
    }

    // Queues.

    @Test
    void synchronousQueues() throws Exception {
        for (boolean fair : new boolean[] {true, false}) {
            assertThat(ofMeeting(new SynchronousQueue<>(fair)))
                    .isEqualTo(ofMeeting(new java.util.concurrent.SynchronousQueue<>(fair)));
        }
    }

    @Test
    void transferQueues() throws Exception {
        assertThat(ofTransfers(new LinkedTransferQueue<>()))
                .isEqualTo(ofTransfers(new java.util.concurrent.LinkedTransferQueue<>()));
    }

    private static List<Object> ofMeeting(BlockingQueue<String> queue) throws Exception {
        List<Object> seen = new ArrayList<>();
        Object[] results = new Object[2];
        seen.add(queue.offer("nobody") + " " + queue.poll() + queue.peek() + queue.size() + queue.remainingCapacity());
        seen.add(queue.offer("late", 1, TimeUnit.MILLISECONDS) + " " + queue.poll(1, TimeUnit.MILLISECONDS));
        Thread taker = start(results, 0, queue::take);
        awaitWaiting(taker);
        seen.add(queue.offer("a") + " " + queue.offer("b"));
        taker.join();
        Thread timed = start(results, 1, () -> queue.poll(1, TimeUnit.DAYS));
        awaitWaiting(timed);
        queue.put("c");
        timed.join();
        seen.addAll(Arrays.asList(results));
        Thread giver = start(results, 0, () -> queue.offer("d", 1, TimeUnit.DAYS));
        awaitWaiting(giver);
        seen.add(queue.contains("d") + " " + queue + queue.isEmpty()
                + queue.iterator().hasNext() + queue.remove("d"));
        seen.add(queue.poll());
        giver.join();
        giver = start(results, 1, () -> {
            queue.put("e");
            return "put";
        });
        awaitWaiting(giver);
        List<String> drained = new ArrayList<>();
        seen.add(queue.drainTo(drained) + " " + drained);
        giver.join();
        seen.addAll(Arrays.asList(results));
        for (int i = 0; i < 2; i++) {
            boolean takes = i == 0;
            Thread interrupted = start(results, i, () -> {
                if (takes) {
                    return queue.take();
                }
                queue.put("f");
                return "put";
            });
            awaitWaiting(interrupted);
            interrupted.interrupt();
            interrupted.join();
        }
        seen.addAll(Arrays.asList(results));
        seen.add(queue.poll() + " " + queue.offer("g"));
        return seen;
    }

    private static List<Object> ofTransfers(TransferQueue<String> queue) throws Exception {
        List<Object> seen = new ArrayList<>();
        Object[] results = new Object[2];
        seen.add(queue.tryTransfer("nobody") + " " + queue.tryTransfer("late", 1, TimeUnit.MILLISECONDS) + queue);
        queue.put("a");
        Thread giver = start(results, 0, () -> {
            queue.transfer("a");
            return "transferred";
        });
        awaitWaiting(giver);
        seen.add(queue + " " + queue.size() + queue.poll() + giver.isAlive() + queue.hasWaitingConsumer());
        seen.add(queue.take());
        giver.join();
        giver = start(results, 1, () -> queue.tryTransfer("b", 1, TimeUnit.DAYS));
        awaitWaiting(giver);
        seen.add(queue.remove("b") + " " + queue.peek()); // whose transfer counts as done
        giver.join();
        seen.addAll(Arrays.asList(results));
        Thread taker = start(results, 0, queue::take);
        Thread other = start(results, 1, queue::take);
        awaitWaiting(taker);
        awaitWaiting(other);
        seen.add(queue.hasWaitingConsumer() + " " + queue.getWaitingConsumerCount());
        seen.add(queue.tryTransfer("c") + " " + queue.tryTransfer("c", 0, TimeUnit.DAYS) + queue.tryTransfer("d"));
        taker.join();
        other.join();
        seen.addAll(Arrays.asList(results));
        giver = start(results, 0, () -> {
            queue.transfer("e");
            return "transferred";
        });
        awaitWaiting(giver);
        giver.interrupt();
        giver.join();
        seen.add(results[0] + " " + queue.getWaitingConsumerCount() + queue.isEmpty());
        return seen;
    }

    /** An element whose delay a clock decides that the test sets. */
    private static final class Event implements Delayed {
        private final int at;
        private final AtomicLong clock;

        private Event(int at, AtomicLong clock) {
            this.at = at;
            this.clock = clock;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - clock.get(), TimeUnit.HOURS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Integer.compare(at, ((Event) other).at);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Event event && event.at == at;
        }

        @Override
        public int hashCode() {
            return at;
        }

        @Override
        public String toString() {
            return Integer.toString(at);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void delayQueues(int seed) throws Exception {
        for (int program = 0; program < 30; program++) {
            long steps = 1000L * seed + program;
            assertThat(ofDelays(new DelayQueue<>(), new Random(steps)))
                    .as("seed %d, program %d", seed, program)
                    .isEqualTo(ofDelays(new java.util.concurrent.DelayQueue<>(), new Random(steps)));
        }
    }

    private static List<Object> ofDelays(java.util.concurrent.DelayQueue<Event> queue, Random random) throws Exception {
        AtomicLong clock = new AtomicLong();
        List<Object> seen = new ArrayList<>();
        for (int step = 0; step < 200; step++) {
            Event event = new Event((int) clock.get() + random.nextInt(20), clock);
            List<Event> drained = new ArrayList<>();
            Object result = switch (random.nextInt(12)) {
                case 0, 1, 2 -> queue.add(event);
                case 3 -> queue.offer(event, 1, TimeUnit.DAYS);
                case 4 -> clock.addAndGet(random.nextInt(5));
                case 5 -> queue.poll(0, TimeUnit.DAYS);
                case 6 -> queue.peek();
                case 7 -> queue.remove(event) + " " + queue.contains(event);
                case 8 -> queue.drainTo(drained, random.nextInt(4)) + " " + drained;
                case 9 -> queue.removeIf(each -> each.at % 7 == random.nextInt(2));
                case 10 -> removed(queue);
                default -> queue.poll();
            };
            seen.add(result + " " + queue + queue.size());
        }
        Object[] results = new Object[1];
        queue.clear();
        Thread taker = start(results, 0, queue::take);
        awaitWaiting(taker);
        queue.add(new Event((int) clock.get() + 1, clock)); // for which the thread waits on
        queue.add(new Event(0, clock));
        taker.join();
        seen.add(results[0] + " " + queue);
        return seen;
    }

    private static Object removed(java.util.concurrent.DelayQueue<Event> queue) {
        try {
            return queue.remove();
        } catch (NoSuchElementException e) {
            return "none";
        }
    }
}
