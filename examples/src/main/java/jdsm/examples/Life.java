package jdsm.examples;

import java.util.SplittableRandom;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Conway's game of life on a torus: each worker computes a band of rows of the next generation; a small method counts a
 * cell's neighbours.
 */
public class Life extends SPMD {
    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "rows and columns")
        int n = 1000;

        @Option(
                names = {"-g", "--generations"},
                description = "generations in a repetition")
        int generations = 30;

        @Option(names = "--seed", description = "seed of the first generation")
        long seed = 1;
    }

    private Arguments arguments;
    private int n;
    /** Which cells live. */
    private boolean[][] alive;
    /** Which cells live in the next generation. */
    private boolean[][] next;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Life", args());
        n = arguments.n;
        if (n < 1 || arguments.generations < 1 || arguments.reps < 1) {
            throw new UsageException("Life: -n, --generations and --reps must be at least 1");
        }
        alive = new boolean[n][n];
        next = new boolean[n][n];
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        int from = (int) ((long) n * worker() / workers());
        int to = (int) ((long) n * (worker() + 1) / workers());
        for (int rep = 0; rep < arguments.reps; rep++) {
            if (worker() == 0) {
                populate(alive);
            }
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int generation = 0; generation < arguments.generations; generation++) {
                for (int i = from; i < to; i++) {
                    for (int j = 0; j < n; j++) {
                        int neighbours = neighbours(i, j);
                        next[i][j] = neighbours == 3 || neighbours == 2 && alive[i][j];
                    }
                }
                barrier();
                if (worker() == 0) {
                    boolean[][] free = alive;
                    alive = next;
                    next = free;
                }
                barrier();
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            alive[0][0] = !alive[0][0];
        }
    }

    /** Makes a third of the cells live. */
    private void populate(boolean[][] cells) {
        SplittableRandom random = new SplittableRandom(arguments.seed);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                cells[i][j] = random.nextInt(3) == 0;
            }
        }
    }

    /** The number of living cells among the eight around a cell. */
    private int neighbours(int i, int j) {
        int count = 0;
        for (int di = -1; di <= 1; di++) {
            for (int dj = -1; dj <= 1; dj++) {
                if ((di != 0 || dj != 0) && alive[(i + di + n) % n][(j + dj + n) % n]) {
                    count++;
                }
            }
        }
        return count;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        boolean[][] expected = expected();
        int living = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                living += alive[i][j] ? 1 : 0;
                wrong += alive[i][j] == expected[i][j] ? 0 : 1;
            }
        }
        Result.report(
                this,
                "Life n=" + n + " generations=" + arguments.generations,
                Repeated.figures(seconds) + " living=" + living,
                wrong == 0 ? null : wrong + " cells differ from a computation by one thread");
    }

    /** The last generation, by one thread and another way: each living cell counts itself to its neighbours. */
    private boolean[][] expected() {
        boolean[][] cells = new boolean[n][n];
        populate(cells);
        for (int generation = 0; generation < arguments.generations; generation++) {
            int[][] counts = new int[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (cells[i][j]) {
                        countTo(counts, i, j);
                    }
                }
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    cells[i][j] = counts[i][j] == 3 || counts[i][j] == 2 && cells[i][j];
                }
            }
        }
        return cells;
    }

    private void countTo(int[][] counts, int i, int j) {
        for (int row : new int[] {Math.floorMod(i - 1, n), i, (i + 1) % n}) {
            for (int column : new int[] {Math.floorMod(j - 1, n), j, (j + 1) % n}) {
                counts[row][column]++;
            }
        }
        counts[i][j]--;
    }
}
