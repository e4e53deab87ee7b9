package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.Consistency;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What programs without data races may rely on under every protocol, by one and by two workers a rank. A transport is a
 * subclass; a protocol that {@link Consistency} comes to have is in by itself.
 */
abstract class CoherenceContract {
    private final TestJob.Transport transport;

    CoherenceContract(TestJob.Transport transport) {
        this.transport = transport;
    }

    record Job(Consistency consistency, int ranks, int threads) {
        int workers() {
            return ranks * threads;
        }

        @Override
        public String toString() {
            return consistency.label() + ", " + ranks + " ranks of " + threads;
        }
    }

    static Stream<Job> jobs() {
        return Stream.of(Consistency.values())
                .flatMap(consistency -> IntStream.of(2, 3)
                        .boxed()
                        .flatMap(
                                ranks -> IntStream.of(1, 2).mapToObj(threads -> new Job(consistency, ranks, threads))));
    }

    private List<String> run(Job job, Class<? extends SPMD> program, int rounds) {
        return TestJob.run(transport, job.consistency(), program, job.ranks(), job.threads(), Integer.toString(rounds))
                .ok()
                .out();
    }

    private void runs(Job job, Class<? extends SPMD> program, int rounds) {
        List<String> all =
                IntStream.range(0, job.workers()).mapToObj(worker -> "ok").collect(Collectors.toList());
        assertThat(run(job, program, rounds)).isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void allKeepWhatTheyWroteBesideEachOther(Job job) {
        runs(job, WritePrograms.Interleaved.class, 8);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void aLockOrdersWhatItProtects(Job job) {
        assertThat(run(job, WritePrograms.Locked.class, 30))
                .hasSize(job.workers())
                .containsOnly(WritePrograms.Locked.expected(job.workers(), 30));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void volatileAccessesOrderWhatIsAroundThem(Job job) {
        assertThat(run(job, WritePrograms.Spinning.class, 8))
                .hasSize(job.workers())
                .containsOnly(WritePrograms.Spinning.expected(job.workers(), 8));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void volatileAccessesAreTotallyOrdered(Job job) {
        runs(job, WritePrograms.StoreBuffering.class, 40);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void holdersLoseNothing(Job job) {
        runs(job, HoldPrograms.Count.class, 40);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void nobodySeesATurnHalfDone(Job job) {
        runs(job, HoldPrograms.Turns.class, 40);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void readersSeeWhatWasReleasedBeforeTheBarrier(Job job) {
        runs(job, HoldPrograms.Broadcast.class, 9);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void overlappingRangesNeitherBlockNorLose(Job job) {
        runs(job, HoldPrograms.Overlap.class, 15);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void everyElementTypeTravelsByItsBits(Job job) {
        runs(job, HoldPrograms.Types.class, 1);
    }
}
