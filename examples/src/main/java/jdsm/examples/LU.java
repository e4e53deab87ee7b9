package jdsm.examples;

import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Dense LU factorisation without pivoting in blocks of B x B, each block an array of its own: the kernel "LU,
 * contiguous blocks" of SPLASH-2 (Woo et al., ISCA 1995). A two-dimensional grid of workers owns the blocks. In each
 * step the diagonal block, the perimeter and the interior follow each other, with barriers between them.
 */
public final class LU extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "order of the matrix")
        int n = 512;

        @Option(
                names = {"-b", "--block"},
                description = "order of a block")
        int block = 32;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--seed", description = "seed of the matrix")
        long seed = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private BlockMatrix matrix;
    /** Number of blocks in a row or column. */
    private int count;
    /** The blocks, row by row; each block is row-major. */
    private double[][] blocks;
    /** For each worker and each repetition, the seconds in each phase. */
    private double[] phaseSeconds;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** For each worker, the largest row sums of |A - LU| and of |A| among its rows. */
    private double[] norms;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "LU", args());
        if (arguments.n < 1 || arguments.block < 1 || arguments.reps < 1) {
            throw new UsageException("LU: -n, --block and --reps must be at least 1");
        }
        matrix = new BlockMatrix(arguments.n, arguments.block, arguments.seed);
        count = matrix.blocksPerSide();
        blocks = new double[count * count][arguments.block * arguments.block];
        phaseSeconds = new double[workers() * arguments.reps * LuReport.PHASES.length];
        seconds = new double[arguments.reps];
        norms = new double[workers() * 2];
    }

    @Override
    public void start() {
        WorkerGrid grid = new WorkerGrid(workers(), worker());
        double[] phases = new double[arguments.reps * LuReport.PHASES.length];
        for (int rep = 0; rep < arguments.reps; rep++) {
            fill(grid);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            factor(grid, phases, rep * LuReport.PHASES.length);
            if (worker() == 0) {
                seconds[rep] = since(begin);
            }
            section("between repetitions");
        }
        System.arraycopy(phases, 0, phaseSeconds, worker() * phases.length, phases.length);
        if (worker() == 0 && arguments.spoil) {
            block(0, 0)[0] *= 1 + 1e-6;
        }
        barrier();
        measureResidual();
    }

    private void fill(WorkerGrid grid) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                if (grid.isMine(i, j)) {
                    matrix.fill(block(i, j), i, j);
                }
            }
        }
    }

    private double[] block(int i, int j) {
        return blocks[i * count + j];
    }

    private void factor(WorkerGrid grid, double[] phases, int at) {
        double waitedBefore = barrierSeconds();
        for (int k = 0; k < count; k++) {
            long begin = System.nanoTime();
            if (grid.isMine(k, k)) {
                BlockKernels.factor(block(k, k), matrix.block(), matrix.rows(k));
            }
            phases[at + LuReport.DIAGONAL] += since(begin);
            barrier();
            begin = System.nanoTime();
            perimeter(grid, k);
            phases[at + LuReport.PERIMETER] += since(begin);
            barrier();
            begin = System.nanoTime();
            interior(grid, k);
            phases[at + LuReport.INTERIOR] += since(begin);
        }
        barrier();
        phases[at + LuReport.BARRIER] = barrierSeconds() - waitedBefore;
    }

    private void perimeter(WorkerGrid grid, int k) {
        int b = matrix.block();
        double[] diagonal = block(k, k);
        for (int other = k + 1; other < count; other++) {
            if (grid.isMine(other, k)) {
                BlockKernels.divideByUpper(block(other, k), diagonal, b, matrix.rows(other), matrix.rows(k));
            }
            if (grid.isMine(k, other)) {
                BlockKernels.divideByLower(block(k, other), diagonal, b, matrix.rows(k), matrix.rows(other));
            }
        }
    }

    private void interior(WorkerGrid grid, int k) {
        int b = matrix.block();
        double[][] rows = new double[b][b];
        double[] sum = new double[b];
        for (int j = k + 1; j < count; j++) {
            if (grid.isMyColumn(j)) {
                BlockKernels.unpack(block(k, j), rows, b, matrix.rows(k), matrix.rows(j));
                for (int i = k + 1; i < count; i++) {
                    if (grid.isMyRow(i)) {
                        BlockKernels.subtractProduct(block(i, j), block(i, k), rows, sum, matrix, i, j, k);
                    }
                }
            }
        }
    }

    private static double since(long beginNanos) {
        return (System.nanoTime() - beginNanos) / 1e9;
    }

    /**
     * Measures the residual: each worker takes every n-th row of blocks of A - LU, and computes A again from the seed.
     */
    private void measureResidual() {
        double[][][] rows = new double[count][count][];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                rows[i][j] = block(i, j);
            }
        }
        Residual residual = new Residual(matrix, rows);
        double[] mine = new double[2];
        for (int i = worker(); i < count; i += workers()) {
            residual.addRow(i, mine);
        }
        System.arraycopy(mine, 0, norms, 2 * worker(), mine.length);
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            new LuReport(this, "LU", matrix).print(phaseSeconds, seconds, norms);
        }
    }
}
