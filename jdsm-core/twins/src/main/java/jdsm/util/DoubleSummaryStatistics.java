package jdsm.util;

/**
 * The twin of {@link java.util.DoubleSummaryStatistics}. The JDK's getters are final, so calls of them become calls of the static methods
 * here, which take any object of the JDK's class; and so do calls of {@code combine}, which would read fields of its argument.
 */
public class DoubleSummaryStatistics extends java.util.DoubleSummaryStatistics {
    private long count;
    /** The sum, what it is too large by (W. Kahan, Comm. ACM 8(1), 1965), and the sum without that correction. */
    private double sum;

    private double excess;
    private double plainSum;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** As {@link java.util.DoubleSummaryStatistics#DoubleSummaryStatistics()}. */
    public DoubleSummaryStatistics() {}

    /** As {@link java.util.DoubleSummaryStatistics#DoubleSummaryStatistics(long, double, double, double)}. */
    public DoubleSummaryStatistics(long count, double min, double max, double sum) {
        if (count < 0) {
            throw new IllegalArgumentException("Negative count value");
        }
        if (count > 0) {
            if (min > max) {
                throw new IllegalArgumentException("Minimum greater than maximum");
            }
            if (Double.isNaN(min) != Double.isNaN(max) || Double.isNaN(min) != Double.isNaN(sum)) {
                throw new IllegalArgumentException("Some, not all, of the minimum, maximum, or sum is NaN");
            }
            this.count = count;
            this.sum = sum;
            this.plainSum = sum;
            this.min = min;
            this.max = max;
        }
    }

    @Override
    public void accept(double value) {
        count++;
        plainSum += value;
        add(value);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    private void add(double value) {
        double more = value - excess;
        double total = sum + more;
        excess = total - sum - more;
        sum = total;
    }

    private double total() {
        double exact = sum - excess;
        return Double.isNaN(exact) && Double.isInfinite(plainSum) ? plainSum : exact;
    }

    @Override
    public void combine(java.util.DoubleSummaryStatistics other) {
        count += getCount(other);
        if (other instanceof DoubleSummaryStatistics twin) {
            plainSum += twin.plainSum;
            add(twin.sum);
            add(-twin.excess);
        } else {
            plainSum += other.getSum();
            add(other.getSum());
        }
        min = Math.min(min, getMin(other));
        max = Math.max(max, getMax(other));
    }

    @Override
    public String toString() {
        return String.format(
                "%s{count=%d, sum=%f, min=%f, average=%f, max=%f}",
                getClass().getSimpleName(), count, total(), min, getAverage(this), max);
    }

    /** {@link java.util.DoubleSummaryStatistics#combine}. */
    public static void combine(java.util.DoubleSummaryStatistics one, java.util.DoubleSummaryStatistics other) {
        one.combine(
                one instanceof DoubleSummaryStatistics || !(other instanceof DoubleSummaryStatistics twin)
                        ? other
                        : twin.original());
    }

    /** {@link java.util.DoubleSummaryStatistics#getCount}. */
    public static long getCount(java.util.DoubleSummaryStatistics statistics) {
        return statistics instanceof DoubleSummaryStatistics twin ? twin.count : statistics.getCount();
    }

    /** {@link java.util.DoubleSummaryStatistics#getSum}. */
    public static double getSum(java.util.DoubleSummaryStatistics statistics) {
        return statistics instanceof DoubleSummaryStatistics twin ? twin.total() : statistics.getSum();
    }

    /** {@link java.util.DoubleSummaryStatistics#getMin}. */
    public static double getMin(java.util.DoubleSummaryStatistics statistics) {
        return statistics instanceof DoubleSummaryStatistics twin ? twin.min : statistics.getMin();
    }

    /** {@link java.util.DoubleSummaryStatistics#getMax}. */
    public static double getMax(java.util.DoubleSummaryStatistics statistics) {
        return statistics instanceof DoubleSummaryStatistics twin ? twin.max : statistics.getMax();
    }

    /** {@link java.util.DoubleSummaryStatistics#getAverage}. */
    public static double getAverage(java.util.DoubleSummaryStatistics statistics) {
        if (statistics instanceof DoubleSummaryStatistics twin) {
            return twin.count > 0 ? twin.total() / twin.count : 0;
        }
        return statistics.getAverage();
    }

    /** An object of the JDK with the same numbers. */
    private java.util.DoubleSummaryStatistics original() {
        return new java.util.DoubleSummaryStatistics(count, min, max, total());
    }
}
