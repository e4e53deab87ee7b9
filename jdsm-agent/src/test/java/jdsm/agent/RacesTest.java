package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Races in programs as people write them are found, and nothing is found in their twins. */
@Tag("once")
class RacesTest {
    static List<RacyPrograms.Pair> pairs() {
        return RacyPrograms.all();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theRaceIsNamed(RacyPrograms.Pair pair) {
        WovenRanks.Ended ended = CheckedJob.of(pair.racy()).run(2, 1);

        assertThat(ended.status()).as(ended.errors()).isEqualTo(65);
        assertThat(ended.err()).anyMatch(line -> line.startsWith("jdsm: race: " + pair.found()));
        // The swap may come between a check before the loop and the loop, which then has the other array.
        String holes =
                pair.name().startsWith("swap of buffers") ? "so the races may cause the holes" : "no soundness hole";
        assertThat(ended.errors()).containsAnyOf("no soundness hole", holes);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void itIsOneAmongWorkersOfOneRankToo(RacyPrograms.Pair pair) {
        boolean isTheirOwn = pair.name().startsWith("lock that each rank");
        WovenRanks.Ended ended = CheckedJob.of(pair.racy()).run(2, 2);

        assertThat(ended.status()).as(ended.errors()).isEqualTo(65);
        assertThat(isTheirOwn || ended.errors().contains(pair.found())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theTwinHasNone(RacyPrograms.Pair pair) {
        for (int threads = 1; threads <= 2; threads++) {
            WovenRanks.Ended ended = CheckedJob.of(pair.right()).run(threads == 1 ? 3 : 2, threads);

            assertThat(ended.status()).as(ended.errors()).isZero();
            assertThat(ended.errors()).contains("check: no races, no soundness holes");
        }
    }
}
