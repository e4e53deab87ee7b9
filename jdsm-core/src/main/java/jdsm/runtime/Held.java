package jdsm.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * What a thread does just now with objects that are not shared: the monitors that it has, and whether it is in a volatile
 * access. Should such an object come to be shared meanwhile, whoever makes it so sees to it that its lock is the thread's, and
 * that no volatile access is under way. Nothing is noted while objects cannot come to be shared.
 */
final class Held {
    private static final List<Held> ALL = new CopyOnWriteArrayList<>();
    private static final ThreadLocal<Held> MINE = ThreadLocal.withInitial(Held::new);

    private static volatile boolean noted;

    private final Thread thread = Thread.currentThread();
    private final ReentrantLock access = new ReentrantLock();
    private Object[] monitors = new Object[4];
    private int depth;

    private Held() {
        ALL.add(this);
        ALL.removeIf(held -> !held.thread.isAlive());
    }

    /** From now on objects may come to be shared. */
    static void begin() {
        noted = true;
    }

    /**
     * Makes an object a shared one while no thread can begin or end anything with it.
     *
     * @param reveal lets threads see that it is shared
     * @param holder is told, before that, which thread has the object's monitor, and how often, if one does
     */
    static void share(Object object, Runnable reveal, BiConsumer<Thread, Integer> holder) {
        List<Held> all = List.copyOf(ALL);
        all.forEach(held -> held.access.lock());
        try {
            for (Held held : all) {
                int count = held.count(object);
                if (count > 0) {
                    holder.accept(held.thread, count);
                }
            }
            reveal.run();
        } finally {
            all.forEach(held -> held.access.unlock());
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

    /** The thread has come to have a monitor. @return what is known of the object; if that is null, the monitor is noted */
    static SharedMonitor enter(Object object) {
        if (!noted) {
            return Checks.ofAny(object);
        }
        SharedMonitor named = NamedMonitors.entering(object);
        return named != null ? named : MINE.get().entered(object);
    }

    private Shared entered(Object object) {
        Shared shared = Checks.ofAny(object);
        // With monitors noted, look again under the lock: this one may be among them, and who holds it set just now.
        return shared == null ? note(object, 1) : depth == 0 ? shared : note(object, 0);
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

    /** The thread is about to give a monitor away. @return what is known of the object */
    static SharedMonitor exit(Object object) {
        if (!noted) {
            return Checks.ofAny(object);
        }
        SharedMonitor named = NamedMonitors.of(object);
        return named != null ? named : MINE.get().exiting(object);
    }

    /** What is known of an object whose monitor a thread has. */
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
     * {@code Object.wait} on an object that was not shared: its monitor is not the thread's meanwhile.
     *
     * @param await waits
     */
    static void await(Object object, Wait await) throws InterruptedException {
        if (!noted) {
            await.run();
            return;
        }
        Held mine = MINE.get();
        int times = 0;
        mine.access.lock();
        try {
            while (mine.remove(object)) {
                times++;
            }
        } finally {
            mine.access.unlock();
        }
        try {
            await.run();
        } finally {
            Shared shared = mine.note(object, times);
            for (int i = 0; shared != null && i < times; i++) {
                shared.lock();
            }
        }
    }

    interface Wait {
        void run() throws InterruptedException;
    }

    /** Begins a volatile access to an object that is not shared, as far as is known. @return what is known now */
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

    /** Ends it, if it was begun so. */
    static void exitVolatile() {
        if (noted) {
            ReentrantLock mine = MINE.get().access;
            if (mine.isHeldByCurrentThread()) {
                mine.unlock();
            }
        }
    }
}
