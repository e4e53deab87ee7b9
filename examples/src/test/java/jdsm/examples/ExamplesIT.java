package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Some examples as jobs of the launcher. */
@Tag("once")
class ExamplesIT {
    /** Programs that make no call for their shared data. */
    private static final List<String> PLAIN = List.of("Hello", "LU");

    @ParameterizedTest
    @CsvSource({"1, 1, tcp", "2, 2, tcp", "2, 2, inproc"})
    void hello(int ranks, int threads, String comm) {
        Outcome outcome = run(ranks, threads, comm, "Hello").ok();

        int workers = ranks * threads;
        List<String> expected = IntStream.range(0, workers)
                .mapToObj(worker -> {
                    int rank = worker / threads;
                    String line =
                            "Hello from worker " + worker + " of " + workers + ", on rank " + rank + " of " + ranks;
                    return ranks == 1 ? line : "[" + rank + "] " + line;
                })
                .toList();
        assertThat(outcome.out()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource({"3, 2, tcp, 61, 16", "4, 1, mixed, 64, 16", "2, 2, inproc, 61, 16"})
    void lu(int ranks, int threads, String comm, int n, int block) {
        Outcome outcome = run(ranks, threads, comm, "LU", "-n", "" + n, "--block", "" + block)
                .ok();

        LuOutput output = new LuOutput(outcome.out());
        assertThat(output.job())
                .isEqualTo("n=" + n + " block=" + block + " ranks=" + ranks + " threads=" + threads + " comm=" + comm);
        assertThat(output.verdict()).isEqualTo("OK");
    }

    @Test
    void aSpoiledLuFails() {
        Outcome outcome = run(2, 1, "tcp", "LU", "-n", "64", "--break");

        assertThat(new LuOutput(outcome.out()).verdict()).isEqualTo("FAILED");
        outcome.failed(1, "jdsm: rank 0 ended with exit status 1");
    }

    @Test
    void aSpoiledLuFailsOnRanksOfOneProcess() {
        Outcome outcome = run(2, 1, "inproc", "LU", "-n", "64", "--break");

        assertThat(new LuOutput(outcome.out()).verdict()).isEqualTo("FAILED");
        outcome.failed(1, "jdsm: the job's process ended with exit status 1");
    }

    @Test
    void wrongArgumentsOfLu() {
        run(4, 1, "tcp", "LU", "-n", "0").failed(2, "jdsm: LU: -n, --block and --reps must be at least 1");
    }

    private static Outcome run(int ranks, int threads, String comm, String... program) {
        String[] options = {"-p", "" + ranks, "-t", "" + threads, "--comm", comm};
        String[] args = java.util.stream.Stream.of(options, program)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new);
        try (JdsmProcess job = PLAIN.contains(program[0]) ? JdsmProcess.launchWoven(args) : JdsmProcess.launch(args)) {
            return job.end();
        }
    }
}
