package jdsm.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The monitors of private objects that a thread has, and whether the thread is in a volatile access to a private
 * object. When such an object becomes shared, {@link #share} hands its lock to the thread that has the monitor, and
 * waits for the end of volatile accesses. Nothing is recorded before {@link #begin}.
 */
final class Held {
    /** The records of all threads. Its monitor keeps further threads from beginning to record. */
    private static final List<Held> ALL = new ArrayList<>();

    private static final int LEAST_ROOM = 16;
    /** How long a thread may stay in a monitor that ranks begin to share. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private static final long PAUSE_NANOS = 100_000;
    /** The number of records at which those of threads that have ended are looked for. Guarded as {@link #ALL}. */
    private static int room = LEAST_ROOM;

    private static final ThreadLocal<Held> MINE = ThreadLocal.withInitial(Held::new);

    private static volatile boolean noted;

    private final Thread thread = Thread.currentThread();
    private final ReentrantLock access = new ReentrantLock();
    /** The private object on whose monitor the thread waits, or null. */
    private Object waitsOn;

    private Object[] monitors = new Object[4];
    private int depth;

    private Held() {
        synchronized (ALL) {
            if (ALL.size() >= room) {
                ALL.removeIf(held -> !held.thread.isAlive());
                room = Math.max(LEAST_ROOM, 2 * ALL.size());
            }
            ALL.add(this);
        }
    }

    /** Starts the recording. To be called before the program can start threads that are in a monitor when objects become shared. */
    static void begin() {
        noted = true;
    }

    /**
     * Makes objects shared while no thread can record that it enters or leaves a monitor, and no thread can begin or
     * end a volatile access.
     *
     * @param reveal makes the handles visible to the threads of this rank; runs when the objects have heard of the threads that have
     *     their monitors
     */
    static void share(List<? extends Shared> objects, Runnable reveal) {
        long begin = System.nanoTime();
        while (!share(objects, reveal, System.nanoTime() - begin > PATIENCE_NANOS)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** @return false, without an effect, if a thread has a monitor that it may not keep, unless this is the last attempt */
    private static boolean share(List<? extends Shared> objects, Runnable reveal, boolean isLast) {
        List<Shared> awaited = new ArrayList<>(0);
        synchronized (ALL) {
            ALL.forEach(held -> held.access.lock());
            try {
                if (!isLast && ALL.stream().anyMatch(held -> held.hinders(objects))) {
                    return false;
                }
                ALL.forEach(held -> held.tell(objects, awaited));
                reveal.run();
            } finally {
                ALL.forEach(held -> held.access.unlock());
            }
        }
        awaited.forEach(Shared::isAwaited);
        return true;
    }

    private boolean hinders(List<? extends Shared> objects) {
        return depth > 0 && objects.stream().anyMatch(one -> count(one.target()) > 0 && !one.mayBeHeldAtFirst());
    }

    /**
     * Requires that no thread is in the monitor of an object with a name: of a class, for instance. Waits a while for one that is.
     *
     * @throws UnsupportedOperationException if one stays there
     */
    static void requireOutOfNamed() {
        long begin = System.nanoTime();
        Optional<Held> inside = inNamed();
        while (inside.isPresent() && System.nanoTime() - begin < PATIENCE_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
            inside = inNamed();
        }
        inside.ifPresent(held -> {
            throw Remedies.staysIn(held.thread, "a class or constant");
        });
    }

    private static Optional<Held> inNamed() {
        synchronized (ALL) {
            return ALL.stream().filter(Held::isInNamed).findFirst();
        }
    }

    private boolean isInNamed() {
        access.lock();
        try {
            return thread.isAlive()
                    && thread != Thread.currentThread()
                    && Arrays.stream(monitors, 0, depth).anyMatch(object -> NamedMonitors.of(object) != null);
        } finally {
            access.unlock();
        }
    }

    /** The objects with names on whose monitors threads of this rank wait. */
    static Set<Object> awaitedByName() {
        Set<Object> awaited = Collections.newSetFromMap(new IdentityHashMap<>());
        synchronized (ALL) {
            for (Held held : ALL) {
                held.access.lock();
                try {
                    if (NamedMonitors.of(held.waitsOn) != null) {
                        awaited.add(held.waitsOn);
                    }
                } finally {
                    held.access.unlock();
                }
            }
        }
        return awaited;
    }

    private void tell(List<? extends Shared> objects, List<Shared> awaited) {
        if (depth == 0 && waitsOn == null) {
            return;
        }
        for (Shared one : objects) {
            if (waitsOn == one.target()) {
                awaited.add(one);
            }
            int count = count(one.target());
            if (count > 0) {
                one.isHeldBy(thread, count);
            }
        }
    }

    private int count(Object object) {
        int count = 0;
        for (int i = 0; i < depth; i++) {
            if (monitors[i] == object) {
                count++;
            }
        }
        return count;
    }

    /**
     * Records that the calling thread has entered a monitor.
     *
     * @return the handle of the object; if null, the monitor has been recorded
     */
    static SharedMonitor enter(Object object) {
        if (!noted) {
            return Checks.ofAny(object);
        }
        SharedMonitor named = NamedMonitors.entering(object);
        return named != null ? named : MINE.get().entered(object);
    }

    private Shared entered(Object object) {
        Shared shared = Checks.ofAny(object);
        // A thread with recorded monitors looks again under the lock: this object may be one of them, and share() may
        // just have made this thread the holder.
        return shared == null ? note(object, 1) : depth == 0 ? shared : note(object, 0);
    }

    private Shared noteAgain(Object object, int times) {
        access.lock();
        try {
            waitsOn = null;
            return note(object, times);
        } finally {
            access.unlock();
        }
    }

    private Shared note(Object object, int times) {
        access.lock();
        try {
            Shared shared = Checks.ofAny(object);
            for (int i = 0; shared == null && i < times; i++) {
                if (depth == monitors.length) {
                    monitors = Arrays.copyOf(monitors, 2 * depth);
                }
                monitors[depth++] = object;
            }
            return shared;
        } finally {
            access.unlock();
        }
    }

    /**
     * Records that the calling thread is about to leave a monitor.
     *
     * @return the handle of the object, or null
     */
    static SharedMonitor exit(Object object) {
        if (!noted) {
            return Checks.ofAny(object);
        }
        SharedMonitor named = NamedMonitors.of(object);
        Held mine = MINE.get();
        if (named != null && mine.depth == 0) {
            return named;
        }
        Shared shared = mine.exiting(object); // entered, perhaps, before its name counted
        return named != null ? named : shared;
    }

    /** The job-wide lock of an object whose monitor the calling thread has, or null. */
    static SharedMonitor monitorOf(Object object) {
        SharedMonitor named = NamedMonitors.of(object);
        return named != null ? named : Checks.ofAny(object);
    }

    private Shared exiting(Object object) {
        return depth == 0 ? Checks.ofAny(object) : forget(object);
    }

    private Shared forget(Object object) {
        access.lock();
        try {
            remove(object);
            return Checks.ofAny(object);
        } finally {
            access.unlock();
        }
    }

    private boolean remove(Object object) {
        for (int i = depth - 1; i >= 0; i--) {
            if (monitors[i] == object) {
                System.arraycopy(monitors, i + 1, monitors, i, depth - i - 1);
                monitors[--depth] = null;
                return true;
            }
        }
        return false;
    }

    /**
     * Runs {@code Object.wait} on an object that was private when the call began: removes the object's monitor from the
     * record during the wait. If the object has become shared meanwhile, takes its lock as often as the thread had the
     * monitor.
     *
     * @param await waits
     * @return false, without a wait, if the object has become shared since the call began
     */
    static boolean await(Object object, Wait await) throws InterruptedException {
        Held mine = MINE.get();
        int times = 0;
        mine.access.lock();
        try {
            if (Checks.ofAny(object) != null) {
                return false;
            }
            while (mine.remove(object)) {
                times++;
            }
            mine.waitsOn = object;
        } finally {
            mine.access.unlock();
        }
        try {
            boolean isNamed = NamedMonitors.of(object) != null; // since the call began: nobody would notify this wait
            if (!isNamed) {
                await.run();
            }
        } finally {
            Shared known = mine.noteAgain(object, times);
            SharedMonitor shared = known != null ? known : NamedMonitors.of(object);
            for (int i = 0; shared != null && i < times; i++) {
                shared.lock();
            }
        }
        return true;
    }

    interface Wait {
        void run() throws InterruptedException;
    }

    /**
     * Begins a volatile access: while the object is private, keeps it from becoming shared until {@link #exitVolatile}.
     *
     * @return the handle of the object; null if it is private
     */
    static Shared enterVolatile(Object object) {
        Shared shared = Checks.ofAny(object);
        if (shared != null || object == null || !noted) {
            return shared;
        }
        Held mine = MINE.get();
        mine.access.lock();
        shared = Checks.ofAny(object);
        if (shared != null) {
            mine.access.unlock();
        }
        return shared;
    }

    /** Ends the volatile access, if {@link #enterVolatile} returned null for it. */
    static void exitVolatile() {
        if (noted) {
            ReentrantLock mine = MINE.get().access;
            if (mine.isHeldByCurrentThread()) {
                mine.unlock();
            }
        }
    }
}
