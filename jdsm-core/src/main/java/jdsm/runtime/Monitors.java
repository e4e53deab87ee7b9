package jdsm.runtime;

/**
 * Extends the monitors of the program to all ranks: of objects that may be shared, of classes and of constants. The
 * woven code keeps its monitor instructions, which exclude the workers of one rank from each other; these calls,
 * between the instructions, exclude the other ranks. Thread-safe.
 */
public final class Monitors {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private Monitors() {}

    /** Called directly after a MONITORENTER: blocks until this thread has the object's job-wide lock. An acquire. */
    public static void entered(Object object) {
        try {
            SharedMonitor shared = Held.enter(object);
            if (shared != null) {
                shared.lock();
            }
        } catch (StackOverflowError e) {
            Overruns.last = e;
            throw e;
        }
    }

    /** Called directly before a MONITOREXIT: releases the object's job-wide lock. A release. */
    public static void exiting(Object object) {
        try {
            SharedMonitor shared = Held.exit(object);
            if (shared != null) {
                shared.unlock();
            }
        } catch (StackOverflowError e) {
            Overruns.last = e;
            throw e;
        }
    }

    /** Replaces {@link Object#wait()}. */
    public static void await(Object object) throws InterruptedException {
        await(object, 0);
    }

    /** Replaces {@link Object#wait(long)}. */
    public static void await(Object object, long millis) throws InterruptedException {
        await(object, millis, 0);
    }

    /** Replaces {@link Object#wait(long, int)}. */
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        int away = Presence.away(null);
        try {
            awaitAway(object, millis, nanos);
        } finally {
            Presence.back(away);
        }
    }

    private static void awaitAway(Object object, long millis, int nanos) throws InterruptedException {
        SharedMonitor shared = Held.monitorOf(object);
        if (shared == null) {
            if (Held.await(object, () -> object.wait(millis, nanos))) {
                return;
            }
            shared = Held.monitorOf(object);
        }
        if (millis < 0 || nanos < 0 || nanos >= NANOS_PER_MILLI) {
            throw new IllegalArgumentException("wait(" + millis + ", " + nanos
                    + "): milliseconds must not be negative, nanoseconds must be 0 to 999999");
        }
        requireOwner(object);
        long limit = millis > Long.MAX_VALUE / NANOS_PER_MILLI - 1 ? Long.MAX_VALUE : millis * NANOS_PER_MILLI + nanos;
        shared.await(limit);
    }

    /** Replaces {@link Object#notify()}. */
    public static void signal(Object object) {
        SharedMonitor shared = Held.monitorOf(object);
        if (shared == null) {
            object.notify();
        } else {
            requireOwner(object);
            shared.signal(false);
        }
    }

    /** Replaces {@link Object#notifyAll()}. */
    public static void signalAll(Object object) {
        SharedMonitor shared = Held.monitorOf(object);
        if (shared == null) {
            object.notifyAll();
        } else {
            requireOwner(object);
            shared.signal(true);
        }
    }

    private static void requireOwner(Object object) {
        if (!Thread.holdsLock(object)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }
}
