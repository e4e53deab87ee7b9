package jdsm.util;

import jdsm.runtime.Values;

/** The twin of {@link java.util.concurrent.atomic.AtomicMarkableReference}. All state is under its monitor. */
public class AtomicMarkableReference<V> extends java.util.concurrent.atomic.AtomicMarkableReference<V> {
    private V reference;
    private boolean mark;

    /** As {@link java.util.concurrent.atomic.AtomicMarkableReference#AtomicMarkableReference(Object, boolean)}. */
    public AtomicMarkableReference(V reference, boolean mark) {
        super(null, false);
        this.reference = reference;
        this.mark = mark;
    }

    @Override
    public synchronized V getReference() {
        return reference;
    }

    @Override
    public synchronized boolean isMarked() {
        return mark;
    }

    @Override
    public synchronized V get(boolean[] holder) {
        holder[0] = mark;
        return reference;
    }

    @Override
    public synchronized void set(V next, boolean nextMark) {
        reference = next;
        mark = nextMark;
    }

    @Override
    public synchronized boolean compareAndSet(V expected, V next, boolean expectedMark, boolean nextMark) {
        boolean same = mark == expectedMark && Values.areSame(reference, expected);
        if (same) {
            set(next, nextMark);
        }
        return same;
    }

    @Override
    public boolean weakCompareAndSet(V expected, V next, boolean expectedMark, boolean nextMark) {
        return compareAndSet(expected, next, expectedMark, nextMark);
    }

    @Override
    public synchronized boolean attemptMark(V expected, boolean nextMark) {
        return compareAndSet(expected, reference, mark, nextMark);
    }
}
