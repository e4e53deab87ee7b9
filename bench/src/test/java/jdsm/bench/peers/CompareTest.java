package jdsm.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CompareTest {
    private static final String GOOD = "SOR n=3 seconds=0.125 OK";

    private static final Pattern SECONDS = Runs.figure("seconds");

    private static Comparison barrier(double[] shm, double[] pcj) {
        Peer one = new Peer("JDSM, shm", List.of(), null);
        Peer other = new Peer("PCJ", List.of(), null);
        Comparison comparison =
                new Comparison(new Workload("barrier of 2", "us", false, "Barriers.", List.of(one, other)));
        Arrays.stream(shm).forEach(figure -> comparison.add(one, figure));
        Arrays.stream(pcj).forEach(figure -> comparison.add(other, figure));
        return comparison;
    }

    @Test
    void aRatioIsTakenWithinARound() {
        Comparison comparison = barrier(new double[] {1, 10, 2}, new double[] {100, 1000, 140});

        assertThat(comparison.ratio("PCJ", "JDSM, shm").median()).isEqualTo(100);
        assertThat(comparison.ratio("PCJ", "JDSM, shm").least()).isEqualTo(70);
        assertThat(comparison.quartiles("PCJ").median()).isEqualTo(140);
    }

    @Test
    void thePageHasFiguresRatiosAndGoals() {
        String page = Page.of(
                Map.of("java", "some"), List.of(barrier(new double[] {2, 2}, new double[] {120, 140})), "plots");

        assertThat(page)
                .contains("* java: some")
                .contains("## Barrier of 2")
                .contains("![barrier of 2](plots/barrier-of-2.svg)")
                .contains("| JDSM, shm | 2.00 (2.00 to 2.00) |  |")
                .contains("| PCJ | 130 (125 to 135) | 0.015 (0.015 to 0.016) |")
                .contains("| barrier of two, PCJ to shm | 65.0 (62.5 to 67.5) | at least 50.0 | met |")
                .doesNotContain("LU");
        assertThat(Page.of(Map.of(), List.of(barrier(new double[] {4}, new double[] {120})), "plots"))
                .contains("| at least 50.0 | **not met** |");
    }

    @Test
    void valuesAreWrittenAsJson() throws IOException {
        StringWriter text = new StringWriter();

        Values.write(text, Map.of("rounds", 1), List.of(barrier(new double[] {2}, new double[] {120})));

        assertThat(text.toString().replaceAll("\\s", ""))
                .isEqualTo("{\"environment\":{\"rounds\":1},\"workloads\":{\"barrierof2\":{\"unit\":\"us\","
                        + "\"JDSM,shm\":[2.0],\"PCJ\":[120.0]}}}");
    }

    /** A goal that names a peer wrongly would never be shown. */
    @Test
    void eachGoalIsOfAWorkloadAndItsPeers() {
        Set<String> known = new HashSet<>();
        Commands commands = new Commands(java.nio.file.Path.of("jdsm"), "jar", java.nio.file.Path.of("c"));
        new Workloads(commands)
                .all()
                .forEach(workload -> workload.peers().forEach(peer -> known.add(workload.name() + ": " + peer.name())));

        assertThat(Goal.ALL)
                .allSatisfy(goal -> assertThat(known)
                        .contains(goal.workload() + ": " + goal.peer(), goal.workload() + ": " + goal.by()));
    }

    @Test
    void aFigureIsTakenFromALineThatSaysAllIsWell() throws Exception {
        assertThat(Runs.run(List.of("sh", "-c", "echo first; echo '" + GOOD + "'"), SECONDS, null))
                .isEqualTo(0.125);
        assertThat(Runs.run(List.of("sh", "-c", "echo 'LU seconds=0.5 residual=0.013 OK'"), SECONDS, null))
                .isEqualTo(0.5);
        assertThatThrownBy(() -> Runs.run(List.of("sh", "-c", "echo 'SOR seconds=0.125 FAILED'"), SECONDS, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("FAILED");
        assertThatThrownBy(() -> Runs.run(List.of("sh", "-c", "echo '" + GOOD + "'; exit 3"), SECONDS, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 3");
    }

    /** PCJ's nodes do not always end. */
    @Test
    void whoDoesNotEndBehindItsResultIsEndedWhereThatIsKnown() throws Exception {
        Duration patience = Duration.ofMillis(50);
        assertThat(Runs.run(List.of("sh", "-c", "echo '" + GOOD + "'; exec sleep 3600"), SECONDS, patience))
                .isEqualTo(0.125);
        assertThat(Runs.run(List.of("sh", "-c", "echo '" + GOOD + "'"), SECONDS, patience))
                .isEqualTo(0.125);
        assertThatThrownBy(() -> Runs.run(List.of("sh", "-c", "echo nothing"), SECONDS, patience))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> Runs.run(List.of("sh", "-c", "echo '" + GOOD + "'; exit 3"), SECONDS, patience))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 3");
    }

    @Test
    void updatesAreTheSameForAWorkerAndOthersForAnother() {
        Updates one = new Updates(0, 16);
        Updates again = new Updates(0, 16);
        Updates other = new Updates(1, 16);
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            long value = one.next();
            assertThat(again.next()).isEqualTo(value);
            assertThat(other.next()).isNotEqualTo(value);
            places.add(one.index());
        }

        assertThat(places).hasSize(16);
    }
}
