package jdsm.launcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.ProcessPlan;
import org.junit.jupiter.api.Test;

class SupervisionTest {
    /** Where the clock starts; near the overflow, for nanoTime may be anywhere. */
    private static final long START = Long.MAX_VALUE - 1000;

    private final List<String> actions = new ArrayList<>();

    @Test
    void allEndWell() {
        Supervision job = job(2, true, null);
        job.met();
        assertThat(job.nextStepNanos()).isEmpty();

        end(job, 1, 0, 100);
        assertThat(job.isOver()).isFalse();
        end(job, 0, 0, 200);

        assertThat(job.isOver()).isTrue();
        assertThat(job.exitStatus()).isZero();
        assertThat(actions).isEmpty();
    }

    @Test
    void theFirstFailureIsTheCulpritAndTheOthersGetTime() {
        Supervision job = job(3, false, null);

        end(job, 2, 137, 100);
        assertThat(actions).containsExactly("say rank 2 was killed by signal 9 (SIGKILL), exit status 137");
        assertThat(job.nextStepNanos()).isEqualTo(at(5_100));
        advance(job, 5_099);
        assertThat(actions).hasSize(1);

        advance(job, 5_100);
        assertThat(actions.subList(1, actions.size())).containsExactly("terminate 0", "terminate 1");
        end(job, 0, 143, 5_200);
        assertThat(job.nextStepNanos()).isEqualTo(at(6_100));
        advance(job, 6_100);
        assertThat(actions.subList(3, actions.size())).containsExactly("kill 1");
        assertThat(job.nextStepNanos()).isEmpty();
        end(job, 1, 137, 6_200);

        assertThat(job.isOver()).isTrue();
        assertThat(job.exitStatus()).isEqualTo(1);
        assertThat(actions).hasSize(4);
    }

    @Test
    void whatTheRanksHaveSaidInOneLineIsNotSaidAgain() {
        Supervision job = job(2, false, null);

        end(job, 1, 2, 100);
        end(job, 0, 70, 200);

        assertThat(actions).isEmpty();
        assertThat(job.exitStatus()).isEqualTo(2);
    }

    @Test
    void laterFailuresAreNotTheCulprit() {
        Supervision job = job(3, false, null);

        end(job, 0, 3, 100);
        end(job, 1, 4, 200);
        end(job, 2, 0, 300);

        assertThat(actions).containsExactly("say rank 0 ended with exit status 3");
        assertThat(job.exitStatus()).isEqualTo(3);
    }

    @Test
    void whoEndedBecauseAnotherFailedIsNotTheCulprit() {
        Supervision job = job(3, false, null);

        end(job, 0, 70, 100);
        assertThat(actions).isEmpty();
        end(job, 2, 70, 150);
        end(job, 1, 7, 200);

        assertThat(actions).containsExactly("say rank 1 ended with exit status 7");
        assertThat(job.exitStatus()).isEqualTo(7);
    }

    @Test
    void whyTheRanksHaveNotMetIsSaidUnlessAProcessExplainsIt() {
        Supervision late = job(3, true, null);
        late.joinFailed("rank 2 has not come", START + 50);
        end(late, 0, 70, 100);
        end(late, 1, 70, 150);
        advance(late, 5_100);
        end(late, 2, 143, 5_200);
        assertThat(actions).containsExactly("terminate 2", "say rank 2 has not come");
        assertThat(late.exitStatus()).isEqualTo(70);

        actions.clear();
        Supervision killed = job(2, true, null);
        killed.joinFailed("lost rank 1: its connection ended", START + 50);
        end(killed, 0, 70, 100);
        end(killed, 1, 137, 150);
        assertThat(actions).containsExactly("say rank 1 was killed by signal 9 (SIGKILL), exit status 137");
    }

    /** A job is started again for a rank that was killed, crashed, or fell silent. */
    @Test
    void aRankIsLostBySignalOrSilence() {
        assertThat(lostBy(137)).as("killed").isTrue();
        assertThat(lostBy(134)).as("crashed").isTrue();
        assertThat(lostBy(70)).as("only lost by others").isTrue();
        assertThat(lostBy(1)).as("an exception").isFalse();
        assertThat(lostBy(2)).as("wrong usage").isFalse();
        assertThat(lostBy(0)).as("no failure").isFalse();

        Supervision late = job(2, true, null);
        late.joinFailed("rank 1 has not come", START + 50);
        end(late, 0, 70, 100);
        end(late, 1, 70, 150);
        assertThat(late.hasLostRank()).as("never met").isFalse();

        Supervision ended = job(2, false, null);
        ended.abort("standard output cannot be written", START + 50);
        end(ended, 0, 143, 100);
        end(ended, 1, 143, 150);
        assertThat(ended.hasLostRank()).as("ended by the launcher").isFalse();
    }

    private boolean lostBy(int status) {
        Supervision job = job(2, false, null);
        end(job, 0, status == 0 ? 0 : 70, 100);
        end(job, 1, status, 150);
        return job.hasLostRank();
    }

    @Test
    void ifNobodyElseFailedTheFirstThatSaidSoIs() {
        Supervision job = job(3, false, null);

        end(job, 1, 70, 100);
        end(job, 0, 70, 200);
        advance(job, 5_100);
        advance(job, 6_100);
        end(job, 2, 137, 6_200);

        assertThat(actions)
                .containsExactly(
                        "terminate 2",
                        "kill 2",
                        "say rank 2 did not react: ended by the launcher, 5 s after the others had lost it");
        assertThat(job.exitStatus()).isEqualTo(70);
    }

    @Test
    void whoEndsBeforeAllHaveMetHasFailed() {
        Supervision job = job(2, true, null);

        end(job, 1, 0, 100);
        assertThat(actions).containsExactly("say rank 1 ended with exit status 0 before all ranks had met");
        advance(job, 5_100);
        end(job, 0, 143, 5_200);

        assertThat(job.exitStatus()).isEqualTo(1);
    }

    @Test
    void whoEndedForThatReasonIsNotTheCulprit() {
        Supervision job = job(2, true, null);

        end(job, 0, 70, 100);
        end(job, 1, 0, 200);

        assertThat(actions).containsExactly("say rank 1 ended with exit status 0 before all ranks had met");
        assertThat(job.exitStatus()).isEqualTo(1);
    }

    @Test
    void theRanksReportThatTheTimeIsOver() {
        Supervision job = job(2, false, Duration.ofMillis(500));
        assertThat(job.nextStepNanos()).isEqualTo(at(500));

        advance(job, 500);
        end(job, 1, 124, 510);
        end(job, 0, 124, 520);

        assertThat(actions).containsExactly("say the job's time limit of 0.5 s is over");
        assertThat(job.exitStatus()).isEqualTo(124);
    }

    @Test
    void whoDoesNotEndWhenTheTimeIsOverIsKilled() {
        Supervision job = job(2, false, Duration.ofSeconds(10));

        advance(job, 10_000);
        end(job, 1, 124, 10_100);
        advance(job, 13_999);
        assertThat(actions).isEmpty();
        advance(job, 14_000);
        end(job, 0, 137, 14_010);

        assertThat(actions).containsExactly("kill 0", "say the job's time limit of 10 s is over");
        assertThat(job.exitStatus()).isEqualTo(124);
    }

    @Test
    void aRanksClockMayBeAhead() {
        Supervision job = job(3, false, Duration.ofSeconds(10));

        end(job, 0, 70, 9_990);
        end(job, 1, 124, 9_995);
        assertThat(job.nextStepNanos()).isEqualTo(at(13_995));
        advance(job, 10_100);
        end(job, 2, 124, 10_200);

        assertThat(actions).containsExactly("say the job's time limit of 10 s is over");
        assertThat(job.exitStatus()).isEqualTo(124);
    }

    @Test
    void endingWellJustInTimeIsNoFailure() {
        Supervision job = job(1, false, Duration.ofSeconds(10));

        advance(job, 10_000);
        end(job, 0, 0, 10_001);

        assertThat(actions).isEmpty();
        assertThat(job.exitStatus()).isZero();
    }

    @Test
    void aFailureBeforeTheDeadlineStaysTheFailure() {
        Supervision job = job(2, false, Duration.ofSeconds(10));

        end(job, 0, 3, 9_000);
        advance(job, 10_000);
        end(job, 1, 124, 10_000);

        assertThat(actions).containsExactly("say rank 0 ended with exit status 3");
        assertThat(job.exitStatus()).isEqualTo(3);
    }

    @Test
    void withoutTimeLimitStatus124IsLikeAnyOther() {
        Supervision job = job(1, false, null);

        end(job, 0, 124, 1);

        assertThat(actions).containsExactly("say rank 0 ended with exit status 124");
        assertThat(job.exitStatus()).isEqualTo(124);
    }

    @Test
    void aReasonOutsideTheProcessesEndsThemAll() {
        Supervision job = job(3, true, null);
        job.notStarted(2);

        job.abort("rank 2 cannot be started: no memory", at(100).getAsLong());
        job.abort("and again", at(110).getAsLong());
        advance(job, 1_100);
        end(job, 0, 143, 1_200);
        end(job, 1, 137, 1_200);

        assertThat(actions)
                .containsExactly(
                        "say rank 2 cannot be started: no memory", "terminate 0", "terminate 1", "kill 0", "kill 1");
        assertThat(job.isOver()).isTrue();
        assertThat(job.exitStatus()).isEqualTo(1);
    }

    private Supervision job(int ranks, boolean meets, Duration timeLimit) {
        List<ProcessPlan> processes = IntStream.range(0, ranks)
                .mapToObj(rank -> new ProcessPlan("rank " + rank, "", List.of("true"), Map.of()))
                .toList();
        LaunchPlan plan = new LaunchPlan(processes, Set.of(), false, meets, Optional.ofNullable(timeLimit));
        return new Supervision(plan, START, new Recorder());
    }

    private static OptionalLong at(long millis) {
        return OptionalLong.of(START + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void end(Supervision job, int rank, int status, long millis) {
        job.ended(rank, new ExitStatus(status), at(millis).getAsLong());
        advance(job, millis);
    }

    private static void advance(Supervision job, long millis) {
        job.advance(at(millis).getAsLong());
    }

    private final class Recorder implements Supervision.Actions {
        @Override
        public void terminate(int process) {
            actions.add("terminate " + process);
        }

        @Override
        public void kill(int process) {
            actions.add("kill " + process);
        }

        @Override
        public void say(String message) {
            actions.add("say " + message);
        }
    }
}
