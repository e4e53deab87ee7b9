package jdsm.coherence;

import static jdsm.coherence.ReducerByHand.owner;
import static jdsm.coherence.ReducerByHand.rank;
import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.api.Test;

/** Which units are left alone by all events, and so may be freed if nothing reaches them. */
class QuietTest {
    private final Wait worker = new Wait(new Thread("worker"));

    private static boolean isQuiet(ReducerByHand rank) {
        return rank.protocol.isQuiet(rank.unit);
    }

    private static boolean mayBeComing(ReducerByHand rank) {
        return rank.protocol.mayBeComing(rank.unit);
    }

    @Test
    void anUntouchedUnitIsQuiet() {
        assertThat(isQuiet(owner(Publication.NOTIFY))).isTrue();
        assertThat(isQuiet(rank(Publication.NOTIFY))).isTrue();
        assertThat(mayBeComing(owner(Publication.NOTIFY))).isFalse();
        assertThat(mayBeComing(rank(Publication.NOTIFY))).isFalse();
    }

    @Test
    void notWhileACopyIsUnderWay() {
        ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).reads(worker);
        assertThat(isQuiet(rank)).isFalse();
        assertThat(mayBeComing(rank)).as("the owner keeps the content").isFalse();

        assertThat(isQuiet(rank.replied(1, CoherenceMessage.CONTENT))).isTrue();
    }

    @Test
    void notWhileItIsForeseen() {
        ReducerByHand rank = rank(Publication.NOTIFY).hearsOf(1).isForeseen();

        assertThat(rank.sends(Type.READ_REQUEST)).isOne();
        assertThat(isQuiet(rank)).isFalse();
    }

    @Test
    void notWhileOwnershipIsUnderWay() {
        ReducerByHand rank = rank(Publication.INVALIDATE).acquires(worker);
        assertThat(isQuiet(rank)).isFalse();
        assertThat(mayBeComing(rank)).isTrue();

        rank.granted(1, CoherenceMessage.CONTENT);

        assertThat(mayBeComing(rank)).isFalse();
        assertThat(isQuiet(rank)).as("a worker holds it").isFalse();
        rank.lets();
        assertThat(isQuiet(rank)).isTrue();
    }

    @Test
    void notWhileItIsDirty() {
        ReducerByHand rank = rank(Publication.NOTIFY).hasWritten(worker);
        assertThat(isQuiet(rank)).isFalse();

        rank.publishes().applied(2, 0).lowers();
        assertThat(isQuiet(rank)).isFalse();

        assertThat(isQuiet(rank.retires())).isTrue();
    }

    @Test
    void notWhileCopiesAreInvalidated() {
        ReducerByHand owner =
                owner(Publication.INVALIDATE).fetchedBy(2, -1, false).acquires(worker);
        assertThat(owner.sends(Type.INVALIDATE)).isPositive();

        assertThat(isQuiet(owner)).isFalse();
    }

    @Test
    void notWhileAnotherRankIsNext() {
        ReducerByHand owner = owner(Publication.NOTIFY).acquires(worker).wantedBy(2);

        assertThat(owner.sends(Type.GRANT)).isZero();
        assertThat(isQuiet(owner)).isFalse();
    }
}
