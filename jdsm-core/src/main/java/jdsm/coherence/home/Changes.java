package jdsm.coherence.home;

import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Diff;

/**
 * The diffs of the last versions of an owned unit: what a rank with a stale copy lacks. Kept from the first request of such
 * a rank on, unless versions come without a short diff, or no such rank asks any more.
 */
final class Changes {
    /** The most versions of which diffs are kept. */
    private static final int MOST_DIFFS = 64;
    /** The patience at first, and when diffs are kept again; a twin of a content that is written as a whole is dear. */
    private static final int FIRST_PATIENCE = 4;
    /** The patience after a short diff. */
    private static final int MOST_PATIENCE = 16;
    /** What a long diff costs of it. A version of which the owner knows no diff costs 1. */
    private static final int LONG = 4;
    /** The number of requests after which diffs are kept again. */
    private static final int TRIED = 64;

    private static final long NEVER = Long.MAX_VALUE;

    /** The diffs of the versions after {@link #since}, in their order. */
    private final List<Diff> diffs = new ArrayList<>();

    /** All copies of this version and of later ones are alike, but for what their ranks have not published. */
    private long since = NEVER;

    /** The lengths of the diffs. */
    private long bytes;

    /** Diffs are kept while it is positive. */
    private int patience = FIRST_PATIENCE;

    /** The number of requests since diffs are kept no more. */
    private int asked;

    /** The number of versions since the last request. */
    private int unasked;

    /** Whether the owner needs to know what its workers write. */
    boolean areKept() {
        return patience > 0;
    }

    /**
     * The owner has published a version.
     *
     * @param diff what was written; null if the owner does not know
     * @param most the greatest length of all diffs that are worth being sent
     */
    void published(long version, Diff diff, int most) {
        boolean isShort = diff != null && diff.bytes() <= most;
        if (++unasked > MOST_DIFFS) {
            patience = 0;
        } else if (isShort) {
            patience = MOST_PATIENCE;
        } else {
            patience = Math.max(0, patience - (diff == null ? 1 : LONG));
        }
        if (!isShort || version <= since) {
            forget();
            since = version;
            return;
        }
        diffs.add(diff);
        bytes += diff.bytes();
        while (diffs.size() > MOST_DIFFS || bytes > most) {
            bytes -= diffs.remove(0).bytes();
            since++;
        }
    }

    /** Forgets the diffs: copies of the present version may differ. */
    void forget() {
        diffs.clear();
        bytes = 0;
        since = NEVER;
    }

    /** The diffs of the versions after {@code has}, in their order; none if not all are known. A rank asks for them, or gets them along with a lock. */
    List<Diff> after(long has) {
        unasked = 0;
        if (!areKept() && ++asked == TRIED) {
            patience = FIRST_PATIENCE;
            asked = 0;
        }
        long known = has - since;
        return known < 0 || known >= diffs.size() ? List.of() : diffs.subList((int) known, diffs.size());
    }
}
