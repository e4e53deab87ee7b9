package jdsm.examples.programs;

import jdsm.SPMD;

/** Loops whose code the weaver has twice, with checks and without. */
public final class Debugged extends SPMD {
    private double[][] grid;

    @Override
    public void initialize() {
        grid = new double[20][20];
    }

    @Override
    public void start() {
        int n = grid.length;
        double[] waves = new double[2 * n];
        double[] steps = new double[n];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    waves[i + j] += i * j + steps[j]; // breakpoint of rank 0
                }
            }
            barrier();
            steps[3] = sum(waves, steps, n);
        }
        synchronized (this) {
            grid[0][1] += steps[3];
        }
    }

    /** Of arrays that are nobody else's: the checks find that once. */
    private static double sum(double[] waves, double[] steps, int n) {
        double sum = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < row; column++) {
                if (steps[column] >= 0) {
                    sum += waves[steps.length - column] * steps[row] + waves[row]; // breakpoint of rank 1
                }
            }
        }
        return sum;
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report("corner " + grid[0][1]);
        }
    }
}
