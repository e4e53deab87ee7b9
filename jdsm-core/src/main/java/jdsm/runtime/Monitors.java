package jdsm.runtime;

/**
 * Monitors of objects that may be shared, and of classes and constants. The woven monitor instructions stay as they
 * are, so that workers of one rank exclude each other as ever; these calls, between them, exclude other ranks.
 * Thread-safe.
 */
public final class Monitors {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private Monitors() {}

    /** Directly behind a MONITORENTER: blocks until no other rank has the object's lock. An acquire. */
    public static void entered(Object object) {
        SharedMonitor shared = Held.enter(object);
        if (shared != null) {
            shared.lock();
        }
    }

    /** Directly before a MONITOREXIT. A release. */
    public static void exiting(Object object) {
        SharedMonitor shared = Held.exit(object);
        if (shared != null) {
            shared.unlock();
        }
    }

    /** In place of {@link Object#wait()}. */
    public static void await(Object object) throws InterruptedException {
        await(object, 0);
    }

    /** In place of {@link Object#wait(long)}. */
    public static void await(Object object, long millis) throws InterruptedException {
        await(object, millis, 0);
    }

    /** In place of {@link Object#wait(long, int)}. */
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        SharedMonitor shared = Held.monitorOf(object);
        if (shared == null) {
            Held.await(object, () -> object.wait(millis, nanos));
            return;
        }
        if (millis < 0 || nanos < 0 || nanos >= NANOS_PER_MILLI) {
            throw new IllegalArgumentException("wait(" + millis + ", " + nanos + ")");
        }
        requireOwner(object);
        long limit = millis > Long.MAX_VALUE / NANOS_PER_MILLI - 1 ? Long.MAX_VALUE : millis * NANOS_PER_MILLI + nanos;
        shared.await(limit);
    }

    /** In place of {@link Object#notify()}. */
    public static void signal(Object object) {
        SharedMonitor shared = Held.monitorOf(object);
        if (shared == null) {
            object.notify();
        } else {
            requireOwner(object);
            shared.signal(false);
        }
    }

    /** In place of {@link Object#notifyAll()}. */
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
