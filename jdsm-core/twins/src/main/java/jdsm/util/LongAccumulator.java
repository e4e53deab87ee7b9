package jdsm.util;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import jdsm.runtime.Atomics;

/** The twin of {@link java.util.concurrent.atomic.LongAccumulator}: one number. */
public class LongAccumulator extends java.util.concurrent.atomic.LongAccumulator {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(LongAccumulator.class, long.class);

    private volatile long value;
    private final long identity;

    @SuppressWarnings("serial") // see writeReplace
    private final Given<LongBinaryOperator> function;

    /** As {@link java.util.concurrent.atomic.LongAccumulator#LongAccumulator(LongBinaryOperator, long)}. */
    public LongAccumulator(LongBinaryOperator function, long identity) {
        super(Objects.requireNonNull(function), identity);
        this.function = new Given<>(function);
        this.identity = identity;
        this.value = identity;
    }

    @Override
    public void accumulate(long x) {
        LongBinaryOperator known = function.get("a LongAccumulator");
        long before = value;
        long after = known.applyAsLong(before, x);
        while (after != before) {
            long seen = Atomics.compareAndExchange(this, VALUE, before, after);
            if (seen == before) {
                return;
            }
            before = seen;
            after = known.applyAsLong(before, x);
        }
    }

    @Override
    public long get() {
        return value;
    }

    @Override
    public void reset() {
        value = identity;
    }

    @Override
    public long getThenReset() {
        return Atomics.getAndSet(this, VALUE, identity);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return (double) value;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        java.util.concurrent.atomic.LongAccumulator copy =
                new java.util.concurrent.atomic.LongAccumulator(function.get("a LongAccumulator"), identity);
        copy.accumulate(value);
        return copy;
    }
}
