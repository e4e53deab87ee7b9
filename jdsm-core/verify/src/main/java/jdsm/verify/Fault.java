package jdsm.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A deliberate fault of a runtime, which the simulator must find. */
public enum Fault {
    /** A write notice is dropped now and then. */
    DROPPED_NOTICE,
    /** A write notice is not heard by a copy that nobody has looked at yet: it was asked for ahead, or has come unasked. */
    UNSEEN_COPY_SPARED,
    /** A diff is stored at the owner once more when something else comes. */
    DIFF_APPLIED_TWICE,
    /** A diff is made from the live content, and the twin from a later look at it. */
    DIFF_FROM_LIVE_CONTENT,
    /** A right is granted before what was written here is applied at its owners. */
    GRANT_BEFORE_DIFFS,
    /** Ownership goes with the live content where there is a twin. */
    GRANT_FROM_LIVE_CONTENT,
    /** A copy is made from the live content where there is a twin: nobody hears that a write in it was undone. */
    COPY_FROM_LIVE_CONTENT,
    /** A barrier is entered before what was written here is applied at its owners. */
    BARRIER_BEFORE_DIFFS,
    /** A copy that is fetched over unpublished writes is stored whole. */
    MERGE_STORES_UNCHANGED,
    /** A fetched copy undoes what is on its way to the owner. */
    MERGE_UNDOES_DIFF_IN_FLIGHT,
    /** A unit is clean after its first publication, though a worker may still write by its last check. */
    RETIRED_EARLY,
    /** Workers' passes are counted before they have to ask again, so that one by which a worker still wrote counts as well. */
    PASSES_COUNTED_BEFORE_LOWERING,
    /** A copy where there are no notices lacks what was released at its owner since that published last. */
    COPY_WITHOUT_WHAT_IS_RELEASED,
    /** A twin is taken and the unit is not put on the dirty list. */
    FORGOTTEN_DIRTY_UNIT,
    /** A copy is readable before its content is there. */
    STATE_BEFORE_CONTENT,
    /** A grant comes without the notices. */
    GRANT_WITHOUT_NOTICES,
    /** An invalidation is confirmed, and done only later. */
    CONFIRMED_EARLY,
    /** A diff's changed elements are stored with their unchanged neighbours. */
    WIDE_STORES,
    /** What a barrier carries is thrown away. */
    NOTICES_FORGOTTEN_AT_BARRIER,
    /** A reply that an invalidation has overtaken counts as valid. */
    STALE_REPLY_ACCEPTED,
    /** A volatile access is an access by a copy's own state, and an acquire or a release beside it: it holds nothing. */
    VOLATILE_AS_ACQUIRE_RELEASE,
    /** A rank is told where a unit is in memory that it does not reach. */
    EXPORTED_OUT_OF_REACH,
    /** A worker that waits in a barrier is not told that a rank is lost. */
    LOSS_UNHEARD_IN_BARRIER;

    /** DROPPED_NOTICE on the command line: {@code dropped-notice}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All labels, in the order of declaration. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Fault::label).toList();
    }

    /** The one of that label, if there is one. */
    public static Optional<Fault> labelled(String label) {
        return Arrays.stream(values())
                .filter(fault -> fault.label().equals(label))
                .findFirst();
    }
}
