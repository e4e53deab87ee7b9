package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.home.CopyRequest.Cause;
import org.junit.jupiter.api.Test;

class CopyRequestTest {
    private final CopyRequest request = new CopyRequest();

    @Test
    void eachRequestHasTheNextNumber() {
        assertThat(request.isUnderWay()).isFalse();
        assertThat(request.isUnderWay(0)).as("none has the number 0").isFalse();
        request.miss();
        assertThat(request.isUnderWay(1)).isTrue();
        assertThat(request.isUnderWay(2)).isFalse();
        assertThat(request.replied()).isEqualTo(Cause.MISSED);
        assertThat(request.isUnderWay(1)).isFalse();
        request.foresee();
        assertThat(request.number()).isEqualTo(2);
        assertThat(request.isUnderWay(2)).isTrue();
        assertThat(request.replied()).isEqualTo(Cause.FORESEEN);
    }

    @Test
    void oneRequestIsUnderWayAtATime() {
        request.miss();
        assertThatThrownBy(request::miss).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(request::foresee).isInstanceOf(IllegalStateException.class);
        assertThat(request.number()).isEqualTo(1);
        request.replied();
        assertThatThrownBy(request::replied).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void ownershipEndsARequestAndTheMemoryOfEarlierOnes() {
        request.cancel();
        request.note(3, Pace.USUAL);
        assertThat(request.reads()).isNotNull();
        request.foresee();
        request.cancel();
        request.forgetPeriod();
        assertThat(request.cause()).isEqualTo(Cause.NONE);
        assertThat(request.reads()).isNull();
    }

    @Test
    void requestsAreForeseenByTheirPeriod() {
        request.note(3, Pace.USUAL);
        request.note(5, Pace.USUAL);
        request.note(7, Pace.USUAL);
        assertThat(request.reads().expected()).isEqualTo(9);
    }

    @Test
    void workersWantEverythingOrNot() {
        assertThat(request.isUpToDate()).isFalse();
        request.becomesUpToDate();
        assertThat(request.isUpToDate()).isTrue();
    }
}
