package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The NAS benchmark FT (Bailey et al., RNR-94-007): solves a heat equation in a box by Fourier transforms in all three
 * directions. Workers have bands of planes for two directions, and bands of lines across all planes for the third one.
 */
public class FourierTransform extends SPMD {
    private static final double ALPHA = 1e-6;
    private static final int TERMS = 1024;
    /** Largest allowed relative distance from a published checksum. */
    private static final double TOLERANCE = 1e-12;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "--class", description = "size: S, W or A")
        NpbClass size = NpbClass.W;
    }

    private Arguments arguments;
    private int nx;
    private int ny;
    private int nz;
    private Fourier alongX;
    private Fourier alongY;
    private Fourier alongZ;
    /** The transform at the present time. */
    private double[] real;

    private double[] imaginary;
    /** The solution at the present time. */
    private double[] solutionReal;

    private double[] solutionImaginary;
    /** The factor of each element of the transform in a step of time. */
    private double[] decay;
    /** For each worker, the real and imaginary parts of its share of a checksum. */
    private double[] parts;
    /** The checksums of all repetitions, one after the other, real and imaginary parts. */
    private double[] checksums;

    private double[] published;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "FourierTransform", args());
        if (arguments.reps < 1) {
            throw new UsageException("FourierTransform: --reps must be at least 1");
        }
        switch (arguments.size) {
            case S -> prepare(64, 64, 64);
            case W -> prepare(128, 128, 32);
            case A -> prepare(256, 256, 128);
        }
        published = PublishedChecksums.of(arguments.size);
        parts = new double[2 * workers()];
        checksums = new double[arguments.reps * published.length];
        seconds = new double[arguments.reps];
    }

    private void prepare(int sizeX, int sizeY, int sizeZ) {
        nx = sizeX;
        ny = sizeY;
        nz = sizeZ;
        alongX = new Fourier(nx);
        alongY = new Fourier(ny);
        alongZ = new Fourier(nz);
        real = new double[nx * ny * nz];
        imaginary = new double[nx * ny * nz];
        solutionReal = new double[nx * ny * nz];
        solutionImaginary = new double[nx * ny * nz];
        decay = new double[nx * ny * nz];
        for (int z = 0; z < nz; z++) {
            for (int y = 0; y < ny; y++) {
                for (int x = 0; x < nx; x++) {
                    int square = square(x, nx) + square(y, ny) + square(z, nz);
                    decay[at(x, y, z)] = Math.exp(-4 * ALPHA * Math.PI * Math.PI * square);
                }
            }
        }
    }

    /** The square of a frequency: those beyond the half are negative ones. */
    private static int square(int index, int n) {
        int frequency = index < n / 2 ? index : index - n;
        return frequency * frequency;
    }

    private int at(int x, int y, int z) {
        return (z * ny + y) * nx + x;
    }

    @Override
    public void start() {
        int from = nz * worker() / workers();
        int to = nz * (worker() + 1) / workers();
        for (int rep = 0; rep < arguments.reps; rep++) {
            fill(from, to);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            transform(real, imaginary, 1, from, to);
            for (int step = 0; step < published.length / 2; step++) {
                evolve(from, to);
                transform(solutionReal, solutionImaginary, -1, from, to);
                addUp();
                barrier();
                if (worker() == 0) {
                    note(rep * published.length + 2 * step);
                }
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            barrier();
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            checksums[0] *= 1 + 2 * TOLERANCE;
        }
    }

    /** Fills planes with random numbers. */
    private void fill(int from, int to) {
        NpbRandom random = new NpbRandom(2L * nx * ny * from);
        for (int i = at(0, 0, from); i < at(0, 0, to); i++) {
            real[i] = random.next();
            imaginary[i] = random.next();
        }
    }

    /** A step of time. */
    private void evolve(int from, int to) {
        for (int z = from; z < to; z++) {
            for (int y = 0; y < ny; y++) {
                for (int x = 0; x < nx; x++) {
                    real[at(x, y, z)] *= decay[at(x, y, z)];
                    imaginary[at(x, y, z)] *= decay[at(x, y, z)];
                    solutionReal[at(x, y, z)] = real[at(x, y, z)];
                    solutionImaginary[at(x, y, z)] = imaginary[at(x, y, z)];
                }
            }
        }
    }

    /** Transforms in all directions. */
    private void transform(double[] re, double[] im, int sign, int from, int to) {
        for (int z = from; z < to; z++) {
            for (int y = 0; y < ny; y++) {
                transformLine(alongX, re, im, sign, at(0, y, z), 1);
            }
            for (int x = 0; x < nx; x++) {
                transformLine(alongY, re, im, sign, at(x, 0, z), nx);
            }
        }
        barrier();
        for (int y = ny * worker() / workers(); y < ny * (worker() + 1) / workers(); y++) {
            for (int x = 0; x < nx; x++) {
                transformLine(alongZ, re, im, sign, at(x, y, 0), nx * ny);
            }
        }
        barrier();
    }

    private void transformLine(Fourier along, double[] re, double[] im, int sign, int first, int stride) {
        double[] lineReal = new double[along.size()];
        double[] lineImaginary = new double[along.size()];
        for (int k = 0; k < along.size(); k++) {
            lineReal[k] = re[first + k * stride];
            lineImaginary[k] = im[first + k * stride];
        }
        along.transform(lineReal, lineImaginary, sign);
        for (int k = 0; k < along.size(); k++) {
            re[first + k * stride] = lineReal[k];
            im[first + k * stride] = lineImaginary[k];
        }
    }

    /** Adds up a worker's share of the terms of a checksum. */
    private void addUp() {
        double re = 0;
        double im = 0;
        for (int j = 1 + worker(); j <= TERMS; j += workers()) {
            int place = at(j % nx, 3 * j % ny, 5 * j % nz);
            re += solutionReal[place];
            im += solutionImaginary[place];
        }
        parts[2 * worker()] = re;
        parts[2 * worker() + 1] = im;
    }

    /** Adds up a checksum. */
    private void note(int at) {
        for (int i = 0; i < parts.length; i++) {
            checksums[at + i % 2] += parts[i] / (nx * ny * nz);
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        double error = 0;
        for (int i = 0; i < checksums.length; i++) {
            double expected = published[i % published.length];
            error = Math.max(error, Math.abs(checksums[i] - expected) / expected);
        }
        Result.report(
                this,
                "FourierTransform class=" + arguments.size,
                Repeated.figures(seconds) + String.format(Locale.ROOT, " error=%.2g", error),
                error <= TOLERANCE
                        ? null
                        : "a checksum is " + error + " of itself from the published one; at most " + TOLERANCE);
    }
}
