package jdsm.util;

import java.lang.invoke.VarHandle;
import jdsm.runtime.Atomics;

/** The twin of {@link java.util.Random}, with the sequences of numbers that it specifies. */
public class Random extends java.util.Random {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(Random.class, long.class);

    // The linear congruential generator of the specification (Knuth, volume 2, section 3.2.1).
    private static final long FACTOR = 0x5DEECE66DL;
    private static final long ADDEND = 0xBL;
    private static final int BITS = 48;
    private static final long MASK = (1L << BITS) - 1;

    /** The generator's state. */
    private volatile long value;

    private boolean hasGaussian;
    private double gaussian;

    /** As {@link java.util.Random#Random()}. The superclass calls {@link #setSeed} with a seed of its own. */
    public Random() {}

    /** As {@link java.util.Random#Random(long)}. The superclass calls {@link #setSeed}. */
    public Random(long seed) {
        super(seed);
    }

    @Override
    public synchronized void setSeed(long seed) {
        value = (seed ^ FACTOR) & MASK;
        hasGaussian = false;
    }

    @Override
    protected int next(int bits) {
        while (true) {
            long before = value;
            long after = before * FACTOR + ADDEND & MASK;
            if (Atomics.compareAndSet(this, VALUE, before, after)) {
                return (int) (after >>> BITS - bits);
            }
        }
    }

    /** {@inheritDoc} By the polar method (Knuth, volume 2, section 3.4.1), which makes two numbers at a time. */
    @Override
    public synchronized double nextGaussian() {
        if (hasGaussian) {
            hasGaussian = false;
            return gaussian;
        }
        double x;
        double y;
        double square;
        do {
            x = 2 * nextDouble() - 1;
            y = 2 * nextDouble() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        double scale = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        gaussian = y * scale;
        hasGaussian = true;
        return x * scale;
    }
}
