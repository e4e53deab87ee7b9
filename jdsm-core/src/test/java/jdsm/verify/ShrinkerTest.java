package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShrinkerTest {
    private static final Programs.Shape SHAPE = new Programs.Shape(2, 1, 1, 2, 2, 0, 0);

    @ParameterizedTest
    @CsvSource({
        "NOTIFY, DROPPED_NOTICE",
        "INVALIDATE, BARRIER_BEFORE_DIFFS",
        "INVALIDATE, GRANT_FROM_LIVE_CONTENT",
        "UPDATE, WIDE_STORES"
    })
    void whatFailsBecomesSmall(Publication publication, Fault fault) {
        Verifier verifier = new Verifier(publication, fault);
        long seed = catchThrowableOfType(Violation.class, () -> verifier.run(0, 40_000, 1))
                .seed();

        Scenario small = new Shrinker(verifier.scenario(seed), seed, fault).shrink();
        Verifier.Explanation explanation = verifier.explain(seed);

        assertThat(small.sizeWithoutBarriers()).as(small.describe()).isBetween(1L, 14L);
        assertThat(Races.none(small)).isTrue();
        assertThat(explanation.violated()).isTrue();
        assertThat(explanation.text()).startsWith(small.describe()).contains("\nviolation: ");
        assertThat(explanation.text().lines().count()).isLessThan(200);
    }

    @Test
    void racesAreSeen() {
        assertThat(hasRace(List.of(write(0), barrier()), List.of(barrier(), read(0))))
                .isFalse();
        assertThat(hasRace(List.of(write(0), barrier()), List.of(read(0), barrier())))
                .isTrue();
        assertThat(hasRace(List.of(write(0)), List.of(write(1)))).isFalse();
        assertThat(hasRace(List.of(read(0)), List.of(read(0)))).isFalse();
        assertThat(hasRace(under(0, write(0)), under(0, read(0)))).isFalse();
        assertThat(hasRace(under(0, write(0)), under(1, read(0)))).isTrue();
        assertThat(hasRace(held(write(0)), held(write(0)))).isFalse();
        assertThat(hasRace(held(write(0)), under(0, write(0)))).isTrue();
    }

    private static boolean hasRace(List<Programs.Step> first, List<Programs.Step> second) {
        Programs.Step[][] programs = {first.toArray(Programs.Step[]::new), second.toArray(Programs.Step[]::new)};
        return !Races.none(new Scenario(SHAPE, new Publication[1], new boolean[1], programs, Loss.NOBODY));
    }

    private static List<Programs.Step> under(int lock, Programs.Step step) {
        return List.of(
                new Programs.Step(Programs.Op.LOCK, lock, 0), step, new Programs.Step(Programs.Op.UNLOCK, lock, 0));
    }

    private static List<Programs.Step> held(Programs.Step step) {
        return List.of(new Programs.Step(Programs.Op.HOLD, 0, 0), step, new Programs.Step(Programs.Op.RELEASE, 0, 0));
    }

    private static Programs.Step barrier() {
        return Programs.Step.BARRIER;
    }

    private static Programs.Step read(int element) {
        return new Programs.Step(Programs.Op.READ, 0, element);
    }

    private static Programs.Step write(int element) {
        return new Programs.Step(Programs.Op.WRITE, 0, element);
    }
}
