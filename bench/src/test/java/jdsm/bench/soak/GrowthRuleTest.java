package jdsm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import jdsm.bench.soak.GrowthRule.Growth;
import jdsm.bench.soak.GrowthRule.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrowthRuleTest {
    private static final int TOLERANCE = 1000;
    private static final double NOISE = 200;

    private static Verdict judge(int samples, long seed, IntToDoubleFunction level) {
        Random random = new Random(seed);
        return new GrowthRule(TOLERANCE, 0)
                .judge(IntStream.range(0, samples)
                        .mapToLong(i -> Math.round(level.applyAsDouble(i) + NOISE * random.nextGaussian()))
                        .toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 20, 60, 400})
    void whatIsFlatAndNoisyHasNotGrown(int samples) {
        int grown = 0;
        for (long seed = 0; seed < 500; seed++) {
            grown += judge(samples, seed, i -> 50_000).growth() == Growth.NONE ? 0 : 1;
        }
        assertThat(grown).isLessThanOrEqualTo(samples < 20 ? 10 : 2); // of 500
    }

    @Test
    void whatComesToRestInTheFirstQuarterHasNotGrown() {
        assertThat(judge(100, 1, i -> 50_000 - 40_000 * Math.exp(-i / 4.0)).growth())
                .isEqualTo(Growth.NONE);
    }

    @Test
    void whatFallsHasNotGrown() {
        assertThat(judge(100, 1, i -> 50_000 - 100 * i).growth()).isEqualTo(Growth.NONE);
    }

    /** In all samples together it rises by so much. */
    @ParameterizedTest
    @CsvSource({"20, 4000, LEVEL", "60, 4000, LEVEL", "400, 4000, LEVEL", "200, 1200, TREND", "400, 1200, TREND"})
    void aLeakIsFoundOut(int samples, double leak, Growth growth) {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(judge(samples, seed, i -> 50_000 + leak * i / samples).growth())
                    .as("seed %d", seed)
                    .isEqualTo(growth);
        }
    }

    @Test
    void aStepIsFoundOut() {
        assertThat(judge(40, 1, i -> i < 25 ? 50_000 : 52_000).growth()).isEqualTo(Growth.LEVEL);
    }

    /** As the classes of a job do that one handle or the other keeps until it is used again. */
    @Test
    void whatMayComeAndGoIsNoGrowth() {
        long[] once = IntStream.range(0, 30)
                .mapToLong(i -> 3466 + i % 5 + (i < 22 ? 0 : 675))
                .toArray();
        long[] all = IntStream.range(0, 30).mapToLong(i -> i < 22 ? 0 : 1000).toArray();
        long[] again =
                IntStream.range(0, 400).mapToLong(i -> 3466 + i / 50 * 675).toArray();

        assertThat(new GrowthRule(200, 0).judge(once).growth()).isNotEqualTo(Growth.NONE);
        assertThat(new GrowthRule(200, 1000).judge(once).growth()).isEqualTo(Growth.NONE);
        assertThat(new GrowthRule(200, 1000).judge(all).growth()).isEqualTo(Growth.NONE);
        assertThat(new GrowthRule(200, 1000).judge(again).growth()).isEqualTo(Growth.LEVEL);
    }

    @Test
    void beyondWhatMayComeAndGoASlowLeakIsFoundOut() {
        long[] samples = IntStream.range(0, 400)
                .mapToLong(i -> 10_000 + 3 * i + i % 7 * 100)
                .toArray();

        assertThat(new GrowthRule(200, 300).judge(samples).growth()).isEqualTo(Growth.LEVEL);
        assertThat(new GrowthRule(600, 300).judge(samples).growth()).isEqualTo(Growth.TREND);
    }

    /** As descriptors do: mostly equal, but now and then one more. */
    @Test
    void countsThatRiseNowAndThen() {
        long[] rising = IntStream.range(0, 200).mapToLong(i -> 40 + i / 50).toArray();
        long[] constant =
                IntStream.range(0, 200).mapToLong(i -> 40 + i % 50 / 49).toArray();

        assertThat(new GrowthRule(2, 0).judge(rising).growth()).isEqualTo(Growth.TREND);
        assertThat(new GrowthRule(2, 0).judge(constant).growth()).isEqualTo(Growth.NONE);
    }

    @Test
    void mediansAreToldFromWhereToWhere() {
        Verdict verdict = new GrowthRule(1, 0).judge(new long[] {9, 9, 10, 12, 15, 16, 19, 20});

        assertThat(verdict.growth()).isEqualTo(Growth.LEVEL);
        assertThat(verdict.from()).isEqualTo(11);
        assertThat(verdict.to()).isEqualTo(19.5);
    }

    @Test
    void ofFewSamplesNothingIsSaid() {
        assertThat(new GrowthRule(1, 0).judge(new long[] {1, 1, 1, 1, 1, 1, 1}).growth())
                .isEqualTo(Growth.TOO_FEW);
        assertThat(new GrowthRule(1, 0)
                        .judge(new long[] {1, 1, 1, 1, 1, 1, 1, 1})
                        .growth())
                .isEqualTo(Growth.NONE);
    }
}
