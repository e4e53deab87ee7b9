package jdsm.util;

import java.lang.invoke.VarHandle;
import jdsm.runtime.Atomics;

/** The twin of {@link java.util.concurrent.atomic.LongAdder}: one number. */
public class LongAdder extends java.util.concurrent.atomic.LongAdder {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(LongAdder.class, long.class);

    private volatile long value;

    /** As {@link java.util.concurrent.atomic.LongAdder#LongAdder()}. */
    public LongAdder() {}

    @Override
    public void add(long delta) {
        Atomics.getAndAdd(this, VALUE, delta);
    }

    @Override
    public void increment() {
        add(1);
    }

    @Override
    public void decrement() {
        add(-1);
    }

    @Override
    public long sum() {
        return value;
    }

    @Override
    public void reset() {
        value = 0;
    }

    @Override
    public long sumThenReset() {
        return Atomics.getAndSet(this, VALUE, 0L);
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
        java.util.concurrent.atomic.LongAdder copy = new java.util.concurrent.atomic.LongAdder();
        copy.add(value);
        return copy;
    }
}
