package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import jdsm.sync.Waits;
import org.junit.jupiter.api.Test;

/** Who waits for whom, and when that never ends. */
class StallReportTest {
    private static final long CERTAIN = 2000;

    @Test
    void whoWaitsForEachOther() {
        List<String> lines = report(
                new RankState(0, 0, List.of(wants("worker 0", 7, 9000)), Map.of(6, "worker 0")),
                new RankState(1, 0, List.of(wants("worker 1", 6, 8000)), Map.of(7, "worker 1")));

        assertThat(lines)
                .containsExactly(
                        "rank 0 worker 0 has waited 9.0 s for unit 7, which rank 1 worker 1 has, at A.b(A.java:1)",
                        "rank 1 worker 1 has waited 8.0 s for unit 6, which rank 0 worker 0 has, at A.b(A.java:1)",
                        "rank 1 worker 1, for which rank 0 worker 0 waits, is waiting at",
                        "    A.b(A.java:1)",
                        "rank 0 worker 0, for which rank 1 worker 1 waits, is waiting at",
                        "    A.b(A.java:1)",
                        "deadlock: rank 0 worker 0 waits for rank 1 worker 1 waits for rank 0 worker 0");
    }

    @Test
    void aWaitThatMayHaveEndedMeanwhileIsNoProof() {
        assertThat(report(
                        new RankState(0, 0, List.of(wants("worker 0", 7, 9000)), Map.of(6, "worker 0")),
                        new RankState(1, 0, List.of(wants("worker 1", 6, CERTAIN - 1)), Map.of(7, "worker 1"))))
                .noneMatch(line -> line.startsWith("deadlock"));
    }

    @Test
    void noDeadlockWhereTheHolderRunsOrGoesOnByItself() {
        ThreadState timed = new ThreadState("worker 1", 9000, "for a while", 6, Waits.NONE, "", true, 1, List.of(), "");
        ThreadState running = ThreadState.running("worker 1", new StackTraceElement[0], "a hint");
        for (ThreadState holder : List.of(timed, running)) {
            assertThat(report(
                            new RankState(0, 0, List.of(wants("worker 0", 7, 9000)), Map.of(6, "worker 0")),
                            new RankState(1, 0, List.of(holder), Map.of(7, "worker 1"))))
                    .isNotEmpty()
                    .noneMatch(line -> line.startsWith("deadlock"));
        }
    }

    @Test
    void aHolderInABarrierThatOthersCannotReach() {
        ThreadState barrier = new ThreadState("worker 1", 9000, "in barrier 3", -1, 3, "", false, 1, List.of(), "");

        assertThat(report(
                        new RankState(0, 0, List.of(wants("worker 0", 7, 9000)), Map.of()),
                        new RankState(1, 0, List.of(barrier), Map.of(7, "worker 1"))))
                .contains(
                        "rank 1 worker 1 has waited 9.0 s in barrier 3, where rank 0 worker 0 is missing",
                        "deadlock: rank 0 worker 0 waits for rank 1 worker 1 waits for rank 0 worker 0");
    }

    @Test
    void monitorsOfOneRankCount() {
        ThreadState first =
                ThreadState.blocked("worker 0", 9000, "to enter m", "worker 1", 1, new StackTraceElement[0]);

        assertThat(report(new RankState(0, 0, List.of(first, wants("worker 1", 7, 9000)), Map.of(7, "worker 0"))))
                .contains("deadlock: rank 0 worker 0 waits for rank 0 worker 1 waits for rank 0 worker 0");
    }

    @Test
    void whoIsMissingInABarrierIsToldWithWhereItIs() {
        ThreadState spinning = new ThreadState(
                "worker 1", ThreadState.RUNS, "", -1, -1, "", false, 0, List.of("A.spin(A.java:9)"), "it spins");
        ThreadState other = new ThreadState("thread pool-1", 9000, "for it", -1, -1, "", false, 1, List.of(), "");
        ThreadState barrier = new ThreadState("worker 0", 5000, "in barrier 1", -1, 1, "", false, 1, List.of(), "");

        assertThat(StallReport.of(
                        List.of(
                                new RankState(0, 0, List.of(barrier, other), Map.of()),
                                new RankState(1, 0, List.of(spinning), Map.of())),
                        List.of(2),
                        4000,
                        CERTAIN))
                .containsExactly(
                        "rank 0 worker 0 has waited 5.0 s in barrier 1, where rank 1 worker 1 is missing",
                        "rank 0 thread pool-1 has waited 9.0 s for it",
                        "rank 1 worker 1, for which rank 0 worker 0 waits, is running at",
                        "    A.spin(A.java:9)",
                        "    it spins",
                        "rank 2 does not answer: it is stopped, collects garbage, or cannot be reached");
    }

    @Test
    void whereAllWaitToBeNotifiedNobodyIsLeft() {
        String end = "no worker runs any more: unless a thread that the program has started goes on, this never ends";
        ThreadState running = ThreadState.running("worker 1", new StackTraceElement[0], "");
        RankState one = new RankState(0, 0, List.of(wants("worker 0", Waits.NONE, 9000)), Map.of());

        assertThat(report(one, new RankState(1, 0, List.of(wants("worker 1", Waits.NONE, 3000)), Map.of())))
                .last()
                .isEqualTo(end);
        assertThat(report(one, new RankState(1, 0, List.of(wants("worker 1", Waits.NONE, CERTAIN - 1)), Map.of())))
                .doesNotContain(end);
        assertThat(report(one, new RankState(1, 0, List.of(running), Map.of()))).doesNotContain(end);
        assertThat(StallReport.of(List.of(one), List.of(1), 1000, CERTAIN)).doesNotContain(end);
    }

    @Test
    void nothingIsToldOfShortWaits() {
        assertThat(StallReport.of(
                        List.of(new RankState(0, 0, List.of(wants("worker 0", 7, 900)), Map.of(7, "worker 1"))),
                        List.of(1),
                        1000,
                        CERTAIN))
                .isEmpty();
    }

    @Test
    void workersAreToldByTheirNumbers() {
        assertThat(report(new RankState(
                        0, 0, List.of(wants("worker 10", 3, 9000), wants("worker 2", 4, 8000)), Map.of())))
                .extracting(line -> line.split(" has ")[0])
                .startsWith("rank 0 worker 2", "rank 0 worker 10");
    }

    @Test
    void aStateTravels() {
        RankState state = new RankState(
                3,
                5,
                List.of(
                        wants("worker 9", 7, 12),
                        ThreadState.running(
                                "main thread", Thread.currentThread().getStackTrace(), "hint")),
                Map.of(7, "worker 8", -3, "x"));

        assertThat(RankState.of(state.toBytes())).isEqualTo(state);
    }

    private static List<String> report(RankState... ranks) {
        return StallReport.of(List.of(ranks), List.of(), 1000, CERTAIN);
    }

    private static ThreadState wants(String name, int unit, long millis) {
        return new ThreadState(
                name, millis, "for unit " + unit, unit, Waits.NONE, "", false, 1, List.of("A.b(A.java:1)"), "");
    }
}
