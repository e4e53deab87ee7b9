package jdsm.comm.shm;

import java.util.ArrayList;
import java.util.List;

/**
 * The bells that a waiting thread has not rung yet. While that thread polls, it lets a sleeping peer read its messages
 * without a bell for a short time: a worker of the peer that looks for messages anyway costs no wake-up. Used by the
 * thread that holds the role of {@link Delivery}.
 */
final class LateBells {
    /** How long a message waits for a worker of a sleeping peer before the bell rings, in nanoseconds. */
    private static final long LATE_NANOS = 10_000;

    private final List<Link> links = new ArrayList<>();
    private boolean polls;
    private long sinceNanos;

    /** The thread polls from now on until {@link #end}. */
    void begin() {
        polls = true;
    }

    /** Leaves it to this thread to ring the bell of a peer later. Returns false if the caller must ring it now. */
    boolean add(Link link) {
        if (!polls) {
            return false;
        }
        if (links.contains(link)) {
            return true;
        }
        if (!link.patience().waits()) {
            return false;
        }
        if (links.isEmpty()) {
            sinceNanos = System.nanoTime();
        }
        links.add(link);
        return true;
    }

    /** Rings the bells if the first message has waited long enough. */
    void ringIfLate() {
        if (!links.isEmpty() && System.nanoTime() - sinceNanos >= LATE_NANOS) {
            ringAll();
        }
    }

    /** Rings the bells: the thread polls no more. */
    void end() {
        polls = false;
        ringAll();
    }

    private void ringAll() {
        for (Link link : links) {
            link.patience().judge(link.wakeIfUnread());
        }
        links.clear();
    }

    /**
     * Whether it pays to wait before the bell of a peer rings. It does not while the peer's workers leave messages
     * unread until the bell; then every {@link #TRIED}th message finds out whether they still do.
     */
    static final class Patience {
        private static final int MOST = 4;
        private static final int TRIED = 32;

        private int left = MOST;
        private int hurried;

        /** Whether to wait with the bell for the next message. */
        boolean waits() {
            if (left > 0) {
                return true;
            }
            hurried = (hurried + 1) % TRIED;
            return hurried == 0;
        }

        /** The peer was waited for. @param inVain whether the bell had to ring in the end */
        void judge(boolean inVain) {
            left = inVain ? Math.max(0, left - 1) : MOST;
        }
    }
}
