package jdsm.util;

/**
 * The twin of {@link java.util.LongSummaryStatistics}. The JDK's getters are final, so calls of them become calls of the static methods
 * here, which take any object of the JDK's class; and so do calls of {@code combine}, which would read fields of its argument.
 */
public class LongSummaryStatistics extends java.util.LongSummaryStatistics {
    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    /** As {@link java.util.LongSummaryStatistics#LongSummaryStatistics()}. */
    public LongSummaryStatistics() {}

    /** As {@link java.util.LongSummaryStatistics#LongSummaryStatistics(long, long, long, long)}. */
    public LongSummaryStatistics(long count, long min, long max, long sum) {
        if (count < 0) {
            throw new IllegalArgumentException("Negative count value");
        }
        if (count > 0) {
            if (min > max) {
                throw new IllegalArgumentException("Minimum greater than maximum");
            }
            this.count = count;
            this.sum = sum;
            this.min = min;
            this.max = max;
        }
    }

    @Override
    public void accept(int value) {
        accept((long) value);
    }

    @Override
    public void accept(long value) {
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    @Override
    public void combine(java.util.LongSummaryStatistics other) {
        count += getCount(other);
        sum += getSum(other);
        min = Math.min(min, getMin(other));
        max = Math.max(max, getMax(other));
    }

    @Override
    public String toString() {
        return String.format(
                "%s{count=%d, sum=%d, min=%d, average=%f, max=%d}",
                getClass().getSimpleName(), count, sum, min, getAverage(this), max);
    }

    /** {@link java.util.LongSummaryStatistics#combine}. */
    public static void combine(java.util.LongSummaryStatistics one, java.util.LongSummaryStatistics other) {
        one.combine(
                one instanceof LongSummaryStatistics || !(other instanceof LongSummaryStatistics twin)
                        ? other
                        : twin.original());
    }

    /** {@link java.util.LongSummaryStatistics#getCount}. */
    public static long getCount(java.util.LongSummaryStatistics statistics) {
        return statistics instanceof LongSummaryStatistics twin ? twin.count : statistics.getCount();
    }

    /** {@link java.util.LongSummaryStatistics#getSum}. */
    public static long getSum(java.util.LongSummaryStatistics statistics) {
        return statistics instanceof LongSummaryStatistics twin ? twin.sum : statistics.getSum();
    }

    /** {@link java.util.LongSummaryStatistics#getMin}. */
    public static long getMin(java.util.LongSummaryStatistics statistics) {
        return statistics instanceof LongSummaryStatistics twin ? twin.min : statistics.getMin();
    }

    /** {@link java.util.LongSummaryStatistics#getMax}. */
    public static long getMax(java.util.LongSummaryStatistics statistics) {
        return statistics instanceof LongSummaryStatistics twin ? twin.max : statistics.getMax();
    }

    /** {@link java.util.LongSummaryStatistics#getAverage}. */
    public static double getAverage(java.util.LongSummaryStatistics statistics) {
        if (statistics instanceof LongSummaryStatistics twin) {
            return twin.count > 0 ? (double) twin.sum / twin.count : 0;
        }
        return statistics.getAverage();
    }

    /** An object of the JDK with the same numbers. */
    private java.util.LongSummaryStatistics original() {
        return new java.util.LongSummaryStatistics(count, min, max, sum);
    }
}
