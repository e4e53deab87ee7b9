package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As processes, ranks that registered different things do not start; {@link RegistrationTest} has the differences. */
@Tag("once")
class RegistrationIT {
    private static final String CONTENT =
            "initial content differs in double[6] in blocks of 3 (key 0), Different.first: "
                    + "[5] is 0.0 on rank 0 and 0.5 on rank 1; let initialize() give every rank the same, or mark the field @FromRank(0)";

    @Test
    void allRanksSayTheSame() {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", "jdsm.examples.programs.Different", "content")) {
            Outcome outcome = job.end();
            assertThat(outcome.out()).isEmpty();
            outcome.failed(
                    1,
                    "[0] jdsm: rank 0: " + CONTENT,
                    "[1] jdsm: rank 1 ends: rank 0: " + CONTENT,
                    "[2] jdsm: rank 2 ends: rank 0: " + CONTENT,
                    "jdsm: rank 0 ended with exit status 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void aFieldMarkedFromRankIsTakenFromThere(String comm) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "3", "--comm", comm, "jdsm.examples.programs.FromOneRank")) {
            assertThat(job.end().ok().out()).containsExactlyInAnyOrder("[0] 10 21 3", "[1] 10 21 3", "[2] 10 21 3");
        }
    }
}
