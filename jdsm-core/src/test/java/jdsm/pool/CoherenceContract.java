package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.node.TestJob;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What programs without data races may rely on under every protocol, by one and by two workers a rank: they are the
 * subclasses of {@link CoherenceProgram}. A transport is a subclass; a protocol that {@link Protocol} comes to have is in by itself.
 */
abstract class CoherenceContract {
    private final TestJob.Transport transport;

    CoherenceContract(TestJob.Transport transport) {
        this.transport = transport;
    }

    record Job(Protocol consistency, int ranks, int threads) {
        int workers() {
            return ranks * threads;
        }

        @Override
        public String toString() {
            return consistency.label() + ", " + ranks + " ranks of " + threads;
        }
    }

    static Stream<Job> jobs() {
        return Stream.of(Protocol.values())
                .flatMap(consistency -> IntStream.of(2, 3)
                        .boxed()
                        .flatMap(
                                ranks -> IntStream.of(1, 2).mapToObj(threads -> new Job(consistency, ranks, threads))));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void programsWithoutRacesSeeOneMemory(Job job) {
        List<String> out = TestJob.run(
                        transport, job.consistency(), CoherenceProgram.All.class, job.ranks(), job.threads())
                .ok()
                .out();
        Map<String, Long> reports = out.stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));

        assertThat(reports)
                .hasSize(9)
                .allSatisfy(
                        (program, workers) -> assertThat(workers).as(program).isEqualTo(job.workers()));
    }
}
