package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.home.Written.Flight;
import org.junit.jupiter.api.Test;

class TransitionTest {
    private final Transition<Flight> answered =
            Transition.of("an answer comes", Flight.NONE, Flight.SENT, Flight.FOLLOWED);

    @Test
    void leadsFromEachOfItsStatesToOne() {
        assertThat(answered.take(Flight.SENT)).isEqualTo(Flight.NONE);
        assertThat(answered.take(Flight.FOLLOWED)).isEqualTo(Flight.NONE);
        assertThat(answered.to()).isEqualTo(Flight.NONE);
        assertThat(answered.from()).containsExactly(Flight.SENT, Flight.FOLLOWED);
    }

    @Test
    void fromAnotherStateIsAnErrorThatSaysWhatIsAllowed() {
        assertThatThrownBy(() -> answered.take(Flight.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("'an answer comes' cannot occur while a unit's Flight is NONE (" + Flight.NONE.meaning()
                        + ") It may occur in [SENT, FOLLOWED], and leads to NONE.");
    }
}
