package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.stream.Stream;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("once")
class ShrinkerTest {
    private static final Programs.Shape SHAPE = new Programs.Shape(2, 1, 1, 2, 2, 0, 0);

    @ParameterizedTest
    @CsvSource({
        "NOTIFY, DROPPED_NOTICE",
        "INVALIDATE, BARRIER_BEFORE_DIFFS",
        "INVALIDATE, MERGE_STORES_UNCHANGED",
        "UPDATE, GRANT_FROM_LIVE_CONTENT",
        "INVALIDATE, VOLATILE_AS_ACQUIRE_RELEASE",
        "NOTIFY, LOSS_UNHEARD_IN_BARRIER"
    })
    void whatFailsBecomesSmall(Publication publication, Fault fault) {
        Verifier verifier = new Verifier(publication, fault);
        long seed = catchThrowableOfType(Violation.class, () -> verifier.run(0, 40_000, 1))
                .seed();

        Scenario small = new Shrinker(verifier.scenario(seed), seed, fault).shrink();
        Verifier.Explanation explanation = verifier.explain(seed);

        assertThat(small.sizeWithoutBarriers()).as(small.describe()).isLessThanOrEqualTo(14);
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

    @Test
    void volatileAccessesHaveNoRaceAmongThemselves() {
        Programs.Step volatileWrite = step(Programs.Op.VOLATILE_WRITE, 0);
        Programs.Step compareAndSet = step(Programs.Op.COMPARE_AND_SET, 0);

        assertThat(hasRace(List.of(volatileWrite), List.of(compareAndSet))).isFalse();
        assertThat(hasRace(List.of(volatileWrite), held(write(0)))).isFalse();
        assertThat(hasRace(List.of(volatileWrite), List.of(read(0)))).isTrue();
        assertThat(hasRace(List.of(step(Programs.Op.VOLATILE_READ, 0)), List.of(write(0))))
                .isTrue();
        assertThat(hasRace(List.of(write(1), volatileWrite), List.of(step(Programs.Op.VOLATILE_READ, 0), read(1))))
                .as("read without having seen")
                .isTrue();
    }

    @Test
    void whoSeesAFlagRaisedMayReadWhatWasWrittenBefore() {
        Programs.Step raise = step(Programs.Op.VOLATILE_WRITE, 0);

        assertThat(hasRace(List.of(write(1), raise), seen(read(1)))).isFalse();
        assertThat(hasRace(List.of(write(1)), seen(read(1)))).as("never raised").isFalse();
        assertThat(hasRace(List.of(raise, write(1)), seen(read(1)))).isTrue();
        assertThat(hasRace(List.of(write(1), raise, raise, write(1)), seen(read(1))))
                .isTrue();
        assertThat(hasRace(List.of(write(1), raise), seen(write(1)))).isTrue();
        assertThat(hasRace(
                        List.of(write(1), raise), List.of(raise, seen(read(1)).get(1))))
                .isTrue();
        assertThat(hasRace(List.of(write(1), barrier(), raise), List.of(read(1), barrier())))
                .isTrue();
        assertThat(hasRace(List.of(write(1), raise), join(List.of(raise), seen(read(1)))))
                .as("raised by two")
                .isTrue();
    }

    @Test
    void whoTakesATokenMayAccessWhatItIsFor() {
        assertThat(hasRace(taken(write(1)), taken(write(1)))).isFalse();
        assertThat(hasRace(taken(write(1)), join(taken(), List.of(write(1))))).isTrue();
        assertThat(hasRace(join(taken(write(1)), List.of(step(Programs.Op.VOLATILE_WRITE, 0))), taken(write(1))))
                .as("freed by who has not taken it")
                .isTrue();
        assertThat(hasRace(taken(write(1)), seen(write(1)))).isTrue();
    }

    @Test
    void randomProgramsHaveNoRace() {
        Verifier verifier = new Verifier(null, null);

        for (long seed = 0; seed < 5_000; seed++) {
            assertThat(Races.none(verifier.scenario(seed))).as("seed %d", seed).isTrue();
        }
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

    private static List<Programs.Step> taken(Programs.Step... steps) {
        return join(List.of(step(Programs.Op.TAKE, 0)), join(List.of(steps), List.of(step(Programs.Op.GIVE, 0))));
    }

    private static List<Programs.Step> seen(Programs.Step step) {
        return List.of(step(Programs.Op.WHEN, 0), step, step(Programs.Op.END, 0));
    }

    private static List<Programs.Step> join(List<Programs.Step> first, List<Programs.Step> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static Programs.Step barrier() {
        return Programs.Step.BARRIER;
    }

    private static Programs.Step read(int element) {
        return step(Programs.Op.READ, element);
    }

    private static Programs.Step write(int element) {
        return step(Programs.Op.WRITE, element);
    }

    private static Programs.Step step(Programs.Op op, int element) {
        return new Programs.Step(op, 0, element);
    }
}
