package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused is said once, all at once, before anything runs. */
@Tag("once")
class RefusalIT {
    private static final String REFUSED = "jdsm.examples.programs.Refused";

    @ParameterizedTest
    @ValueSource(strings = {"shm", "inproc"})
    void allOfAProgramOnce(String comm) {
        Outcome outcome;
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "3", "--comm", comm, REFUSED)) {
            outcome = job.end();
        }

        assertThat(outcome.status()).isEqualTo(2);
        List<String> refusals = outcome.err().stream()
                .filter(line -> line.contains("jdsm-agent"))
                .toList();
        assertThat(refusals).hasSize(2);
        assertThat(refusals.get(0))
                .startsWith("jdsm-agent: Refused.words (Refused.java:")
                .contains("): objects of java.util.WeakHashMap are not kept coherent; use ")
                .contains("a HashMap, and remove the entries that are over")
                .endsWith(", mark the field @Local or say --local " + REFUSED + ".words");
        assertThat(refusals.get(1))
                .startsWith("jdsm-agent: " + REFUSED + "$Late.count (Refused.java:")
                .endsWith(", mark it @Local or say --local " + REFUSED + "$Counting.count");
        try (JdsmProcess explain = JdsmProcess.explain("--cp", JdsmProcess.PROGRAMS, REFUSED)) {
            assertThat(explain.end().out())
                    .containsAll(refusals.stream()
                            .map(line -> "  " + line.substring("jdsm-agent: ".length()))
                            .toList());
        }
    }

    @Test
    void theOptionsThatItNamesAreAccepted() {
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", "2", "--local", REFUSED + ".words", "--local", REFUSED + "$Counting.count", REFUSED)) {
            assertThat(job.end().ok().err()).noneMatch(line -> line.contains("jdsm-agent"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void theWayByHandWorks(String ranks) {
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", ranks, "jdsm.examples.programs.ByHandInWoven")) {
            int all = 10 * Integer.parseInt(ranks);
            assertThat(job.end().ok().out())
                    .containsExactly("{word0=" + all / 2 + ", word1=" + all / 2 + "} of " + all);
        }
    }
}
