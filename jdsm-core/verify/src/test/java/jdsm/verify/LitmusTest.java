package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Litmus tests in the simulator. Each job is run under all schedules, if there are at most {@value #EXHAUSTIVE}; else under so
 * many of them, depth first, and {@value #RANDOM} random ones. All jobs of one case with barriers share these figures.
 */
@Tag("once")
class LitmusTest {
    private static final int EXHAUSTIVE = 1_600;
    private static final int RANDOM = 250;

    /** What was seen how often, and whether in all schedules that there are. */
    private record Exploration(Map<String, Integer> outcomes, int schedules, boolean exhaustive) {}

    static Stream<Arguments> tests() {
        return Stream.of(Litmus.values())
                .flatMap(test -> Stream.of(LitmusCase.Variant.values()).map(variant -> Arguments.of(test, variant)));
    }

    @ParameterizedTest
    @MethodSource("tests")
    void onlyAllowedOutcomes(Litmus test, LitmusCase.Variant variant) {
        Map<String, Integer> seen = new TreeMap<>();
        int schedules = 0;
        int exhaustive = 0;
        int jobs = 0;
        for (LitmusCase one : cases(test, variant)) {
            List<LitmusCase.Job> itsJobs = one.jobs();
            for (LitmusCase.Job job : itsJobs) {
                Exploration exploration = explore(one, job, itsJobs.size(), null);
                assertThat(job.allowed())
                        .as(one.toString())
                        .containsAll(exploration.outcomes().keySet());
                exploration.outcomes().forEach((outcome, count) -> seen.merge(outcome, count, Integer::sum));
                schedules += exploration.schedules();
                exhaustive += exploration.exhaustive() ? 1 : 0;
                jobs++;
            }
        }
        Set<String> missing = new TreeSet<>(test.sequential());
        missing.removeAll(seen.keySet());
        String figures = schedules + " schedules, " + exhaustive + " of " + jobs + " jobs under all: " + seen;
        // Nearly all that may come has come, or too little was tried; one behind another some orders are rare.
        boolean inTurns = variant != LitmusCase.Variant.PLAIN && variant != LitmusCase.Variant.BARRIER;
        assertThat(missing).as(figures).hasSizeLessThanOrEqualTo(inTurns ? 2 : 0);
        if (variant == LitmusCase.Variant.PLAIN && test == Litmus.SB) {
            assertThat(seen).as("stale copies are seen without synchronisation").containsKey("00");
        }
        boolean isSmall = variant == LitmusCase.Variant.PLAIN && test.threads().size() == 2;
        assertThat(exhaustive).as(figures).isGreaterThanOrEqualTo(isSmall ? 1 : 0);
    }

    private static List<LitmusCase> cases(Litmus test, LitmusCase.Variant variant) {
        List<LitmusCase> cases = new ArrayList<>();
        for (LitmusCase.Placement placement : LitmusCase.Placement.values()) {
            for (LitmusCase.Layout layout : LitmusCase.Layout.values()) {
                for (Publication publication : Publication.values()) {
                    if (variant.suits(publication)) {
                        cases.add(new LitmusCase(test, variant, placement, layout, publication, false));
                        cases.add(new LitmusCase(test, variant, placement, layout, publication, true));
                    }
                }
            }
        }
        return cases;
    }

    private static Exploration explore(LitmusCase one, LitmusCase.Job job, int share, Fault fault) {
        Map<String, Integer> outcomes = new TreeMap<>();
        int bound = Math.max(10, EXHAUSTIVE / share);
        DepthFirst search = new DepthFirst(job.scenario().shape());
        int schedules = 0;
        boolean more = true;
        for (; more && schedules < bound; schedules++) {
            run(one, job.scenario(), search, fault, outcomes);
            more = search.another();
        }
        if (more) {
            int random = Math.max(10, RANDOM / share);
            for (int seed = 0; seed < random; seed++) {
                run(
                        one,
                        job.scenario(),
                        new RandomScheduler(seed, job.scenario().shape()),
                        fault,
                        outcomes);
            }
            schedules += random;
        }
        return new Exploration(outcomes, schedules, !more);
    }

    private static void run(
            LitmusCase one, Scenario scenario, Scheduler scheduler, Fault fault, Map<String, Integer> outcomes) {
        boolean weak = fault == Fault.VOLATILE_AS_ACQUIRE_RELEASE; // to see what comes of it
        LitmusMemory memory = new LitmusMemory(scenario, weak || one.variant().hasRaces());
        if (scheduler instanceof DepthFirst search) {
            search.begin(memory::isOver);
        }
        long[] events = new long[Outbox.Event.values().length];
        try {
            new Simulation(scenario, scheduler, memory, fault, events, null).run();
        } catch (RuntimeException e) {
            throw new AssertionError(one + ": " + Violation.text(e), e);
        }
        if (memory.isOver()) {
            outcomes.merge(memory.outcome(), 1, Integer::sum);
        }
    }

    @Test
    void whatSequentialConsistencyAllows() {
        assertThat(Litmus.MP.sequential()).isEqualTo(Set.of("00", "01", "11"));
        assertThat(Litmus.SB.sequential()).isEqualTo(Set.of("01", "10", "11"));
        assertThat(Litmus.LB.sequential()).isEqualTo(Set.of("00", "01", "10"));
        assertThat(Litmus.CORR.sequential()).isEqualTo(Set.of("00", "01", "11"));
        assertThat(Litmus.COWW.sequential()).isEqualTo(Set.of("00", "01", "02", "11", "12", "22"));
        assertThat(Litmus.IRIW.sequential()).hasSize(15).doesNotContain("1010");
        assertThat(Litmus.WRC.sequential()).hasSize(7).doesNotContain("110");
        assertThat(Litmus.ISA2.sequential()).hasSize(7).doesNotContain("110");
    }

    @Test
    void aBrokenRuntimeIsNoticed() {
        LitmusCase passing = new LitmusCase(
                Litmus.MP,
                LitmusCase.Variant.LOCK,
                LitmusCase.Placement.APART,
                LitmusCase.Layout.APART,
                Publication.NOTIFY,
                true);

        assertThatThrownBy(() -> explore(passing, passing.jobs().get(0), 1, Fault.GRANT_WITHOUT_NOTICES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("reads 0 where 1 was written last");
    }

    @Test
    void volatilesThatOnlyAcquireAndReleaseAreNotSequential() {
        LitmusCase buffering = new LitmusCase(
                Litmus.SB,
                LitmusCase.Variant.VOLATILE,
                LitmusCase.Placement.APART,
                LitmusCase.Layout.APART,
                Publication.NOTIFY,
                true);
        LitmusCase.Job job = buffering.jobs().get(0);

        assertThat(explore(buffering, job, 1, null).outcomes()).containsOnlyKeys("01", "10", "11");
        assertThat(explore(buffering, job, 1, Fault.VOLATILE_AS_ACQUIRE_RELEASE).outcomes())
                .containsKey("00");
    }
}
