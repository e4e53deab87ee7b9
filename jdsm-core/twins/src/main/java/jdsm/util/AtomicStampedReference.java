package jdsm.util;

import jdsm.runtime.Values;

/** The twin of {@link java.util.concurrent.atomic.AtomicStampedReference}. All state is under its monitor. */
public class AtomicStampedReference<V> extends java.util.concurrent.atomic.AtomicStampedReference<V> {
    private V reference;
    private int stamp;

    /** As {@link java.util.concurrent.atomic.AtomicStampedReference#AtomicStampedReference(Object, int)}. */
    public AtomicStampedReference(V reference, int stamp) {
        super(null, 0);
        this.reference = reference;
        this.stamp = stamp;
    }

    @Override
    public synchronized V getReference() {
        return reference;
    }

    @Override
    public synchronized int getStamp() {
        return stamp;
    }

    @Override
    public synchronized V get(int[] holder) {
        holder[0] = stamp;
        return reference;
    }

    @Override
    public synchronized void set(V next, int nextStamp) {
        reference = next;
        stamp = nextStamp;
    }

    @Override
    public synchronized boolean compareAndSet(V expected, V next, int expectedStamp, int nextStamp) {
        boolean same = stamp == expectedStamp && Values.areSame(reference, expected);
        if (same) {
            set(next, nextStamp);
        }
        return same;
    }

    @Override
    public boolean weakCompareAndSet(V expected, V next, int expectedStamp, int nextStamp) {
        return compareAndSet(expected, next, expectedStamp, nextStamp);
    }

    @Override
    public synchronized boolean attemptStamp(V expected, int nextStamp) {
        return compareAndSet(expected, reference, stamp, nextStamp);
    }
}
