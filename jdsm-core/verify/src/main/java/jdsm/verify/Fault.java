package jdsm.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A deliberate fault of a simulated runtime, which the simulator must detect. */
public enum Fault {
    /** Some write notices are dropped. */
    DROPPED_NOTICE,
    /**
     * A write notice does not invalidate a copy that no worker has read yet; the copy was prefetched, or sent without a
     * request.
     */
    UNSEEN_COPY_SPARED,
    /** The owner sometimes stores a diff once more when the next diff comes. */
    DIFF_APPLIED_TWICE,
    /** A diff is made from one snapshot of the live content, and the twin from a later one. */
    DIFF_FROM_LIVE_CONTENT,
    /** A right is granted before the owners have applied the diffs of this rank. */
    GRANT_BEFORE_DIFFS,
    /** Ownership is transferred with the live content although there is a twin. */
    GRANT_FROM_LIVE_CONTENT,
    /**
     * A copy is made from the live content although there is a twin. If a write in it is undone, no diff tells the
     * copy.
     */
    COPY_FROM_LIVE_CONTENT,
    /** A rank enters a barrier before the owners have applied its diffs. */
    BARRIER_BEFORE_DIFFS,
    /** Content fetched for a unit with unpublished writes is stored whole, unchanged elements too. */
    MERGE_STORES_UNCHANGED,
    /** Fetched content overwrites elements of a diff that is in flight to the owner. */
    MERGE_UNDOES_DIFF_IN_FLIGHT,
    /** A unit becomes clean after its first publication, though a worker may still write by its last check. */
    RETIRED_EARLY,
    /**
     * The passes of workers are counted before the write right is lowered, so a pass counts although the worker wrote
     * after it by its last check.
     */
    PASSES_COUNTED_BEFORE_LOWERING,
    /** A thread that the program has started does not count: units are retired although it may write by its last check. */
    THREAD_NOT_COUNTED,
    /** Threads that the program has started are taken to wait at a barrier, as workers do. */
    THREADS_TAKEN_TO_BE_AT_BARRIER,
    /** A thread comes in only after its check. */
    THREAD_COUNTED_LATE,
    /**
     * A copy of a unit without write notices lacks the writes that its owner has released since its last publication.
     */
    COPY_WITHOUT_WHAT_IS_RELEASED,
    /** A twin is taken, but the unit is not added to the dirty units. */
    FORGOTTEN_DIRTY_UNIT,
    /** A copy becomes readable before its content is stored. */
    STATE_BEFORE_CONTENT,
    /** A grant is sent without its write notices. */
    GRANT_WITHOUT_NOTICES,
    /** An invalidation is confirmed before the copy is invalid. */
    CONFIRMED_EARLY,
    /** An element of a diff is stored together with its unchanged neighbour. */
    WIDE_STORES,
    /** The write notices that travel with a barrier are dropped. */
    NOTICES_FORGOTTEN_AT_BARRIER,
    /** The changes for a stale copy lack the newest ones. */
    CHANGES_WITHOUT_THE_LAST,
    /** A reply that an invalidation has overtaken makes the copy valid. */
    STALE_REPLY_ACCEPTED,
    /** A copy that came with the reply about another unit replaces whatever is here. */
    STALE_COPY_ACCEPTED,
    /**
     * A volatile access is an ordinary access, with an acquire or a release beside it: the worker does not hold the
     * unit.
     */
    VOLATILE_AS_ACQUIRE_RELEASE,
    /** A volatile read is content with any readable copy, though the rank has not acquired what came before it. */
    VOLATILE_READ_OF_ANY_COPY,
    /** An owner replies to a volatile read without write notices. */
    REPLY_WITHOUT_NOTICES,
    /** An owner replies to a volatile read before the owners have applied the diffs of this rank. */
    REPLY_BEFORE_DIFFS,
    /** An owner does not wait until invalidations are confirmed. */
    HOLD_BEFORE_CONFIRMATIONS,
    /** An owner tells a rank the location of a unit in memory that the rank does not reach. */
    EXPORTED_OUT_OF_REACH,
    /** A worker that waits in a barrier is not woken when a rank is lost. */
    LOSS_UNHEARD_IN_BARRIER;

    /** The fault's name on the command line, {@code dropped-notice} for DROPPED_NOTICE. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All labels, in the order of declaration. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Fault::label).toList();
    }

    /** The fault with that label; empty if there is none. */
    public static Optional<Fault> labelled(String label) {
        return Arrays.stream(values())
                .filter(fault -> fault.label().equals(label))
                .findFirst();
    }
}
