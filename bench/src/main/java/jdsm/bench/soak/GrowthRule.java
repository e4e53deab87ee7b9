package jdsm.bench.soak;

import java.util.Arrays;

/**
 * Decides whether a series of measurements has grown. The first quarter of a series is warm-up. The series has grown in one of
 * two cases. Either the median of its last quarter exceeds that of its second quarter by more than a tolerance. Or its second
 * half rises steadily: Kendall's rank correlation with time (Mann: Nonparametric tests against trend, 1945; variance corrected
 * for ties) is more than three standard deviations above zero, and the line through it (Theil and Sen: the median of all slopes)
 * rises by more than a quarter of the tolerance. The first case finds large growth, even in few samples or in steps; the second
 * finds slow, steady growth. Memory that may come and go is no growth: its amount is added to both bounds.
 */
final class GrowthRule {
    /** The smallest number of samples that allows a verdict. */
    static final int FEWEST_SAMPLES = 8;

    private static final double DEVIATIONS = 3;
    private static final double RISE = 0.25;

    private final double tolerance;
    private final double passing;

    /**
     * A rule with bounds in the unit of the samples.
     *
     * @param tolerance allowed increase of the median
     * @param passing allowed temporary increase of a sample; a step of this height is no trend
     */
    GrowthRule(double tolerance, double passing) {
        this.tolerance = tolerance;
        this.passing = passing;
    }

    enum Growth {
        NONE("no growth"),
        TOO_FEW("too few samples"),
        /** The last quarter's median is higher. */
        LEVEL("GROWTH"),
        /** The second half rises. */
        TREND("GROWTH, slow");

        private final String label;

        Growth(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /**
     * The verdict on a series.
     *
     * @param from the median of the second quarter; of all samples if there are too few
     * @param to the median of the last quarter, likewise
     * @param rise rise of the second half, along its line
     */
    record Verdict(Growth growth, double from, double to, double rise) {}

    /** @param samples samples at equal distances, in the order of time */
    Verdict judge(long[] samples) {
        int n = samples.length;
        if (n < FEWEST_SAMPLES) {
            double median = n == 0 ? Double.NaN : median(toDoubles(samples));
            return new Verdict(Growth.TOO_FEW, median, median, 0);
        }
        double from = median(toDoubles(Arrays.copyOfRange(samples, n / 4, n / 2)));
        double to = median(toDoubles(Arrays.copyOfRange(samples, n - n / 4, n)));
        double[] half = toDoubles(Arrays.copyOfRange(samples, n / 2, n));
        // The line through a step overshoots it.
        double most = Arrays.stream(half).max().orElseThrow()
                - Arrays.stream(half).min().orElseThrow();
        double rise = Math.min(slope(half) * (half.length - 1), most);
        if (to - from > tolerance + passing) {
            return new Verdict(Growth.LEVEL, from, to, rise);
        }
        boolean steady = rise > RISE * tolerance + passing && kendall(half) > DEVIATIONS;
        return new Verdict(steady ? Growth.TREND : Growth.NONE, from, to, rise);
    }

    private static double[] toDoubles(long[] values) {
        return Arrays.stream(values).asDoubleStream().toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double slope(double[] values) {
        double[] slopes = new double[values.length * (values.length - 1) / 2];
        int count = 0;
        for (int later = 1; later < values.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                slopes[count++] = (values[later] - values[earlier]) / (later - earlier);
            }
        }
        return median(slopes);
    }

    /** The excess of rising pairs over falling ones, in standard deviations. */
    private static double kendall(double[] values) {
        long n = values.length;
        long score = 0;
        for (int later = 1; later < n; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                score += (long) Math.signum(values[later] - values[earlier]);
            }
        }
        double variance = (n * (n - 1) * (2 * n + 5) - ties(values)) / 18.0;
        return score <= 0 || variance <= 0 ? 0 : (score - 1) / Math.sqrt(variance);
    }

    private static double ties(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double sum = 0;
        long equal = 1;
        for (int i = 1; i <= sorted.length; i++) {
            if (i < sorted.length && sorted[i] == sorted[i - 1]) {
                equal++;
            } else {
                sum += equal * (equal - 1) * (2 * equal + 5);
                equal = 1;
            }
        }
        return sum;
    }
}
