package jdsm.comm.shm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether threads of a rank look for messages again and again, as one does in a loop that reads a volatile field. While
 * they do, the rank is awake without a thread in the role of {@link Delivery}; the rank's own thread looks at each tick
 * whether they still do.
 */
final class Attention {
    /** The time between two ticks, in milliseconds. */
    static final long TICK_MILLIS = 1;
    /** The number of ticks in a row without a look after which the ticks end. */
    private static final int IDLE_TICKS = 20;

    /** The number of looks; written by the thread that has the role. */
    private final AtomicInteger looks = new AtomicInteger();
    /** The number of looks by threads that did not get the role. */
    private final AtomicInteger passes = new AtomicInteger();

    private volatile boolean ticking;
    /** The number of looks at the last tick. Used only by the rank's own thread, as the next one. */
    private int seen;

    private int idle;

    /**
     * A thread looks, and has the role.
     *
     * @return whether the ticks have to begin
     */
    boolean looked() {
        looks.set(looks.get() + 1);
        boolean begins = !ticking;
        ticking = true;
        return begins;
    }

    /** A thread looks while another thread has the role. */
    void passed() {
        passes.incrementAndGet();
    }

    int passes() {
        return passes.get();
    }

    boolean ticks() {
        return ticking;
    }

    /** A tick. @return whether no thread has looked since the one before */
    boolean isLost() {
        int now = looks.get();
        if (now != seen) {
            seen = now;
            idle = 0;
            return false;
        }
        if (++idle >= IDLE_TICKS) {
            ticking = false; // before the last comparison: either that sees a look, or the look finds no ticks
            if (looks.get() != seen) {
                ticking = true;
            }
        }
        return idle == 1;
    }
}
