package jdsm.examples.programs;

import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import jdsm.SPMD;

/**
 * Sets of bits, random numbers, atomic arrays and copy-on-write collections of the JDK in shared fields. Each line that
 * it reports needs what all workers did.
 */
public final class WovenNumbers extends SPMD {
    private static final int TURNS = 60;

    private final BitSet bits = new BitSet();
    private BitSet odd;
    private final Random random = new Random(17);
    private final Collection<Double> drawn = new TreeSet<>();
    private final LongAdder adder = new LongAdder();
    private final AtomicIntegerArray counts = new AtomicIntegerArray(200);
    private final AtomicLongArray sums = new AtomicLongArray(new long[] {1L << 40, 0, 0});
    private final AtomicReferenceArray<String> words = new AtomicReferenceArray<>(3);
    private final List<String> copied = new CopyOnWriteArrayList<>(List.of("first"));
    private final Set<Integer> once = new CopyOnWriteArraySet<>();
    private final Vector<Integer> vector = new Vector<>();
    private final Stack<Integer> stack = new Stack<>();
    private final Map<TimeUnit, Integer> byUnit = new EnumMap<>(TimeUnit.class);
    private int iterated;

    @Override
    public void start() {
        int w = worker();
        int p = workers();
        for (int turn = 0; turn < TURNS; turn++) {
            double next = random.nextFloat(); // one step of the generator
            synchronized (this) {
                bits.set(turn * p + w);
                bits.clear(turn);
                byUnit.merge(TimeUnit.values()[turn % 5], w + 1, Integer::sum);
                drawn.add(next);
            }
            adder.add(w + 1);
            counts.getAndIncrement(turn % 7);
            counts.accumulateAndGet(100 + turn, w, (a, b) -> a + b * b);
            sums.addAndGet(1, turn);
            sums.getAndUpdate(0, sum -> sum + 3);
            LongSupplier more = () -> sums.incrementAndGet(2);
            more.getAsLong();
            once.add(turn % 5 + w);
            vector.add(turn);
            synchronized (stack) { // which excludes the others' calls as well
                if (stack.size() > 3 * p) {
                    stack.pop();
                }
                stack.push(stack.size());
            }
        }
        words.updateAndGet(w % 3, word -> "word " + w % 3);
        copied.add("of " + w);
        barrier();
        String before = words.get(0);
        barrier();
        boolean first = words.compareAndSet(0, before, "changed");
        List<String> seen = List.copyOf(copied);
        barrier();
        for (String each : seen) {
            synchronized (this) {
                iterated += each.length();
            }
            copied.remove("of " + w);
        }
        if (first) {
            adder.add(1000);
        }
        barrier();
        if (w == 0) {
            random.setSeed(5);
            odd = (BitSet) bits.clone();
            odd.and(BitSet.valueOf(new long[] {0xAAAAAAAAAAAAAAAAL, 0xAAAAAAAAAAAAAAAAL}));
            say("BitSet", bits, bits.cardinality(), bits.nextClearBit(100), odd);
            say("LongAdder", adder, adder.sumThenReset(), adder.intValue());
            say("AtomicArrays", counts, sums, words, counts.length(), words.get(0));
            say("CopyOnWriteArrayList", copied, iterated);
            vector.sort(null);
            say("Vector", vector.size(), vector.lastElement(), vector.get(p), stack);
            byUnit.keySet().remove(TimeUnit.SECONDS);
            say("EnumMap", byUnit, byUnit.get(TimeUnit.DAYS), byUnit.equals(new EnumMap<>(byUnit)));
            say("CopyOnWriteArraySet", new TreeSet<>(once), once.size());
        }
        barrier();
        for (int turn = 0; turn < p; turn++) {
            if (turn == w) {
                say(
                        "Random",
                        turn,
                        random.nextInt(1000),
                        random.nextGaussian(),
                        random.ints(2).sum());
            }
            barrier();
        }
        if (w == 0) {
            say("Random", drawn.hashCode(), odd.equals(bits), random.nextLong());
        }
    }

    private synchronized void say(String type, Object... seen) {
        report(type + Stream.of(seen).map(each -> " " + each).reduce("", String::concat));
    }
}
