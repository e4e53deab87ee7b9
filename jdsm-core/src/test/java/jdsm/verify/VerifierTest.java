package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerifierTest {
    private static final int SEEDS = 8_000;
    private static final int SEEDS_TO_FIND_A_FAULT = 40_000;

    @ParameterizedTest
    @EnumSource
    void noScheduleBreaksAProgramWithoutRaces(Publication publication) {
        Verifier.Outcome outcome = new Verifier(publication, null).run(0, SEEDS);

        // What a protocol is made of must have happened, or nothing was tested.
        assertThat(outcome.events()[Outbox.Event.DIFF.ordinal()]).isGreaterThan(SEEDS / 2);
        assertThat(outcome.events()[Outbox.Event.OWNERSHIP_MOVE.ordinal()]).isGreaterThan(SEEDS);
        assertThat(outcome.events()[Outbox.Event.FORWARD.ordinal()]).isGreaterThan(SEEDS);
    }

    @Test
    void protocolsLiveBesideEachOther() {
        assertThat(new Verifier(null, null).run(0, SEEDS).steps()).isGreaterThan(100L * SEEDS);
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultIsFound(Fault fault) {
        assertThat(Stream.of(Publication.values()).anyMatch(publication -> isFound(publication, fault)))
                .as("found in %s schedules", SEEDS_TO_FIND_A_FAULT)
                .isTrue();
    }

    private static boolean isFound(Publication publication, Fault fault) {
        try {
            new Verifier(publication, fault).run(0, SEEDS_TO_FIND_A_FAULT);
            return false;
        } catch (Violation e) {
            assertThat(e).hasMessageStartingWith("seed ");
            return true;
        }
    }

    @Test
    void aSeedReplays() {
        Verifier verifier = new Verifier(null, null);
        assertThat(verifier.explain(17)).isEqualTo(verifier.explain(17)).endsWith("no violation\n");
        assertThat(verifier.explain(18)).isNotEqualTo(verifier.explain(17));
    }
}
