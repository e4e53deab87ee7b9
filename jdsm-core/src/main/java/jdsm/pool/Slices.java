package jdsm.pool;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import jdsm.coherence.UnitState;
import jdsm.runtime.UnitAccess;
import jdsm.sync.Waits;

/**
 * Keeps a contended lock with a worker that takes it again and again, and a unit between a volatile read and the write
 * that follows ({@link Takes}). A move of a lock to another rank costs as much as
 * hundreds of uses on one rank. So if other ranks wait, such a worker uses the lock for a slice of time before it
 * passes the lock on: its unlock keeps the hold, and its next lock finds it.
 *
 * <p>A worker gives a kept lock up before it waits for anything and before it takes another lock. A worker that does
 * neither and does not lock again leaves that to the guard, a thread that runs while workers keep locks. So a lock is
 * kept for a bounded time. Thread-safe.
 */
final class Slices {
    /**
     * The shortest and the longest time for which a worker uses a lock while other ranks wait, in nanoseconds. In
     * between, the time is a part of the worker's own wait for the lock, which grows with the cost of a move and with
     * the number of ranks that wait.
     */
    private static final long SHORTEST_NANOS = 50_000;

    private static final long LONGEST_NANOS = 250_000;
    private static final int WAITS_PER_SLICE = 8;
    /** A worker that locks again within this time after its unlock, in nanoseconds, may do so the next time. */
    private static final long QUICK_NANOS = 5_000;
    /** The number of times in a row that a worker has to lock again quickly, before it keeps the lock. */
    private static final int QUICK_TIMES = 3;
    /** The number of ticks without a kept lock after which the guard sleeps. */
    private static final int IDLE_TICKS = 20;

    /** One worker's use of locks. Only the worker accesses the plain fields. */
    private static final class Slice {
        /** The lock that the worker keeps, or null. The worker sets it; any thread may take it. */
        private final AtomicReference<UnitState> kept = new AtomicReference<>();
        /** The number of times the worker has kept a lock. */
        private volatile int keeps;

        private UnitState last;
        private long endNanos;
        private long unlockedNanos;
        private int quick;
        /** The unit that the worker kept last. */
        private UnitState keptLast;
        /** The guard's last look at {@link #keeps}. Only the guard accesses it. */
        private int seen;
    }

    private final Slice[] slices;
    private final Consumer<UnitState> letGo;
    private final Thread guard;
    private boolean started;
    /** The lock that the guard is letting go of, or null. Only the guard writes it. */
    private volatile UnitState leaving;

    private volatile boolean asleep;
    private volatile boolean closed;

    /**
     * Starts no thread yet.
     *
     * @param workers the number of workers of the rank
     * @param letGo undoes the hold of a unit; on any thread
     */
    Slices(int workers, Consumer<UnitState> letGo) {
        this.letGo = letGo;
        slices = new Slice[workers];
        for (int worker = 0; worker < workers; worker++) {
            slices[worker] = new Slice();
        }
        guard = new Thread(this::watch, "jdsm-slices");
        guard.setDaemon(true);
    }

    /** Whether a worker has unlocked the lock and keeps it. */
    boolean isKept(int worker, UnitState lock) {
        return worker >= 0 && slices[worker].kept.get() == lock;
    }

    /**
     * Whether a unit is held only because a worker that has unlocked it keeps it. For reports, which ask it after they
     * have read the holder, and then read the holder again. Any thread.
     */
    boolean isOnlyKept(UnitState unit) {
        for (Slice slice : slices) {
            if (slice.kept.get() == unit) {
                return true;
            }
        }
        return leaving == unit;
    }

    /**
     * A worker is about to lock. Gives another lock up that it keeps.
     *
     * @return whether the worker has kept the lock, and holds it now
     */
    boolean retake(int worker, UnitState lock) {
        if (worker < 0) {
            return false;
        }
        Slice mine = slices[worker];
        boolean isQuick = lock == mine.last && System.nanoTime() - mine.unlockedNanos < QUICK_NANOS;
        mine.quick = isQuick ? mine.quick + 1 : 0;
        mine.last = lock;
        if (takeBack(worker, lock)) {
            return true;
        }
        giveUp(worker);
        return false;
    }

    /**
     * A worker is about to hold a unit. If the guard is letting go of the same one for it, waits until that has been
     * done, because only one thread at a time may change a hold.
     *
     * @return whether the worker has kept the unit, and holds it now
     */
    boolean takeBack(int worker, UnitState unit) {
        AtomicReference<UnitState> kept = slices[worker].kept;
        if (kept.get() == unit && kept.compareAndSet(unit, null)) {
            return true;
        }
        awaitLeaving(unit);
        return false;
    }

    private void awaitLeaving(UnitState unit) {
        while (leaving == unit) {
            Thread.yield();
        }
    }

    /**
     * A worker has got a lock that it did not keep.
     *
     * @param waitedSince the time at which the worker began to wait for it
     */
    void taken(int worker, long waitedSince) {
        if (worker >= 0) {
            long now = System.nanoTime();
            long slice = Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, (now - waitedSince) / WAITS_PER_SLICE));
            slices[worker].endNanos = now + slice;
        }
    }

    /**
     * A worker unlocks.
     *
     * @return true if the worker keeps the lock, so that the caller does not let go of it
     */
    boolean keep(int worker, UnitState lock, long now) {
        if (worker < 0) {
            return false;
        }
        Slice mine = slices[worker];
        boolean keeps = mine.quick >= QUICK_TIMES
                && now - mine.endNanos < 0
                && lock.access() == UnitAccess.HELD_WANTED
                && lock.isHeldOnce();
        if (keeps) {
            mine.unlockedNanos = now;
            keep(worker, lock);
        }
        return keeps;
    }

    /** A worker keeps a unit that it holds once: it is likely to hold the unit again soon. */
    void keep(int worker, UnitState unit) {
        giveUp(worker);
        Slice mine = slices[worker];
        mine.keeps++;
        mine.keptLast = unit;
        mine.kept.set(unit);
        wakeGuard();
    }

    /** A worker has let go of a lock. */
    void unlocked(int worker) {
        if (worker >= 0) {
            slices[worker].unlockedNanos = System.nanoTime();
        }
    }

    /** The calling worker gives one unit up if it keeps that one; afterwards nobody lets go of the unit for it. */
    void giveUpOnly(int worker, UnitState unit) {
        if (takeBack(worker, unit)) {
            letGo.accept(unit);
        }
    }

    /** Lets go of the unit that the calling worker keeps, if it keeps one. */
    void giveUp(int worker) {
        if (worker < 0) {
            return;
        }
        UnitState last = slices[worker].keptLast;
        if (last != null) {
            giveUp(worker, slices[worker].kept.get());
            awaitLeaving(last);
        }
    }

    /** Lets go of a lock if the worker still keeps that one. */
    private void giveUp(int worker, UnitState lock) {
        if (lock != null && slices[worker].kept.compareAndSet(lock, null)) {
            letGo.accept(lock);
        }
    }

    private void wakeGuard() {
        if (asleep) {
            asleep = false;
            Waits.wake(guard);
        } else if (!started) {
            start();
        }
    }

    private synchronized void start() {
        if (!started && !closed) {
            started = true;
            guard.start();
        }
    }

    /** The guard: looks at each tick, and gives up a lock that was kept the whole time since the last look. */
    private void watch() {
        int idle = 0;
        while (!closed) {
            Waits.tick();
            idle = look() ? 0 : idle + 1;
            if (idle >= IDLE_TICKS) {
                asleep = true; // before the last look: either that sees a kept lock, or its worker wakes this thread
                if (!look()) {
                    Waits.rest(() -> !asleep || closed);
                }
                asleep = false;
                idle = 0;
            }
        }
    }

    private boolean look() {
        boolean any = false;
        for (int worker = 0; worker < slices.length; worker++) {
            Slice one = slices[worker];
            int keeps = one.keeps;
            UnitState lock = one.kept.get();
            if (lock != null) {
                any = true;
                if (keeps == one.seen) {
                    leaving = lock; // the same one that it lets go of: the worker may keep another lock by now
                    try {
                        giveUp(worker, lock);
                    } finally {
                        leaving = null;
                    }
                }
            }
            one.seen = keeps;
        }
        return any;
    }

    /** Whether the guard sleeps, because no worker keeps locks. */
    boolean guardSleeps() {
        return asleep;
    }

    /** Ends the guard. No worker locks any more. */
    synchronized void close() {
        closed = true;
        Waits.wake(guard);
    }
}
