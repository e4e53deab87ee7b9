package jdsm;

/** The body of a {@link Collectives#parallelFor(int, int, RangeBody)}, which contains the loop over its indices. */
@FunctionalInterface
public interface RangeBody {
    /** Runs the body for the indices {@code from} to {@code to - 1}, at least one. */
    void run(int from, int to);
}
