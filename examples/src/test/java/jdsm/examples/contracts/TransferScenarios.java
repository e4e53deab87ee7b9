package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Queues and exchangers at which two threads meet, and elements that have their time. */
final class TransferScenarios {
    private static final int MILLIS = 15;

    private TransferScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Synchronous(false));
        all.add(new Synchronous(true));
        all.add(new Transfers());
        all.add(new Delays());
        all.add(new EarlierDelay());
        all.add(new Exchanges());
        all.add(new ManyExchanges());
    }

    /** An element goes from one thread to another or nowhere. */
    private static final class Synchronous extends Scenario {
        private final SynchronousQueue<Integer> queue;

        Synchronous(boolean fair) {
            super(fair ? "a fair SynchronousQueue joins a pair" : "SynchronousQueue joins a pair");
            queue = new SynchronousQueue<>(fair);
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                me.check("nobody takes", !queue.offer(1) && queue.poll() == null);
                me.check("nobody takes", !me.notBefore(MILLIS, () -> queue.offer(1, MILLIS, TimeUnit.MILLISECONDS)));
                me.check("nobody puts", me.notBefore(MILLIS, () -> queue.poll(MILLIS, TimeUnit.MILLISECONDS)) == null);
                me.interruptible(() -> {
                    queue.put(1);
                    return null;
                });
                me.interruptible(queue::take);
            }
            me.step();
            me.check("nothing is left", queue.poll() == null && queue.isEmpty() && !queue.offer(me.worker()));
            me.step();
            Aside<Integer> taker = me.is(1) ? me.aside(queue::take) : null;
            if (me.is(1)) {
                taker.untilBlocked();
            }
            me.step();
            if (me.is(2)) {
                me.until("a taker", () -> queue.offer(5));
            }
            if (me.is(1)) {
                me.equal("handed over", 5, taker.result());
            }
            me.step();
            Aside<Void> giver = null;
            if (me.is(0)) {
                giver = me.aside(() -> {
                    queue.put(6);
                    return null;
                });
                giver.untilBlocked();
            }
            me.step();
            if (me.is(1)) {
                me.check("contains nothing", queue.peek() == null && queue.size() == 0 && !queue.contains(6));
                me.equal("handed over", 6, queue.poll(1, TimeUnit.HOURS));
            }
            if (me.is(0)) {
                giver.result();
            }
        }
    }

    /** Who transfers waits until the element is taken. */
    private static final class Transfers extends Scenario {
        private final LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();

        Transfers() {
            super("LinkedTransferQueue transfers");
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Void> giver = null;
            if (me.is(0)) {
                me.check("nobody takes", !queue.tryTransfer("x") && !queue.hasWaitingConsumer());
                me.check("no time", !me.notBefore(MILLIS, () -> queue.tryTransfer("x", MILLIS, TimeUnit.MILLISECONDS)));
                me.interruptible(() -> {
                    queue.transfer("x");
                    return null;
                });
                me.interruptible(() -> queue.tryTransfer("x", 1, TimeUnit.HOURS));
                giver = me.aside(() -> {
                    queue.transfer("a");
                    return null;
                });
                me.until("an element", () -> queue.size() == 1);
            }
            me.step();
            if (me.is(1)) {
                queue.put("b");
                me.equal("elements", "[a, b]", queue.toString());
            }
            me.check("waits", !me.is(0) || !giver.isOver());
            me.step();
            if (me.is(2)) {
                me.equal("first", "a", queue.take());
                me.equal("second", "b", queue.poll());
            }
            if (me.is(0)) {
                giver.result();
            }
            me.step();
            Aside<String> taker = me.is(1) || me.is(2) ? me.aside(queue::take) : null;
            if (me.is(0)) {
                me.until("two takers", () -> queue.getWaitingConsumerCount() == 2);
                me.check("takers", queue.hasWaitingConsumer() && queue.tryTransfer("c"));
                queue.transfer("c");
            }
            if (taker != null) {
                me.equal("taken", "c", taker.result());
            }
            me.step();
            me.equal("takers", 0, queue.getWaitingConsumerCount());
        }
    }

    /** An element that can be taken at a time. */
    private static final class Timed implements Delayed {
        private final long atMillis;

        private Timed(long millis) {
            atMillis = System.currentTimeMillis() + millis;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atMillis - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(atMillis, ((Timed) other).atMillis);
        }
    }

    /** Elements come in the order of their times, and not before. */
    private static final class Delays extends Scenario {
        private final DelayQueue<Timed> queue = new DelayQueue<>();

        Delays() {
            super("DelayQueue delays");
        }

        @Override
        void run(Part me) throws Exception {
            if (me.worker() < 3) {
                queue.put(new Timed(40 - 10 * me.worker()));
                queue.put(new Timed(3_600_000 + me.worker()));
            }
            me.step();
            if (me.is(1)) {
                long before = 0;
                for (int i = 0; i < 3; i++) {
                    Timed next = i == 1 ? queue.poll(1, TimeUnit.HOURS) : queue.take();
                    me.check("not early", System.currentTimeMillis() >= next.atMillis);
                    me.check("in order", next.atMillis >= before);
                    before = next.atMillis;
                }
            }
            me.step();
            me.equal("later ones", 3, queue.size());
            me.check(
                    "not yet",
                    queue.poll() == null && queue.peek() != null && queue.peek().getDelay(TimeUnit.MINUTES) > 50);
            me.equal("not yet", 0, queue.drainTo(new ArrayList<>()));
            me.step();
            if (me.is(2)) {
                me.check("not yet", me.notBefore(MILLIS, () -> queue.poll(MILLIS, TimeUnit.MILLISECONDS)) == null);
                me.interruptible(queue::take);
                me.check("there", queue.remove(queue.peek()) && queue.removeIf(each -> each.atMillis > 0));
            }
            me.step();
            me.check("empty", queue.isEmpty());
        }
    }

    /** Who waits for a later element takes an earlier one that comes meanwhile. */
    private static final class EarlierDelay extends Scenario {
        private final DelayQueue<Timed> queue = new DelayQueue<>();

        EarlierDelay() {
            super("DelayQueue lets an earlier element pass");
        }

        @Override
        void run(Part me) {
            Aside<Timed> taker = null;
            if (me.is(0)) {
                queue.add(new Timed(3_600_000));
                taker = me.aside(queue::take);
                taker.untilBlocked();
            }
            me.step();
            if (me.is(1)) {
                queue.add(new Timed(MILLIS));
            }
            if (me.is(0)) {
                me.check("the earlier", taker.result().getDelay(TimeUnit.MILLISECONDS) <= 0);
            }
            me.step();
            me.equal("the later", 1, queue.size());
        }
    }

    /** Two threads exchange; one alone waits. */
    private static final class Exchanges extends Scenario {
        private final Exchanger<String> exchanger = new Exchanger<>();

        Exchanges() {
            super("Exchanger joins a pair");
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                me.fails(
                        TimeoutException.class,
                        () -> me.notBefore(0, () -> exchanger.exchange("x", MILLIS, TimeUnit.MILLISECONDS)));
                me.fails(TimeoutException.class, () -> exchanger.exchange("x", 0, TimeUnit.SECONDS));
                me.interruptible(() -> exchanger.exchange("x"));
                me.interruptible(() -> exchanger.exchange("x", 1, TimeUnit.HOURS));
            }
            me.step();
            if (me.is(1)) {
                me.equal("of 2", "from 2", exchanger.exchange("from 1"));
            }
            if (me.is(2)) {
                me.equal("of 1", "from 1", exchanger.exchange("from 2", 1, TimeUnit.HOURS));
            }
            me.step();
            if (me.is(0)) {
                me.equal("of 1", "from 1", exchanger.exchange(null));
            }
            if (me.is(1)) {
                me.equal("of 0", null, exchanger.exchange("from 1"));
            }
        }
    }

    /** Each exchange gives a thing for a thing: what all have in the end is what all had. */
    private static final class ManyExchanges extends Scenario {
        private static final int ROUNDS = 20;
        private final Exchanger<Integer> exchanger = new Exchanger<>();
        private final AtomicInteger ended = new AtomicInteger();
        private final int[] sums = new int[2];

        ManyExchanges() {
            super("Exchanger loses nothing");
        }

        @Override
        void run(Part me) throws Exception {
            int given = 1 << 4 * me.worker();
            int mine = given;
            if (me.worker() == 1 || me.worker() == 2) {
                for (int round = 0; round < ROUNDS; round++) {
                    mine = exchanger.exchange(mine);
                }
                ended.incrementAndGet();
            }
            while (me.is(0) && ended.get() < 2) { // a partner for who else would have none
                try {
                    mine = exchanger.exchange(mine, 1, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    me.check("still mine", mine > 0);
                }
            }
            synchronized (this) {
                sums[0] += given;
                sums[1] += mine;
            }
            me.step();
            me.equal("sum", sums[0], sums[1]);
        }
    }
}
