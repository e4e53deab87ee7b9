package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random graphs of new objects are read on several ranks as by threads, whatever method brings them. */
@Tag("once")
class RandomGraphsTest {
    /** More are tried with {@code -Djdsm.test.programs=200}, others with {@code -Djdsm.test.seed=1000}. */
    private static final int PROGRAMS = Integer.getInteger("jdsm.test.programs", 24);

    private static final long FIRST_SEED = Long.getLong("jdsm.test.seed", 0);
    private static final List<Protocol> PROTOCOLS =
            List.of(Protocol.LAZY_RELEASE, Protocol.WRITE_INVALIDATE, Protocol.AUTO, Protocol.WRITE_UPDATE);

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + PROGRAMS);
    }

    static LongStream checkedSeeds() {
        return seeds().limit(PROGRAMS / 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void areReadAsByThreads(long seed) {
        String source = RandomGraphs.of(seed);
        CheckedJob job = CheckedJob.of(source);
        int ranks = 2 + (int) (seed % 3);
        int threads = seed % 5 == 4 ? 2 : 1;
        Protocol protocol = PROTOCOLS.get((int) (seed / 3 % 4));

        WovenRanks.Ended plain = job.runPlain(ranks * threads);
        WovenRanks.Ended shared = seed % 4 == 3
                ? job.runFreeing(ranks, threads, protocol, "0") // a search behind each barrier
                : job.runUnchecked(ranks, threads, protocol);

        assertThat(plain.status()).as(plain.errors()).isZero();
        assertThat(shared.errors())
                .as("seed %d, %s, %d x %d:\n%s", seed, protocol, ranks, threads, source)
                .isEmpty();
        assertThat(shared.out())
                .as("seed %d, %s, %d x %d:\n%s", seed, protocol, ranks, threads, source)
                .isEqualTo(plain.out())
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("checkedSeeds")
    void areCheckedBeforeEachAccess(long seed) {
        WovenRanks.Ended ended = CheckedJob.of(RandomGraphs.of(seed)).run(3, 1);

        assertThat(ended.status()).as("seed %d: %s", seed, ended.errors()).isZero();
        assertThat(ended.errors()).contains("no races, no soundness holes");
    }
}
