package jdsm.pool;

import java.util.HashMap;
import java.util.Map;
import jdsm.coherence.CoherenceMessage.Room;
import jdsm.coherence.UnitState;
import jdsm.config.FetchOrder;

/**
 * How many copies of other units this rank would like with a reply, by the class of the object that it has requested.
 * Some of the copies that come are samples, which show whether workers read them. While most have been read by the next
 * request, or by the next barrier, the rank likes more, up to {@link #MOST_BYTES}. When few of many have been, or few by
 * the next barrier, it tries the other order of following references, unless the job fixes it, and then likes fewer. The service loop uses it.
 */
final class Appetites {
    static final int FIRST_BYTES = 4 << 10;
    static final int MOST_BYTES = 256 << 10;

    private static final int LEAST_BYTES = 512;
    private static final int FACTOR = 4;
    /** After this many requests for single copies, the rank tries again with others along. */
    private static final int SINGLE_REQUESTS = 64;
    /** So many samples are many. */
    private static final int MANY = 256;
    /**
     * Many unread samples tell nothing before this many replies: workers may read the copies of one reply in any order.
     */
    private static final int REPLIES = 16;
    /** The unread samples are this many times those that have been read: few have been. */
    private static final int FEW = 4;

    private final FetchOrder order;
    private final Map<Class<?>, Appetite> byClass = new HashMap<>();
    /** The appetite whose copies are coming. */
    private Appetite coming;

    /** @param order the order in which owners follow references; only one that is learnt is changed here */
    Appetites(FetchOrder order) {
        this.order = order;
    }

    /** What is known of the copies that come with objects of one class. */
    private final class Appetite {
        private int bytes = FIRST_BYTES;
        private boolean breadthFirst = order == FetchOrder.BREADTH;
        private boolean disappointed;
        private int single;
        /** The number of replies whose copies are among the samples. */
        private int replies;

        private final ReadSamples samples = new ReadSamples();

        Room next() {
            judge(false);
            if (bytes == 0 && ++single == SINGLE_REQUESTS) {
                single = 0;
                bytes = LEAST_BYTES;
            }
            return bytes == 0 ? Room.NONE : new Room(bytes, breadthFirst);
        }

        /** @param over whether workers read no more of the copies in this interval */
        void judge(boolean over) {
            samples.count();
            int read = samples.read();
            int unread = samples.unread();
            if (read >= unread && read > 0) {
                disappointed = false;
                bytes = Math.min(MOST_BYTES, FACTOR * bytes);
                clear();
            } else if (over || samples.size() >= MANY && replies >= REPLIES) {
                if (unread > FEW * read) {
                    disappoint();
                }
                clear();
            }
        }

        private void clear() {
            samples.clear();
            replies = 0;
        }

        private void disappoint() {
            if (disappointed || order != FetchOrder.LEARNT) {
                bytes = bytes / FACTOR < LEAST_BYTES ? 0 : bytes / FACTOR;
            } else {
                breadthFirst = !breadthFirst;
            }
            disappointed = !disappointed;
        }
    }

    private Appetite of(Class<?> type) {
        return byClass.computeIfAbsent(type, first -> new Appetite());
    }

    /** The copies that this rank would like with an object of a class, which it is about to request. */
    Room room(Class<?> type) {
        return of(type).next();
    }

    /** Whether workers have read most of what came with objects of a class, as much as a reply may have. */
    boolean isGreatest(Class<?> type) {
        Appetite known = byClass.get(type);
        return known != null && known.bytes == MOST_BYTES;
    }

    /** Whether a rank with a wish reads most of the copies that it gets: its wish has grown several times. */
    static boolean isFed(Room wish) {
        return wish.bytes() >= MOST_BYTES / FACTOR;
    }

    /** A reply about an object of a class has come, and its copies follow. */
    void replied(Class<?> type) {
        coming = of(type);
        coming.replies++;
    }

    /** A copy has come that is a sample. */
    void sample(UnitState unit) {
        if (coming != null) {
            coming.samples.add(unit);
        }
    }

    /** All workers of this rank have entered a barrier. */
    void intervalEnds() {
        byClass.values().forEach(each -> each.judge(true));
    }
}
