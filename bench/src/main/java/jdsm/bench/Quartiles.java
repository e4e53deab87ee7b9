package jdsm.bench;

import java.util.Arrays;

/** The quartiles of at least one value, with linear interpolation between two values. */
public record Quartiles(double least, double first, double median, double third, int count) {
    /** The quartiles of values in any order. */
    public static Quartiles of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("quartiles of nothing");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quartiles(sorted[0], at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted.length);
    }

    private static double at(double[] sorted, double share) {
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
