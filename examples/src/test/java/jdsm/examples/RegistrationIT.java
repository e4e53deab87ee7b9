package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that registered different things do not start; the first difference is named with both values. */
class RegistrationIT {
    private static final String THINGS = "ranks registered different things: rank 0 has ";
    private static final String CONTENT =
            "initial content differs in double[6] in blocks of 3 (key 0), Different.first: "
                    + "[5] is %s on rank 0 and %s on rank 1; let initialize() give every rank the same, or mark the field @FromRank(0)";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count|int[4] (key 1) where rank 1 has nothing more",
                "type|int[4] (key 1) where rank 1 has long[4] (key 1)",
                "length|double[6] in blocks of 3 (key 0) where rank 1 has double[7] in blocks of 3 (key 0)",
                "blocks|double[6] in blocks of 3 (key 0) where rank 1 has double[6] in blocks of 2 (key 0)",
                "declared|classes [] where rank 1 has classes [java.lang.Thread$State]"
            })
    void differentThings(String how, String difference) {
        assertThat(run("inproc", 3, how).err()).contains("[0] jdsm: rank 0: " + THINGS + difference);
    }

    @ParameterizedTest
    @CsvSource({"content, 0.0, 0.5", "nan, 0.0, -0.0"})
    void differentContent(String how, String here, String there) {
        assertThat(run("inproc", 3, how).err()).contains("[0] jdsm: rank 0: " + String.format(CONTENT, here, there));
    }

    @Test
    void allRanksSayTheSame() {
        String text = String.format(CONTENT, "0.0", "0.5");

        run("tcp", 3, "content")
                .failed(
                        1,
                        "[0] jdsm: rank 0: " + text,
                        "[1] jdsm: rank 1 ends: rank 0: " + text,
                        "[2] jdsm: rank 2 ends: rank 0: " + text,
                        "jdsm: rank 0 ended with exit status 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void aFieldMarkedFromRankIsTakenFromThere(String comm) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", "--comm", comm, "jdsm.examples.programs.FromOneRank")) {
            assertThat(job.end().ok().out()).containsExactlyInAnyOrder("[0] 10 21 3", "[1] 10 21 3", "[2] 10 21 3");
        }
    }

    @Test
    void aFieldMarkedFromARankThatIsNotThere() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "1", "jdsm.examples.programs.FromOneRank")) {
            job.end().failed(2, "jdsm: field FromOneRank.fromOne is marked @FromRank(1), but the job has ranks 0 to 0");
        }
    }

    private static Outcome run(String comm, int ranks, String how) {
        try (JdsmProcess job =
                JdsmProcess.launch("-p", "" + ranks, "--comm", comm, "jdsm.examples.programs.Different", how)) {
            Outcome outcome = job.end();
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.status()).isEqualTo(1);
            return outcome;
        }
    }
}
