package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.home.HandOver.Progress;
import org.junit.jupiter.api.Test;

class HandOverTest {
    private final int[] time = {4};
    private final HandOver due = new HandOver(CoherenceMessage.acquireRequest(1, 2, 7, true, time), 0);
    private final HandOver behindTwo = new HandOver(CoherenceMessage.acquireRequest(1, 2, 7, false, time), 2);

    @Test
    void saysTheNeedsOfTheNextRank() {
        assertThat(due.rank()).isEqualTo(2);
        assertThat(due.version()).isEqualTo(7);
        assertThat(due.isHomeOnly()).isTrue();
        assertThat(behindTwo.isHomeOnly()).isFalse();
        assertThat(due.time()).isSameAs(time);
    }

    @Test
    void isDueWhenTheHoldersThatAskedEarlierAreThrough() {
        assertThat(due.isDue()).isTrue();
        assertThat(behindTwo.isDue()).isFalse();
        behindTwo.held();
        assertThat(behindTwo.isDue()).isFalse();
        behindTwo.held();
        assertThat(behindTwo.isDue()).isTrue();
    }

    @Test
    void countsOnlyThoseThatAskedEarlier() {
        behindTwo.leaves(2);
        assertThat(behindTwo.isDue()).isFalse();
        behindTwo.leaves(1);
        behindTwo.leaves(1);
        assertThat(behindTwo.isDue()).isFalse();
        behindTwo.leaves(0);
        assertThat(behindTwo.isDue()).isTrue();
        behindTwo.leaves(0);
        assertThat(behindTwo.isDue()).isTrue();
    }

    @Test
    void noWorkerBeginsToHoldInItsTurn() {
        assertThatThrownBy(due::held).isInstanceOf(IllegalStateException.class).hasMessageContaining("rank 2");
        behindTwo.publish();
        assertThatThrownBy(behindTwo::held).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theUnitIsPublishedOnce() {
        assertThat(due.publishUnit()).isTrue();
        assertThat(due.publishUnit()).isFalse();
        assertThat(due.progress()).isEqualTo(Progress.UNIT_PUBLISHED);
        assertThat(due.isReleased()).isFalse();
        assertThatThrownBy(due::publish).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aReleaseBeginsOnceAndEndsOnce() {
        assertThatThrownBy(due::released).isInstanceOf(IllegalStateException.class);
        assertThat(due.publish()).isTrue();
        assertThat(due.publish()).isFalse();
        assertThat(due.isReleased()).isFalse();
        assertThatThrownBy(due::publishUnit).isInstanceOf(IllegalStateException.class);
        due.released();
        assertThat(due.isReleased()).isTrue();
        assertThat(due.publish()).isFalse();
        assertThatThrownBy(due::released).isInstanceOf(IllegalStateException.class);
    }
}
