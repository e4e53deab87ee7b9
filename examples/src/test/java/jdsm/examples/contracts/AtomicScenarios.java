package jdsm.examples.contracts;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Atomics, arrays of them, updaters and variable handles. */
final class AtomicScenarios {
    private AtomicScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Tickets());
        all.add(new Counters());
        all.add(new Modes());
        all.add(new Messages());
        all.add(new Flags());
        all.add(new Stacks());
        all.add(new Arrays());
        all.add(new Adders());
    }

    /** Each ticket goes to one worker, those of one worker ascend, and none is left out. */
    private static final class Tickets extends Scenario {
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicLong more = new AtomicLong(1L << 40);
        private final ConcurrentSkipListSet<Long> drawn = new ConcurrentSkipListSet<>();

        Tickets() {
            super("AtomicInteger and AtomicLong draw tickets");
        }

        @Override
        void run(Part me) {
            long last = -1;
            long lastMore = 0;
            for (int i = 0; i < 10; i++) {
                long ticket = i % 2 == 0 ? next.getAndIncrement() : next.incrementAndGet() - 1;
                me.check("ascends", ticket > last);
                last = ticket;
                long other = i % 2 == 0 ? more.getAndAdd(2) : more.addAndGet(2) - 2;
                me.check("ascends", other > lastMore);
                lastMore = other;
                me.check("not yet drawn", drawn.add(ticket) && drawn.add(other));
            }
            me.step();
            me.equal("tickets", 10 * me.workers(), next.get());
            me.equal("all", 20 * me.workers(), drawn.size());
            me.equal("greatest", (1L << 40) + 2 * (10L * me.workers() - 1), drawn.last());
        }
    }

    /** Updates of all kinds; none is lost. */
    private static final class Counters extends Scenario {
        private static final int ROUNDS = 6;
        private final AtomicInteger small = new AtomicInteger();
        private final AtomicLong large = new AtomicLong();
        private final AtomicReference<String> text = new AtomicReference<>("");

        Counters() {
            super("AtomicInteger and AtomicLong lose no update");
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < ROUNDS; i++) {
                small.getAndUpdate(value -> value + 1);
                small.updateAndGet(value -> value + 1);
                small.getAndAccumulate(3, Integer::sum);
                small.accumulateAndGet(3, Integer::sum);
                small.getAndDecrement();
                small.decrementAndGet();
                int seen = small.get();
                while (!small.compareAndSet(seen, seen + 10)) {
                    seen = small.get();
                }
                int witness = small.get();
                int found = small.compareAndExchange(witness, witness + 10);
                while (found != witness) {
                    witness = found;
                    found = small.compareAndExchange(witness, witness + 10);
                }
                large.getAndUpdate(value -> value + (1L << 40));
                large.accumulateAndGet(7, (value, more) -> value + more);
                while (!large.weakCompareAndSetVolatile(large.get(), large.get() + 1)) {
                    Thread.onSpinWait();
                }
                text.accumulateAndGet("x", String::concat);
            }
            me.step();
            int times = ROUNDS * me.workers();
            me.equal("small", 26 * times, small.get());
            me.check("large", large.get() >> 40 == times && (large.get() & 0xffff) >= 7 * times);
            me.equal("text", "x".repeat(times), text.get());
            me.step();
            if (me.is(1)) {
                small.set(5);
            }
            me.step();
            me.check("no other value", !small.compareAndSet(4, 6) && small.compareAndExchange(7, 8) == 5);
            me.step();
            if (me.is(2)) {
                me.equal("before", 5, small.getAndSet(-1));
            }
            me.step();
            me.equal("now", "-1", small.toString());
        }
    }

    /** Weak modes are at least as strong as they say: what one worker has set, the others come to see. */
    private static final class Modes extends Scenario {
        private final AtomicInteger small = new AtomicInteger();
        private final AtomicLong large = new AtomicLong();
        private final AtomicReference<String> text = new AtomicReference<>();

        Modes() {
            super("AtomicInteger, AtomicLong and AtomicReference have weak modes");
        }

        @Override
        void run(Part me) {
            for (int round = 1; round <= 8; round++) {
                int value = round;
                if (me.is(round % 3)) {
                    switch (round % 4) {
                        case 0 -> {
                            small.lazySet(value);
                            large.lazySet(value);
                            text.lazySet("round " + value);
                        }
                        case 1 -> {
                            small.setRelease(value);
                            large.setRelease(value);
                            text.setRelease("round " + value);
                        }
                        case 2 -> {
                            small.setOpaque(value);
                            large.setOpaque(value);
                            text.setOpaque("round " + value);
                        }
                        default -> {
                            me.check("set", small.compareAndExchangeRelease(value - 1, value) == value - 1);
                            me.check("set", large.compareAndExchangeAcquire(value - 1, value) == value - 1);
                            me.until("set", () -> text.weakCompareAndSetPlain(text.get(), "round " + value));
                        }
                    }
                }
                me.until("seen", () -> small.getAcquire() == value && large.getOpaque() == value);
                me.until("seen", () -> ("round " + value).equals(text.getAcquire()));
                me.check("seen", small.getPlain() == value && large.getPlain() == value && text.getPlain() != null);
                me.step();
            }
        }
    }

    /** Plain fields that were written before a release are seen behind the acquire. */
    private static final class Messages extends Scenario {
        private final AtomicInteger turn = new AtomicInteger();
        private final int[] payload = new int[8];
        private String word = "";

        Messages() {
            super("AtomicInteger publishes what was written before");
        }

        @Override
        void run(Part me) {
            for (int round = 0; me.worker() < 3 && round < 8; round++) {
                int mine = 3 * round + me.worker();
                me.until("my turn", () -> turn.getAcquire() == mine);
                if (mine > 0) {
                    me.equal("payload", mine, payload[(mine - 1) % 8]);
                    me.equal("word", "turn " + mine, word);
                }
                payload[mine % 8] = mine + 1;
                word = "turn " + (mine + 1);
                if (round % 2 == 0) {
                    turn.setRelease(mine + 1);
                } else {
                    turn.lazySet(mine + 1);
                }
            }
            me.step();
            me.equal("turns", 24, turn.get());
        }
    }

    /** One of all workers sets a flag first. */
    private static final class Flags extends Scenario {
        private final AtomicBoolean[] flags = new AtomicBoolean[8];
        private final AtomicInteger wins = new AtomicInteger();

        Flags() {
            super("AtomicBoolean is set once");
            for (int i = 0; i < flags.length; i++) {
                flags[i] = new AtomicBoolean(i % 2 == 1);
            }
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < flags.length; i++) {
                boolean before = i % 2 == 1;
                boolean won = switch (i % 4) {
                    case 0 -> !flags[i].getAndSet(true);
                    case 1 -> flags[i].compareAndSet(true, false);
                    case 2 -> !flags[i].compareAndExchange(before, !before);
                    default -> flags[i].compareAndExchangeAcquire(true, false);
                };
                wins.addAndGet(won ? 1 : 0);
            }
            me.step();
            me.equal("wins", flags.length, wins.get());
            me.check("changed", flags[0].getPlain() && !flags[1].getAcquire() && flags[2].getOpaque());
            me.step();
            if (me.is(1)) {
                flags[1].lazySet(true);
            }
            me.step();
            me.equal("now", "true", flags[1].toString());
        }
    }

    /** A stack of linked nodes, whose top is changed by compare-and-set. */
    private static final class Stacks extends Scenario {
        private final AtomicReference<Node> top = new AtomicReference<>();
        private final AtomicReferenceArray<Node> tops = new AtomicReferenceArray<>(2);
        private final AtomicInteger popped = new AtomicInteger();

        private static final class Node {
            private final int value;
            private Node below;

            private Node(int value) {
                this.value = value;
            }
        }

        Stacks() {
            super("AtomicReference compares identities");
        }

        private void push(Node node) {
            do {
                node.below = top.get();
            } while (!top.compareAndSet(node.below, node));
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 10; i++) {
                push(new Node(i));
                Node mine = new Node(i);
                me.check("new", tops.get(0) != mine && !tops.compareAndSet(0, mine, mine));
                mine.below = tops.getAndSet(1, mine);
            }
            me.step();
            int count = 0;
            for (Node node = top.get(); node != null; node = node.below) {
                count++;
            }
            me.equal("nodes", 10 * me.workers(), count);
            me.step();
            for (int i = 0; i < 10; i++) {
                Node first = top.getAndUpdate(node -> node.below);
                popped.addAndGet(first.value);
            }
            me.step();
            me.check("empty", top.get() == null && tops.get(1) != null);
            me.equal("values", 45 * me.workers(), popped.get());
        }
    }

    /** Elements of arrays. */
    private static final class Arrays extends Scenario {
        private final AtomicIntegerArray ints = new AtomicIntegerArray(5);
        private final AtomicLongArray longs = new AtomicLongArray(new long[] {0, 1L << 40, 0});
        private final AtomicReferenceArray<String> words = new AtomicReferenceArray<>(new String[] {"", null, ""});

        Arrays() {
            super("Atomic arrays lose no update");
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 20; i++) {
                ints.getAndIncrement(i % 5);
                ints.accumulateAndGet(i % 5, 2, Integer::sum);
                longs.getAndAdd(1, 3);
                longs.updateAndGet(2, value -> value - 1);
                int seen = ints.get(4);
                while (ints.compareAndExchange(4, seen, seen + 100) != seen) {
                    seen = ints.get(4);
                }
                words.getAndAccumulate(2, "y", String::concat);
            }
            me.step();
            me.equal("ints", (12 * me.workers()) + "", ints.get(0) + "");
            me.equal("ints", (12 + 2000) * me.workers(), ints.getAcquire(4));
            me.equal("longs", (1L << 40) + 60L * me.workers(), longs.get(1));
            me.equal("longs", -20L * me.workers(), longs.getOpaque(2));
            me.equal("words", 20 * me.workers(), words.get(2).length());
            me.fails(IndexOutOfBoundsException.class, () -> ints.get(5));
            me.fails(IndexOutOfBoundsException.class, () -> longs.getAndSet(-1, 0));
            me.step();
            if (me.is(2)) {
                words.lazySet(1, "set");
                ints.setRelease(0, -1);
            }
            me.step();
            me.check("set", "set".equals(words.getAcquire(1)) && ints.getPlain(0) == -1 && words.length() == 3);
        }
    }

    private static final class Adders extends Scenario {
        private final LongAdder adder = new LongAdder();
        private final LongAccumulator greatest = new LongAccumulator(Long::max, Long.MIN_VALUE);

        Adders() {
            super("LongAdder adds");
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 30; i++) {
                adder.increment();
                adder.add(me.worker());
                greatest.accumulate(100 * me.worker() + i);
            }
            adder.decrement();
            me.step();
            int p = me.workers();
            me.equal("sum", 29L * p + 30L * p * (p - 1) / 2, adder.sum());
            me.equal("greatest", 100L * (p - 1) + 29, greatest.get());
            me.step();
            if (me.is(1)) {
                me.check("sum", adder.sumThenReset() > 0 && greatest.getThenReset() > 0);
            }
            me.step();
            me.check("reset", adder.intValue() == 0 && greatest.get() == Long.MIN_VALUE);
        }
    }
}
