package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AgendaTest {
    private final Agenda<String> agenda = new Agenda<>();

    @Test
    void eachBarrierHasWhatWasAddedForIt() {
        agenda.add(2, "b");
        agenda.add(1, "a");
        agenda.add(2, "c");
        agenda.add(2, "b");

        assertThat(agenda.enter()).containsExactly("a");
        assertThat(agenda.enter()).containsExactly("b", "c");
        assertThat(agenda.enter()).isEmpty();
    }

    @Test
    void aBarrierIsPassedAfterItWasEntered() {
        agenda.enter();
        assertThat(agenda.entered()).isEqualTo(1);
        assertThat(agenda.passed()).isZero();
        agenda.pass();
        assertThat(agenda.passed()).isEqualTo(1);
    }

    @Test
    void whatIsBehindABarrierIsDueWhenItIsPassed() {
        agenda.addBehind(1, "a");
        agenda.addBehind(2, "b");
        assertThat(agenda.enter()).isEmpty();
        agenda.addBehind(1, "c");
        assertThat(agenda.pass()).containsExactly("a", "c");
        agenda.enter();
        assertThat(agenda.pass()).containsExactly("b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> agenda.addBehind(2, "late"))
                .withMessageContaining("barrier 2");
    }

    @Test
    void aBarrierThatIsOverIsRefused() {
        agenda.enter();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> agenda.add(1, "late"))
                .withMessageContaining("barrier 1");
    }

    @Test
    void whatIsRemovedIsDueAtNoBarrier() {
        agenda.add(1, "a");
        agenda.add(2, "b");
        agenda.addBehind(1, "a");
        agenda.addBehind(1, "c");

        agenda.removeIf("a"::equals);

        assertThat(agenda.enter()).isEmpty();
        assertThat(agenda.pass()).containsExactly("c");
        assertThat(agenda.enter()).containsExactly("b");
    }
}
