package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.home.Ownership.Role;
import org.junit.jupiter.api.Test;

class QueueForOwnershipTest {
    private static final int FIRST_OWNER = 3;

    private final Ownership owner = new Ownership(true, 0);
    private final Ownership other = new Ownership(false, FIRST_OWNER);

    private static HandOver to(int rank) {
        return new HandOver(CoherenceMessage.acquireRequest(1, rank, -1, false, new int[0]), 0);
    }

    @Test
    void theOwnerIsTheTailAtFirstAndTheOthersPointToIt() {
        assertThat(owner.isTail()).isTrue();
        assertThat(owner.isOwner()).isTrue();
        assertThat(other.isTail()).isFalse();
        assertThat(other.towardsTail()).isEqualTo(FIRST_OWNER);
        assertThat(other.lastOwner()).isEqualTo(FIRST_OWNER);
        assertThat(other.role()).isEqualTo(Role.ELSEWHERE);
    }

    @Test
    void aRequestMakesThisRankTheTailUntilAnotherOneIsBehindIt() {
        assertThat(other.request()).isEqualTo(FIRST_OWNER);
        assertThat(other.isRequested()).isTrue();
        assertThat(other.isTail()).isTrue();

        other.handOverTo(to(2));
        assertThat(other.isTail()).isFalse();
        assertThat(other.towardsTail()).isEqualTo(2);
        assertThat(other.passOn(1)).isEqualTo(2);
        assertThat(other.towardsTail()).as("who asked last").isEqualTo(1);
        assertThat(other.handOver().rank()).as("who is next").isEqualTo(2);
        assertThatThrownBy(() -> other.handOverTo(to(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void ownershipComesAfterARequestOnlyAndGoesToTheNextRank() {
        assertThatThrownBy(() -> other.granted(0)).isInstanceOf(IllegalStateException.class);
        other.request();
        assertThatThrownBy(other::request).isInstanceOf(IllegalStateException.class);
        other.granted(0);
        assertThat(other.isOwner()).isTrue();
        assertThat(other.isRequested()).isFalse();
        assertThat(other.isTail()).isTrue();

        other.handOverTo(to(2));
        other.passOn(1);
        other.transferred(1, 1, true);
        assertThat(other.role()).isEqualTo(Role.ELSEWHERE);
        assertThat(other.lastOwner()).isEqualTo(2);
        assertThat(other.handOver()).isNull();
        assertThat(other.request()).as("the tail").isEqualTo(1);
    }

    @Test
    void theTailPassesNothingOn() {
        assertThatThrownBy(() -> owner.passOn(1)).isInstanceOf(IllegalStateException.class);
        assertThat(other.passOn(1)).isEqualTo(FIRST_OWNER);
    }

    @Test
    void aReleaseThatHasEndedPrecedesAHandOver() {
        assertThatThrownBy(owner::released).isInstanceOf(IllegalStateException.class);
        owner.handOverTo(to(2));
        owner.handOver().publish();
        owner.released();
        assertThat(owner.handOver().isReleased()).isTrue();
    }

    @Test
    void anOfferStandsUntilItIsWithdrawnOrTaken() {
        other.offer();
        other.offer();
        assertThat(other.isOffered()).isTrue();
        other.withdraw();
        assertThat(other.isOffered()).isFalse();
        other.withdraw();
        other.offer();
        other.request();
        assertThat(other.isOffered()).isFalse();
        assertThat(other.isRequested()).isTrue();
    }

    @Test
    void anOfferHasNoEffectInTheQueue() {
        other.request();
        other.offer();
        other.withdraw();
        assertThat(other.role()).isEqualTo(Role.REQUESTED);
        owner.offer();
        owner.withdraw();
        assertThat(owner.role()).isEqualTo(Role.OWNER);
    }

    @Test
    void theLastOwnerIsTheOneHeardOfLast() {
        other.ownerIs(1);
        assertThat(other.lastOwner()).isEqualTo(1);
        assertThat(other.towardsTail()).as("another matter").isEqualTo(FIRST_OWNER);
    }
}
