package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The right runtime in the simulator; {@code jdsm.coherence.BrokenRulesTest} has the broken ones. */
@Tag("once")
class VerifierTest {
    private static final int SEEDS = 8_000;

    @ParameterizedTest
    @EnumSource
    void noScheduleBreaksAProgramWithoutRaces(Publication publication) {
        Verifier.Outcome outcome = new Verifier(publication, null).run(0, SEEDS, 1);

        // What a protocol is made of must have happened, or nothing was tested.
        assertThat(outcome.events()[Outbox.Event.DIFF.ordinal()]).isGreaterThan(SEEDS / 2);
        assertThat(outcome.events()[Outbox.Event.OWNERSHIP_MOVE.ordinal()]).isGreaterThan(SEEDS);
        assertThat(outcome.events()[Outbox.Event.LOCK_MOVE.ordinal()]).isGreaterThan(SEEDS / 2);
        assertThat(outcome.events()[Outbox.Event.FORWARD.ordinal()]).isGreaterThan(SEEDS);
    }

    @Test
    void protocolsLiveBesideEachOther() {
        assertThat(new Verifier(null, null).run(0, SEEDS, 1).steps()).isGreaterThan(100L * SEEDS);
    }

    @Test
    void theResultIsTheSameForAnyNumberOfThreads() {
        Verifier verifier = new Verifier(null, null);
        Verifier.Outcome one = verifier.run(5, 203, 1);
        Verifier.Outcome three = verifier.run(5, 203, 3);

        assertThat(three.schedules()).isEqualTo(one.schedules()).isEqualTo(203);
        assertThat(three.steps()).isEqualTo(one.steps());
        assertThat(three.events()).isEqualTo(one.events());
    }

    @Test
    void theLowestFailingSeedIsReportedByAnyNumberOfThreads() {
        Verifier verifier = new Verifier(Publication.NOTIFY, Fault.DROPPED_NOTICE);
        Violation one = catchThrowableOfType(Violation.class, () -> verifier.run(0, 1_000, 1));
        Violation three = catchThrowableOfType(Violation.class, () -> verifier.run(0, 1_000, 3));

        assertThat(three).hasMessage(one.getMessage());
        assertThat(three.seed()).isEqualTo(one.seed()).isNotNegative();
    }

    @Test
    void aSeedReplays() {
        Verifier verifier = new Verifier(null, null);
        String text = verifier.explain(17).text();

        assertThat(verifier.explain(17).text()).isEqualTo(text);
        assertThat(text)
                .endsWith("no violation\n")
                .contains("barrier from rank ")
                .doesNotContainPattern("@[0-9a-f]{4,}");
        assertThat(verifier.explain(18).text()).isNotEqualTo(text);
        assertThat(verifier.explain(18).violated()).isFalse();
    }
}
