package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import jdsm.Protocol;
import jdsm.agent.fault.WeaverFault;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs compute on several ranks what as many threads of one JVM compute with the code as it is compiled. */
@Tag("once")
class RandomJobsTest {
    /** More are tried with {@code -Djdsm.test.programs=200}, others with {@code -Djdsm.test.seed=1000}. */
    private static final int PROGRAMS = Integer.getInteger("jdsm.test.programs", 6);

    private static final long FIRST_SEED = Long.getLong("jdsm.test.seed", 0);
    private static final long CHECKED_PROGRAMS = PROGRAMS / 3;
    private static final long MOST_PROGRAMS_FOR_FAULT = 40;
    private static final List<Protocol> PROTOCOLS =
            List.of(Protocol.LAZY_RELEASE, Protocol.AUTO, Protocol.WRITE_INVALIDATE, Protocol.WRITE_UPDATE);
    private static final List<Workers> WORKERS =
            List.of(new Workers(2, 1), new Workers(3, 1), new Workers(4, 1), new Workers(2, 2));

    private record Workers(int ranks, int threads) {}

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + PROGRAMS);
    }

    static LongStream checkedSeeds() {
        return seeds().limit(CHECKED_PROGRAMS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theResultIsThatOfThreads(long seed) {
        String source = RandomJobs.of(seed);
        CheckedJob job = CheckedJob.of(source, seed);
        Protocol protocol = PROTOCOLS.get((int) (seed % 4));
        Workers workers = WORKERS.get((int) ((seed + seed / 4) % 4));

        WovenRanks.Ended plain = job.runPlain(workers.ranks * workers.threads);
        WovenRanks.Ended shared = job.runUnchecked(workers.ranks, workers.threads, protocol);

        assertThat(plain.status()).as(plain.errors()).isZero();
        assertThat(shared.errors())
                .as("seed %d, %s, %s:\n%s", seed, protocol, workers, source)
                .isEmpty();
        assertThat(shared.out())
                .as("seed %d, %s, %s:\n%s", seed, protocol, workers, source)
                .isEqualTo(plain.out())
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("checkedSeeds")
    void thereIsNoRace(long seed) {
        String source = RandomJobs.small(seed);
        WovenRanks.Ended ended = CheckedJob.of(source, seed).run(2, 2);

        assertThat(ended.status())
                .as("seed %d: %s\n%s", seed, ended.errors(), source)
                .isZero();
        assertThat(ended.errors()).contains("no races, no soundness holes");
    }

    @ParameterizedTest
    @EnumSource(
            value = WeaverFault.class,
            names = {"NO_RANGE_READ", "CHECKED_BEFORE_BARRIER"})
    void faultsChangeTheResult(WeaverFault fault) {
        LongStream seeds = LongStream.range(0, MOST_PROGRAMS_FOR_FAULT)
                .filter(seed -> !RandomJobs.of(seed).contains("turn % workers()")); // may wait for ever
        boolean changes = seeds.anyMatch(seed -> {
            CheckedJob job = CheckedJob.of(RandomJobs.of(seed), seed);
            return !job.runFaulty(2, 1, Protocol.LAZY_RELEASE, fault::put)
                            .out()
                            .equals(job.runPlain(2).out())
                    && job.isMutated();
        });

        assertThat(changes).isTrue();
    }
}
