package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runtimes that break a rule of {@code jdsm.coherence.CorrectnessRulesTest} are found out by the simulator. */
@Tag("once")
class BrokenRulesTest {
    private static final int MOST_SEEDS = 40_000;
    /** Some faults show under one protocol only. */
    private static final int SEEDS_IN_TURN = 2_000;

    /** Which faults break which rule. */
    private enum Rule {
        CHECK_AND_ACCESS_ARE_NOT_ONE_STEP(
                Fault.RETIRED_EARLY,
                Fault.PASSES_COUNTED_BEFORE_LOWERING,
                Fault.THREAD_NOT_COUNTED,
                Fault.THREADS_TAKEN_TO_BE_AT_BARRIER,
                Fault.THREAD_COUNTED_LATE),
        A_DIFF_IS_MADE_FROM_A_SNAPSHOT(
                Fault.DIFF_FROM_LIVE_CONTENT,
                Fault.GRANT_FROM_LIVE_CONTENT,
                Fault.COPY_FROM_LIVE_CONTENT,
                Fault.FORGOTTEN_DIRTY_UNIT),
        MERGING(
                Fault.MERGE_STORES_UNCHANGED,
                Fault.MERGE_UNDOES_DIFF_IN_FLIGHT,
                Fault.WIDE_STORES,
                Fault.DIFF_APPLIED_TWICE,
                Fault.CHANGES_WITHOUT_THE_LAST),
        A_RELEASE_IS_VISIBLE_WHEN_APPLIED(
                Fault.GRANT_BEFORE_DIFFS,
                Fault.BARRIER_BEFORE_DIFFS,
                Fault.CONFIRMED_EARLY,
                Fault.COPY_WITHOUT_WHAT_IS_RELEASED,
                Fault.DROPPED_NOTICE,
                Fault.UNSEEN_COPY_SPARED,
                Fault.GRANT_WITHOUT_NOTICES,
                Fault.NOTICES_FORGOTTEN_AT_BARRIER),
        SYNCHRONISATION_ACTIONS_ARE_TOTALLY_ORDERED(Fault.VOLATILE_AS_ACQUIRE_RELEASE, Fault.HOLD_BEFORE_CONFIRMATIONS),
        A_VOLATILE_READ_ACQUIRES(
                Fault.VOLATILE_READ_OF_ANY_COPY, Fault.REPLY_WITHOUT_NOTICES, Fault.REPLY_BEFORE_DIFFS),
        STATE_AFTER_CONTENT(Fault.STATE_BEFORE_CONTENT, Fault.STALE_REPLY_ACCEPTED, Fault.STALE_COPY_ACCEPTED),
        A_COPY_IS_FETCHED_WHERE_IT_IS_REACHED(Fault.EXPORTED_OUT_OF_REACH),
        NO_WAIT_ENDS_BY_A_FIXED_TIME(Fault.LOSS_UNHEARD_IN_BARRIER);

        private final Set<Fault> faults;

        Rule(Fault... faults) {
            this.faults = EnumSet.copyOf(List.of(faults));
        }
    }

    static Stream<Arguments> broken() {
        return Stream.of(Rule.values()).flatMap(rule -> rule.faults.stream().map(fault -> Arguments.of(rule, fault)));
    }

    /** The very schedule that shows the fault passes under the runtime without it. */
    @ParameterizedTest
    @MethodSource("broken")
    void aBrokenRuntimeIsFound(Rule rule, Fault fault) {
        for (int from = 0; from < MOST_SEEDS; from += SEEDS_IN_TURN) {
            for (Publication publication : Publication.values()) {
                if (isFound(publication, fault, from)) {
                    return;
                }
            }
        }
        throw new AssertionError(fault + ", which breaks " + rule + ", is not found in " + MOST_SEEDS + " schedules");
    }

    private static boolean isFound(Publication publication, Fault fault, int from) {
        try {
            new Verifier(publication, fault).run(from, SEEDS_IN_TURN, 1);
            return false;
        } catch (Violation e) {
            assertThat(e).hasMessageStartingWith("seed " + e.seed() + ": ");
            assertThat(new Verifier(publication, null).run(e.seed(), 1, 1).schedules())
                    .isEqualTo(1);
            return true;
        }
    }

    @Test
    void everyFaultBreaksARule() {
        assertThat(broken().map(pair -> pair.get()[1])).containsExactlyInAnyOrder((Object[]) Fault.values());
    }
}
