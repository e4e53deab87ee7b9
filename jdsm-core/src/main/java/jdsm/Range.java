package jdsm;

/**
 * The indices {@code from} to {@code to - 1}: {@code for (int i = r.from(); i < r.to(); i++)}.
 *
 * @param from the first index
 * @param to the index behind the last one; equal to {@code from} if the range is empty
 */
public record Range(int from, int to) {
    /** @throws IllegalArgumentException if {@code to < from} */
    public Range {
        if (to < from) {
            throw new IllegalArgumentException("a range from " + from + " to " + to);
        }
    }

    /** Part {@code number} of {@code count} parts whose lengths differ by at most 1. */
    static Range part(int from, int to, int number, int count) {
        Range whole = new Range(from, to);
        return new Range(whole.before(number, count), whole.before(number + 1, count));
    }

    private int before(int number, int count) {
        return (int) (from + ((long) to - from) * number / count);
    }
}
