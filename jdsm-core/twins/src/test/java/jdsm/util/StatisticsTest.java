package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The twins of statistics have the JDK's numbers, also together with objects of the JDK. */
class StatisticsTest {
    private static void same(java.util.IntSummaryStatistics twin, java.util.IntSummaryStatistics jdk) {
        assertThat(twin).isInstanceOf(IntSummaryStatistics.class).hasToString(jdk.toString());
        assertThat(IntSummaryStatistics.getCount(twin)).isEqualTo(jdk.getCount());
        assertThat(IntSummaryStatistics.getSum(twin)).isEqualTo(jdk.getSum());
        assertThat(IntSummaryStatistics.getMin(twin)).isEqualTo(jdk.getMin());
        assertThat(IntSummaryStatistics.getMax(twin)).isEqualTo(jdk.getMax());
        assertThat(IntSummaryStatistics.getAverage(twin)).isEqualTo(jdk.getAverage());
        assertThat(IntSummaryStatistics.getAverage(jdk)).isEqualTo(jdk.getAverage());
    }

    private static void same(java.util.LongSummaryStatistics twin, java.util.LongSummaryStatistics jdk) {
        assertThat(twin).isInstanceOf(LongSummaryStatistics.class).hasToString(jdk.toString());
        assertThat(LongSummaryStatistics.getCount(twin)).isEqualTo(jdk.getCount());
        assertThat(LongSummaryStatistics.getSum(twin)).isEqualTo(jdk.getSum());
        assertThat(LongSummaryStatistics.getMin(twin)).isEqualTo(jdk.getMin());
        assertThat(LongSummaryStatistics.getMax(twin)).isEqualTo(jdk.getMax());
        assertThat(LongSummaryStatistics.getAverage(twin)).isEqualTo(jdk.getAverage());
    }

    private static void same(java.util.DoubleSummaryStatistics twin, java.util.DoubleSummaryStatistics jdk) {
        assertThat(twin).isInstanceOf(DoubleSummaryStatistics.class).hasToString(jdk.toString());
        assertThat(DoubleSummaryStatistics.getCount(twin)).isEqualTo(jdk.getCount());
        assertThat(DoubleSummaryStatistics.getSum(twin)).isEqualTo(Double.valueOf(jdk.getSum()));
        assertThat(DoubleSummaryStatistics.getMin(twin)).isEqualTo(Double.valueOf(jdk.getMin()));
        assertThat(DoubleSummaryStatistics.getMax(twin)).isEqualTo(Double.valueOf(jdk.getMax()));
        assertThat(DoubleSummaryStatistics.getAverage(twin)).isEqualTo(Double.valueOf(jdk.getAverage()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 50, 1000})
    void ofNumbers(int count) {
        Random random = new Random(count);
        int[] ints = random.ints(count).toArray();
        same(Made.statistics(IntStream.of(ints)), IntStream.of(ints).summaryStatistics());
        same(
                IntStream.of(ints).boxed().collect(Collected.summarizingInt(number -> number)),
                IntStream.of(ints).summaryStatistics());
        long[] longs = random.longs(count).toArray();
        same(Made.statistics(LongStream.of(longs)), LongStream.of(longs).summaryStatistics());
        same(
                LongStream.of(longs).boxed().collect(Collected.summarizingLong(number -> number)),
                LongStream.of(longs).summaryStatistics());
        double[] doubles = random.doubles(count, -1e9, 1e9).map(x -> x * x * x).toArray();
        same(Made.statistics(DoubleStream.of(doubles)), DoubleStream.of(doubles).summaryStatistics());
        same(
                DoubleStream.of(doubles).boxed().collect(Collected.summarizingDouble(number -> number)),
                Stream.of(DoubleStream.of(doubles).boxed().toArray(Double[]::new))
                        .collect(Collectors.summarizingDouble(number -> number)));
    }

    @Test
    void ofSpecialNumbers() {
        for (double[] numbers : new double[][] {
            {Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY},
            {Double.NaN, 1},
            {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY},
            {-0.0, 0.0}
        }) {
            same(
                    Made.statistics(DoubleStream.of(numbers)),
                    DoubleStream.of(numbers).summaryStatistics());
        }
    }

    @Test
    void combined() {
        java.util.IntSummaryStatistics jdk = IntStream.of(3, 4).summaryStatistics();
        java.util.IntSummaryStatistics twin = Made.statistics(IntStream.of(5, 9));
        IntSummaryStatistics.combine(jdk, twin);
        assertThat(jdk.getSum()).isEqualTo(21);
        IntSummaryStatistics.combine(twin, jdk);
        assertThat(IntSummaryStatistics.getSum(twin)).isEqualTo(35);
        IntSummaryStatistics.combine(twin, twin);
        same(twin, new java.util.IntSummaryStatistics(12, 3, 9, 70));

        java.util.DoubleSummaryStatistics ofJdk = DoubleStream.of(0.1, 0.2).summaryStatistics();
        java.util.DoubleSummaryStatistics other = Made.statistics(DoubleStream.of(0.3));
        DoubleSummaryStatistics.combine(ofJdk, other);
        assertThat(ofJdk.getCount()).isEqualTo(3);
        java.util.DoubleSummaryStatistics more = Made.statistics(DoubleStream.of(1e17, 1, -1e17));
        java.util.DoubleSummaryStatistics moreOfJdk =
                DoubleStream.of(1e17, 1, -1e17).summaryStatistics();
        DoubleSummaryStatistics.combine(more, Made.statistics(DoubleStream.of(0.1, 0.2)));
        moreOfJdk.combine(DoubleStream.of(0.1, 0.2).summaryStatistics());
        same(more, moreOfJdk);
        java.util.LongSummaryStatistics longs = LongStream.of(1).summaryStatistics();
        LongSummaryStatistics.combine(longs, Made.statistics(LongStream.of(2)));
        assertThat(longs.getSum()).isEqualTo(3);
    }

    @Test
    void constructorsCheck() {
        same(new IntSummaryStatistics(0, 5, 3, 7), new java.util.IntSummaryStatistics(0, 5, 3, 7));
        same(new DoubleSummaryStatistics(2, 1, 2, 3), new java.util.DoubleSummaryStatistics(2, 1, 2, 3));
        assertThatThrownBy(() -> new IntSummaryStatistics(1, 5, 3, 7)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LongSummaryStatistics(-1, 5, 7, 7)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DoubleSummaryStatistics(1, Double.NaN, 3, 7))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
