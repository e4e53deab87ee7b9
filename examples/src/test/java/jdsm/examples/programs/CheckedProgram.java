package jdsm.examples.programs;

import java.util.Arrays;
import java.util.Objects;
import jdsm.SPMD;

/** A program whose steps each have a result that all workers find, and that does not depend on how many they are. */
abstract class CheckedProgram extends SPMD {
    private static final int STEPS = 20;

    private String[] names;
    private long[][] results;
    private int steps;

    abstract void prepare();

    abstract void compute() throws Exception;

    @Override
    public void initialize() {
        names = new String[STEPS];
        results = new long[STEPS][workers()];
        prepare();
    }

    @Override
    public void start() throws Exception {
        compute();
        if (worker() == 0) {
            for (int step = 0; step < steps; step++) {
                long[] found = results[step];
                boolean agree = Arrays.stream(found).allMatch(result -> result == found[0]);
                report(names[step] + "=" + (agree ? found[0] : Arrays.toString(found)));
            }
        }
    }

    /** Ends a step: a barrier. */
    final void found(String name, Object... parts) {
        results[steps][worker()] =
                Arrays.stream(parts).mapToLong(Objects::hashCode).reduce(1, (a, b) -> 31 * a + b);
        barrier();
        if (worker() == 0) {
            names[steps++] = name;
        }
        barrier();
    }

    /** Whether the calling worker is the one to do a part of a step. */
    final boolean isMine(int part) {
        return part % workers() == worker();
    }
}
