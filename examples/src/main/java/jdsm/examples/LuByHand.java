package jdsm.examples;

import java.util.ArrayList;
import java.util.List;
import jdsm.DsmFuture;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Dense LU factorisation without pivoting in blocks of B x B, each block one shared object: the kernel "LU, contiguous
 * blocks" of SPLASH-2 (Woo et al., ISCA 1995), with the API by hand. A two-dimensional grid of workers owns the blocks.
 * A worker acquires a block before it writes, and updates a block before it reads. With {@code --access interval} a
 * worker declares instead the blocks that it will write and read until the next barrier.
 */
public final class LuByHand extends SPMD {
    enum Access {
        hold,
        interval
    }

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

        @Option(
                names = "--access",
                description = "hold (acquire, update, release) or interval (ensureWritable, ensureReadable)")
        Access access = Access.hold;

        @Option(names = "--seed", description = "seed of the matrix")
        long seed = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private BlockMatrix matrix;
    /** The blocks of the matrix; each is row-major, and a shared object. */
    private double[][][] blocks;
    /** For each worker and each repetition, the seconds in each phase. */
    private double[] phaseSeconds;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** For each worker, the largest row sums of |A - LU| and of |A| among its rows. */
    private double[] norms;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "LuByHand", args());
        if (arguments.n < 1 || arguments.block < 1 || arguments.reps < 1) {
            throw new UsageException("LuByHand: -n, --block and --reps must be at least 1");
        }
        matrix = new BlockMatrix(arguments.n, arguments.block, arguments.seed);
        int count = matrix.blocksPerSide();
        blocks = new double[count][count][];
        for (double[][] row : blocks) {
            for (int j = 0; j < count; j++) {
                row[j] = new double[arguments.block * arguments.block];
                pool.register(row[j]);
            }
        }
        phaseSeconds = new double[workers() * arguments.reps * LuReport.PHASES.length];
        pool.register(phaseSeconds, arguments.reps * LuReport.PHASES.length);
        seconds = new double[arguments.reps];
        pool.register(seconds);
        norms = new double[workers() * 2];
        pool.register(norms, 2);
    }

    @Override
    public void start() {
        WorkerGrid grid = new WorkerGrid(workers(), worker());
        double[] phases = new double[arguments.reps * LuReport.PHASES.length];
        double[] times = new double[arguments.reps];
        for (int rep = 0; rep < arguments.reps; rep++) {
            fill(grid);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            factor(grid, phases, rep * LuReport.PHASES.length);
            times[rep] = (System.nanoTime() - begin) / 1e9;
            section("between repetitions");
        }
        int mine = worker() * phases.length;
        pool.acquire(phaseSeconds, mine);
        System.arraycopy(phases, 0, phaseSeconds, mine, phases.length);
        pool.release(phaseSeconds, mine);
        if (worker() == 0) {
            pool.acquire(seconds);
            System.arraycopy(times, 0, seconds, 0, times.length);
            pool.release(seconds);
            if (arguments.spoil) {
                pool.acquire(blocks[0][0]);
                blocks[0][0][0] *= 1 + 1e-6;
                pool.release(blocks[0][0]);
            }
        }
        barrier();
        measureResidual();
    }

    /**
     * Fills this worker's blocks. It requests the exclusive rights to all of them at once, because no other worker
     * wants them.
     */
    private void fill(WorkerGrid grid) {
        List<DsmFuture> coming = new ArrayList<>();
        if (arguments.access == Access.hold) {
            forMine(grid, (i, j) -> coming.add(pool.acquireAsync(blocks[i][j])));
            coming.forEach(DsmFuture::touch);
        } else {
            forMine(grid, (i, j) -> pool.of(blocks[i][j]).ensureWritable());
        }
        forMine(grid, (i, j) -> {
            matrix.fill(blocks[i][j], i, j);
            endWrite(blocks[i][j]);
        });
    }

    private interface BlockAction {
        void on(int i, int j);
    }

    private void forMine(WorkerGrid grid, BlockAction action) {
        for (int i = 0; i < blocks.length; i++) {
            for (int j = 0; j < blocks.length; j++) {
                if (grid.isMine(i, j)) {
                    action.on(i, j);
                }
            }
        }
    }

    private void factor(WorkerGrid grid, double[] phases, int at) {
        double waitedBefore = barrierSeconds();
        for (int k = 0; k < blocks.length; k++) {
            long begin = System.nanoTime();
            if (grid.isMine(k, k)) {
                beginWrite(blocks[k][k]);
                BlockKernels.factor(blocks[k][k], matrix.block(), matrix.rows(k));
                endWrite(blocks[k][k]);
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
        double[] diagonal = blocks[k][k];
        boolean here = false;
        for (int other = k + 1; other < blocks.length; other++) {
            if (grid.isMine(other, k)) {
                here = here || updated(diagonal);
                double[] block = blocks[other][k];
                beginWrite(block);
                BlockKernels.divideByUpper(block, diagonal, b, matrix.rows(other), matrix.rows(k));
                endWrite(block);
            }
            if (grid.isMine(k, other)) {
                here = here || updated(diagonal);
                double[] block = blocks[k][other];
                beginWrite(block);
                BlockKernels.divideByLower(block, diagonal, b, matrix.rows(k), matrix.rows(other));
                endWrite(block);
            }
        }
    }

    private boolean updated(double[] block) {
        if (arguments.access == Access.hold) {
            pool.update(block);
        } else {
            pool.of(block).ensureReadable();
        }
        return true;
    }

    /** Requests a block for reading; the caller must touch {@code coming} before it reads. */
    private void ask(double[] block, List<DsmFuture> coming) {
        if (arguments.access == Access.hold) {
            coming.add(pool.updateAsync(block));
        } else {
            pool.of(block).ensureReadable();
        }
    }

    private void beginWrite(double[] block) {
        if (arguments.access == Access.hold) {
            pool.acquire(block);
        } else {
            pool.of(block).ensureWritable();
        }
    }

    private void endWrite(double[] block) {
        if (arguments.access == Access.hold) {
            pool.release(block);
        }
    }

    /**
     * Updates the interior. Requests all perimeter blocks of this worker at once: the first ones arrive while it
     * requests the last.
     */
    private void interior(WorkerGrid grid, int k) {
        List<DsmFuture> coming = new ArrayList<>();
        for (int other = k + 1; other < blocks.length; other++) {
            if (grid.isMyRow(other)) {
                ask(blocks[other][k], coming);
            }
            if (grid.isMyColumn(other)) {
                ask(blocks[k][other], coming);
            }
        }
        coming.forEach(DsmFuture::touch);
        int b = matrix.block();
        double[][] rows = new double[b][b];
        double[] sum = new double[b];
        for (int j = k + 1; j < blocks.length; j++) {
            if (grid.isMyColumn(j)) {
                BlockKernels.unpack(blocks[k][j], rows, b, matrix.rows(k), matrix.rows(j));
                for (int i = k + 1; i < blocks.length; i++) {
                    if (grid.isMyRow(i)) {
                        double[] block = blocks[i][j];
                        beginWrite(block);
                        BlockKernels.subtractProduct(block, blocks[i][k], rows, sum, matrix, i, j, k);
                        endWrite(block);
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
        List<DsmFuture> coming = new ArrayList<>();
        for (int i = 0; i < blocks.length; i++) {
            for (int j = i % workers() == worker() ? 0 : i; j < blocks.length; j++) {
                ask(blocks[i][j], coming);
            }
        }
        coming.forEach(DsmFuture::touch);
        Residual residual = new Residual(matrix, blocks);
        double[] mine = new double[2];
        for (int i = worker(); i < blocks.length; i += workers()) {
            residual.addRow(i, mine);
        }
        int at = 2 * worker();
        pool.acquire(norms, at);
        System.arraycopy(mine, 0, norms, at, mine.length);
        pool.release(norms, at);
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        pool.update(phaseSeconds);
        pool.update(seconds);
        pool.update(norms);
        new LuReport(this, "LuByHand", matrix).print(phaseSeconds, seconds, norms);
    }
}
