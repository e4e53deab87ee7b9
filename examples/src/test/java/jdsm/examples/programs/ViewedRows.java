package jdsm.examples.programs;

import jdsm.SPMD;
import jdsm.SharedVariable;
import jdsm.SharedView;

/** The workers take the rows of a matrix in one array in turn. One row of each is written and read by views made at the start. */
public class ViewedRows extends SPMD {
    private static final int N = 256;
    private static final int ROUNDS = 12;
    private static final SharedVariable<Double> ELEMENT = SharedVariable.element(double.class);

    private double[] a;

    @Override
    public void initialize() {
        a = new double[N * N];
    }

    @Override
    public void start() {
        int last = N / workers() * workers() - workers();
        int mine = last + worker();
        int theirs = last + (worker() + 1) % workers();
        SharedView[] own = new SharedView[N];
        SharedView[] other = new SharedView[N];
        for (int j = 0; j < N; j++) {
            own[j] = pool.of(a, mine * N + j);
            other[j] = pool.of(a, theirs * N + j);
        }
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = 0; i < N; i++) {
                if (i % workers() == worker() && i != mine) {
                    for (int j = 0; j < N; j++) {
                        a[i * N + j] = round + i + j;
                    }
                }
            }
            for (int j = 0; j < N; j++) {
                own[j].set(ELEMENT, round * 1000.0 + j);
            }
            barrier();
            for (int j = 0; j < N; j++) {
                double found = other[j].get(ELEMENT);
                if (found != round * 1000.0 + j) {
                    throw new IllegalStateException("round " + round + ", column " + j + ": " + found);
                }
            }
            barrier();
        }
        if (worker() == 0) {
            report("ViewedRows OK");
        }
    }
}
