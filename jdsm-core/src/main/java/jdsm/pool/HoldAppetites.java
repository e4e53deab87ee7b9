package jdsm.pool;

import java.util.HashMap;
import java.util.Map;
import jdsm.coherence.CoherenceMessage.Room;
import jdsm.coherence.UnitState;

/**
 * How many copies of stale units this rank would like with an exclusive hold, by the class of the object that is held, a lock for the
 * most part. At first it wishes for none, and gets the few that it asked for lately. Some of the copies that come are samples. While
 * most have been read by the next request for such a hold, or by the next barrier, the rank likes more, up to {@link #MOST_BYTES}.
 * When few have been, it likes fewer, and is in no hurry to try again: critical sections that use what the last one wrote want all of
 * it, and those that add one number to a sum want the sum. The service loop uses it.
 */
final class HoldAppetites {
    static final int FIRST_BYTES = 16 << 10;
    static final int MOST_BYTES = 256 << 10;

    private static final int FACTOR = 4;
    /** So many samples that have been read show something, and so many times as many that have not been. */
    private static final int SOME = 4;
    /** So many samples tell that few are read, or are forgotten. */
    private static final int MANY = 64;
    /** If one copy in this many is read, they cost less than the requests for those that are. */
    private static final int FEW = 16;
    /** The most times that a wish must seem good before it grows. */
    private static final int MOST_CARE = 256;

    private final Map<Class<?>, Appetite> byClass = new HashMap<>();
    /** The appetite whose copies are coming. */
    private Appetite coming;

    /** What is known of the copies that come with holds of objects of one class. */
    private static final class Appetite {
        private int bytes;
        private int good;
        private int care = 1;
        private final ReadSamples samples = new ReadSamples();

        Room next() {
            judge(false);
            return bytes == 0 ? Room.NONE : new Room(bytes, false);
        }

        /** @param over whether workers read no more of the copies in this interval */
        void judge(boolean over) {
            samples.count();
            int read = samples.read();
            int unread = samples.unread();
            if (read >= SOME && unread <= SOME * read) {
                if (++good >= care) {
                    bytes = bytes == 0 ? FIRST_BYTES : Math.min(MOST_BYTES, FACTOR * bytes);
                    good = 0;
                }
                samples.clear();
            } else if (samples.size() >= MANY && unread > FEW * read) {
                if (bytes > 0) {
                    bytes = bytes == FIRST_BYTES ? 0 : bytes / FACTOR;
                    care = Math.min(MOST_CARE, 2 * care);
                }
                good = 0;
                samples.clear();
            } else if (over || samples.size() >= MANY) {
                samples.clear();
            }
        }
    }

    private Appetite of(Class<?> type) {
        return byClass.computeIfAbsent(type, first -> new Appetite());
    }

    /** The copies that this rank would like with the hold of an object of a class, which it is about to request. */
    Room room(Class<?> type) {
        return of(type).next();
    }

    /** The hold of an object of a class has come, and copies follow. */
    void granted(Class<?> type) {
        coming = of(type);
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
