package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rank 0 has the launcher's standard input. */
class InputIT {
    private static final List<String> GIVEN = List.of("sh", "-c", "printf 'one\\ntwo\\n' | \"$@\"", "sh");

    private static Outcome run(String arguments) {
        try (JdsmProcess job = JdsmProcess.launchWovenBy(GIVEN, arguments.split(" "))) {
            return job.end();
        }
    }

    @ParameterizedTest
    @CsvSource({"shm,0", "tcp,0", "inproc,1"})
    void aWorkerReadsForAll(String transport, int reader) {
        Outcome outcome = run("--ranks 2 --comm " + transport + " jdsm.examples.programs.Reading " + reader)
                .ok();

        assertThat(outcome.out()).containsExactlyInAnyOrder("[0] [one, two]", "[1] [one, two]");
    }

    @Test
    void otherRanksAreTold() {
        Outcome outcome = run("--ranks 2 jdsm.examples.programs.Reading 1");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(line -> line.startsWith(
                                "[1] jdsm: rank 1: standard input is rank 0's: let worker 0 read it in start(),")
                        && line.contains("Reading.java:"));
    }
}
