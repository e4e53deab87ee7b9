package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs under the check: nothing in those without a race, and the race where a synchronisation is left out. */
@Tag("once")
class RandomSyncTest {
    /** More are tried with {@code -Djdsm.test.programs=200}. */
    private static final int PROGRAMS = Integer.getInteger("jdsm.test.programs", 60);

    private static final int RACY_PROGRAMS = PROGRAMS / 2;
    private static final int PARTS = 10;

    static IntStream parts() {
        return IntStream.range(0, PARTS);
    }

    private static LongStream seeds(int part, int programs) {
        return LongStream.range(part * (programs / PARTS), (part + 1) * (programs / PARTS));
    }

    private static WovenRanks.Ended run(String source, long seed) {
        return CheckedJob.of(source, seed).run(seed % 3 == 0 ? 3 : 2, seed % 3 == 1 ? 2 : 1);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void nothingIsFoundWhereAllIsOrdered(int part) {
        seeds(part, PROGRAMS).forEach(seed -> {
            String source = RandomSync.right(seed);
            WovenRanks.Ended ended = run(source, seed);

            assertThat(ended.status())
                    .as("seed %s: %s\n%s", seed, ended.errors(), source)
                    .isZero();
            assertThat(ended.errors()).contains("no races, no soundness holes");
        });
    }

    @ParameterizedTest
    @MethodSource("parts")
    void oneSynchronisationLessIsARace(int part) {
        seeds(part, RACY_PROGRAMS).forEach(seed -> {
            String source = RandomSync.racy(seed);
            WovenRanks.Ended ended = run(source, seed);

            assertThat(ended.status())
                    .as("seed %s: %s\n%s", seed, ended.errors(), source)
                    .isEqualTo(65);
        });
    }
}
