package jdsm.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The threads besides the workers that have come to woven code, each with its {@link Presence}. A new thread takes over
 * the place of one that has ended, so there are at most twice as many places as such threads at one time. Thread-safe.
 */
final class Visitors {
    private static final int FIRST_SEARCH = 4;

    private static volatile Presence[] all = {};

    /** The threads of {@link #all}, by place. */
    private static final List<WeakReference<Thread>> THREADS = new ArrayList<>();

    /** The places that are free. */
    private static final List<Integer> FREE = new ArrayList<>();

    /** The number of threads that come before the next search for ended ones. */
    private static int untilSearch = FIRST_SEARCH;

    private Visitors() {}

    /** The presences of all places. The caller must not change the array. */
    static Presence[] all() {
        return all;
    }

    /** Adds the calling thread, which is out. */
    static synchronized Presence add() {
        if (FREE.isEmpty() && --untilSearch <= 0) {
            search();
        }
        WeakReference<Thread> me = new WeakReference<>(Thread.currentThread());
        if (!FREE.isEmpty()) {
            int place = FREE.remove(FREE.size() - 1);
            THREADS.set(place, me);
            return all[place];
        }
        Presence added = new Presence();
        Presence[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = added;
        THREADS.add(me);
        all = more;
        return added;
    }

    /** Finds the places of threads that have ended. */
    private static void search() {
        for (int place = THREADS.size() - 1; place >= 0; place--) {
            WeakReference<Thread> one = THREADS.get(place);
            Thread thread = one == null ? null : one.get();
            if (one != null && (thread == null || !thread.isAlive())) {
                all[place].goOut(); // an error may have ended the thread before it left
                THREADS.set(place, null);
                FREE.add(place);
            }
        }
        untilSearch = Math.max(FIRST_SEARCH, THREADS.size() - FREE.size());
    }

    /** The threads that have come, and not ended. */
    static synchronized List<Thread> threads() {
        List<Thread> alive = new ArrayList<>();
        for (WeakReference<Thread> one : THREADS) {
            Thread thread = one == null ? null : one.get();
            if (thread != null && thread.isAlive()) {
                alive.add(thread);
            }
        }
        return alive;
    }
}
