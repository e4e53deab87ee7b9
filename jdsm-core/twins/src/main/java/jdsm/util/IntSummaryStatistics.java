package jdsm.util;

/**
 * The twin of {@link java.util.IntSummaryStatistics}. The JDK's getters are final, so calls of them become calls of the static methods
 * here, which take any object of the JDK's class; and so do calls of {@code combine}, which would read fields of its argument.
 */
public class IntSummaryStatistics extends java.util.IntSummaryStatistics {
    private long count;
    private long sum;
    private int min = Integer.MAX_VALUE;
    private int max = Integer.MIN_VALUE;

    /** As {@link java.util.IntSummaryStatistics#IntSummaryStatistics()}. */
    public IntSummaryStatistics() {}

    /** As {@link java.util.IntSummaryStatistics#IntSummaryStatistics(long, int, int, long)}. */
    public IntSummaryStatistics(long count, int min, int max, long sum) {
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
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    @Override
    public void combine(java.util.IntSummaryStatistics other) {
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

    /** {@link java.util.IntSummaryStatistics#combine}. */
    public static void combine(java.util.IntSummaryStatistics one, java.util.IntSummaryStatistics other) {
        one.combine(
                one instanceof IntSummaryStatistics || !(other instanceof IntSummaryStatistics twin)
                        ? other
                        : twin.original());
    }

    /** {@link java.util.IntSummaryStatistics#getCount}. */
    public static long getCount(java.util.IntSummaryStatistics statistics) {
        return statistics instanceof IntSummaryStatistics twin ? twin.count : statistics.getCount();
    }

    /** {@link java.util.IntSummaryStatistics#getSum}. */
    public static long getSum(java.util.IntSummaryStatistics statistics) {
        return statistics instanceof IntSummaryStatistics twin ? twin.sum : statistics.getSum();
    }

    /** {@link java.util.IntSummaryStatistics#getMin}. */
    public static int getMin(java.util.IntSummaryStatistics statistics) {
        return statistics instanceof IntSummaryStatistics twin ? twin.min : statistics.getMin();
    }

    /** {@link java.util.IntSummaryStatistics#getMax}. */
    public static int getMax(java.util.IntSummaryStatistics statistics) {
        return statistics instanceof IntSummaryStatistics twin ? twin.max : statistics.getMax();
    }

    /** {@link java.util.IntSummaryStatistics#getAverage}. */
    public static double getAverage(java.util.IntSummaryStatistics statistics) {
        if (statistics instanceof IntSummaryStatistics twin) {
            return twin.count > 0 ? (double) twin.sum / twin.count : 0;
        }
        return statistics.getAverage();
    }

    /** An object of the JDK with the same numbers. */
    private java.util.IntSummaryStatistics original() {
        return new java.util.IntSummaryStatistics(count, min, max, sum);
    }
}
