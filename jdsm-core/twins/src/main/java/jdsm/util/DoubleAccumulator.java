package jdsm.util;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import jdsm.runtime.Atomics;

/** The twin of {@link java.util.concurrent.atomic.DoubleAccumulator}: one number. */
public class DoubleAccumulator extends java.util.concurrent.atomic.DoubleAccumulator {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(DoubleAccumulator.class, long.class);

    /** The bits of the number. */
    private volatile long value;

    private final double identity;

    @SuppressWarnings("serial") // see writeReplace
    private final Given<DoubleBinaryOperator> function;

    /** As {@link java.util.concurrent.atomic.DoubleAccumulator#DoubleAccumulator(DoubleBinaryOperator, double)}. */
    public DoubleAccumulator(DoubleBinaryOperator function, double identity) {
        super(Objects.requireNonNull(function), identity);
        this.function = new Given<>(function);
        this.identity = identity;
        this.value = Double.doubleToRawLongBits(identity);
    }

    @Override
    public void accumulate(double x) {
        DoubleBinaryOperator known = function.get("a DoubleAccumulator");
        long before = value;
        long after = next(known, before, x);
        while (after != before) {
            long seen = Atomics.compareAndExchange(this, VALUE, before, after);
            if (seen == before) {
                return;
            }
            before = seen;
            after = next(known, before, x);
        }
    }

    private static long next(DoubleBinaryOperator function, long before, double x) {
        return Double.doubleToRawLongBits(function.applyAsDouble(Double.longBitsToDouble(before), x));
    }

    @Override
    public double get() {
        return Double.longBitsToDouble(value);
    }

    @Override
    public void reset() {
        value = Double.doubleToRawLongBits(identity);
    }

    @Override
    public double getThenReset() {
        return Double.longBitsToDouble(Atomics.getAndSet(this, VALUE, Double.doubleToRawLongBits(identity)));
    }

    @Override
    public int intValue() {
        return (int) get();
    }

    @Override
    public long longValue() {
        return (long) get();
    }

    @Override
    public float floatValue() {
        return (float) get();
    }

    @Override
    public double doubleValue() {
        return get();
    }

    @Override
    public String toString() {
        return Double.toString(get());
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        java.util.concurrent.atomic.DoubleAccumulator copy =
                new java.util.concurrent.atomic.DoubleAccumulator(function.get("a DoubleAccumulator"), identity);
        copy.accumulate(get());
        return copy;
    }
}
