package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs with indirect accesses compute the same on several ranks as on one. */
@Tag("once")
class RandomGatherTest {
    private static final int PROGRAMS = 12;
    private static final long FIRST_SEED = Long.getLong("jdsm.test.seed", 1);
    private static final List<Protocol> PROTOCOLS =
            List.of(Protocol.LAZY_RELEASE, Protocol.AUTO, Protocol.WRITE_INVALIDATE, Protocol.WRITE_UPDATE);

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + PROGRAMS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theResultIsThatOfOneRank(long seed) {
        String source = RandomGather.of(seed);
        CheckedJob job = CheckedJob.of(source);
        Protocol protocol = PROTOCOLS.get((int) (seed % PROTOCOLS.size()));
        WovenRanks.Ended alone = job.runUnchecked(1, 1, protocol);

        WovenRanks.Ended together = job.runUnchecked(seed % 3 == 0 ? 3 : 2, seed % 3 == 1 ? 2 : 1, protocol);

        assertThat(alone.status()).as(alone.errors()).isZero();
        assertThat(together.errors())
                .as("seed %d, %s:\n%s", seed, protocol, source)
                .isEmpty();
        assertThat(sums(together))
                .as("seed %d, %s:\n%s", seed, protocol, source)
                .isEqualTo(sums(alone))
                .hasSize(1);
    }

    private static List<String> sums(WovenRanks.Ended ended) {
        return ended.out().stream()
                .filter(line -> line.contains("sum "))
                .map(line -> line.substring(line.indexOf("sum ")))
                .toList();
    }
}
