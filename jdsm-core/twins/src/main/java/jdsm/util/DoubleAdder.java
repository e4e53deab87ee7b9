package jdsm.util;

import java.lang.invoke.VarHandle;
import jdsm.runtime.Atomics;

/** The twin of {@link java.util.concurrent.atomic.DoubleAdder}: one number. */
public class DoubleAdder extends java.util.concurrent.atomic.DoubleAdder {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(DoubleAdder.class, long.class);

    /** The bits of the number. */
    private volatile long value;

    /** As {@link java.util.concurrent.atomic.DoubleAdder#DoubleAdder()}. */
    public DoubleAdder() {}

    @Override
    public void add(double delta) {
        long before = value;
        long seen = replace(before, delta);
        while (seen != before) {
            before = seen;
            seen = replace(before, delta);
        }
    }

    private long replace(long before, double delta) {
        long after = Double.doubleToRawLongBits(Double.longBitsToDouble(before) + delta);
        return Atomics.compareAndExchange(this, VALUE, before, after);
    }

    @Override
    public double sum() {
        return Double.longBitsToDouble(value);
    }

    @Override
    public void reset() {
        value = 0;
    }

    @Override
    public double sumThenReset() {
        return Double.longBitsToDouble(Atomics.getAndSet(this, VALUE, 0L));
    }

    @Override
    public int intValue() {
        return (int) sum();
    }

    @Override
    public long longValue() {
        return (long) sum();
    }

    @Override
    public float floatValue() {
        return (float) sum();
    }

    @Override
    public double doubleValue() {
        return sum();
    }

    @Override
    public String toString() {
        return Double.toString(sum());
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        java.util.concurrent.atomic.DoubleAdder copy = new java.util.concurrent.atomic.DoubleAdder();
        copy.add(sum());
        return copy;
    }
}
