package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import jdsm.Local;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Lloyd's method of k-means: each worker finds the nearest centre for each point of its band, adds up its points for each centre,
 * and adds that to the sums of all workers in a synchronized block; then the centres move to the means of their points.
 */
public final class KMeans extends SPMD {
    /**
     * Largest allowed distance of a centre from the result of a single thread, in units of the cube around the points.
     */
    private static final double TOLERANCE = 1e-9;

    /** Approximate standard deviation of the points around the place of their cluster. */
    private static final double SPREAD = 0.05;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "points")
        int n = 20_000;

        @Option(names = "-k", description = "clusters")
        int clusters = 16;

        @Option(names = "-d", description = "dimensions")
        int dimensions = 4;

        @Option(
                names = {"-i", "--iterations"},
                description = "iterations in a repetition; each repetition starts again")
        int iterations = 10;

        @Option(names = "--seed", description = "seed of the points")
        long seed = 1;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    /** The points' coordinates, one point after another. */
    private double[] points;
    /** The centres' coordinates, one centre after another. */
    private double[] centres;
    /** For each centre, the sum of its points that are counted so far. */
    private double[] sums;
    /** For each centre, the number of points in its sum. */
    private long[] counts;
    /** The sum of the squared distances of all points from their nearest centres, in the last iteration. */
    private double squares;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** The begin of the repetition, or of this rank where it goes on from a checkpoint in the middle of one. */
    @Local
    private long beginNanos = System.nanoTime();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "KMeans", args());
        int k = arguments.clusters;
        int d = arguments.dimensions;
        if (k < 1 || arguments.n < k || d < 1 || arguments.iterations < 1 || arguments.reps < 1) {
            throw new UsageException("KMeans: -k, -d, --iterations and --reps must be at least 1, -n at least -k");
        }
        if ((long) arguments.n * d > Integer.MAX_VALUE - 8) {
            throw new UsageException("KMeans: -n times -d must be less than 2^31 - 8");
        }
        points = points();
        centres = new double[k * d];
        sums = new double[k * d];
        counts = new long[k];
        seconds = new double[arguments.reps];
    }

    /** Random points around as many places as there are clusters. */
    private double[] points() {
        int d = arguments.dimensions;
        SplittableRandom random = new SplittableRandom(arguments.seed);
        double[] places = new double[arguments.clusters * d];
        for (int i = 0; i < places.length; i++) {
            places[i] = random.nextDouble();
        }
        double[] thrown = new double[arguments.n * d];
        for (int at = 0; at < thrown.length; at += d) {
            int place = random.nextInt(arguments.clusters) * d;
            for (int x = 0; x < d; x++) {
                double sum = random.nextDouble() + random.nextDouble() + random.nextDouble() + random.nextDouble();
                thrown[at + x] = places[place + x] + SPREAD * (sum - 2);
            }
        }
        return thrown;
    }

    @Override
    public void start() {
        int from = (int) ((long) arguments.n * worker() / workers());
        int to = (int) ((long) arguments.n * (worker() + 1) / workers());
        int iterations = arguments.iterations;
        int all = Math.multiplyExact(iterations, arguments.reps);
        for (int iteration = resumeFrom("iteration", 0); iteration < all; iteration++) {
            if (iteration % iterations == 0) {
                if (worker() == 0) {
                    System.arraycopy(points, 0, centres, 0, centres.length);
                }
                barrier();
                section("repetition " + iteration / iterations);
                beginNanos = System.nanoTime();
            }
            iterate(from, to);
            if (iteration % iterations == iterations - 1) {
                if (worker() == 0) {
                    seconds[iteration / iterations] = (System.nanoTime() - beginNanos) / 1e9;
                }
                section("between repetitions");
            }
        }
        if (worker() == 0 && arguments.spoil) {
            centres[0] += 10 * TOLERANCE;
        }
    }

    private void iterate(int from, int to) {
        double[] mySums = new double[sums.length];
        long[] myCounts = new long[counts.length];
        if (worker() == 0) {
            squares = 0;
        }
        barrier();
        double mySquares = assign(points, from, to, centres, mySums, myCounts);
        synchronized (this) {
            for (int i = 0; i < mySums.length; i++) {
                sums[i] += mySums[i];
            }
            for (int i = 0; i < myCounts.length; i++) {
                counts[i] += myCounts[i];
            }
            squares += mySquares;
        }
        barrier();
        if (worker() == 0) {
            move(centres, sums, counts);
            Arrays.fill(sums, 0);
            Arrays.fill(counts, 0);
        }
    }

    /**
     * Adds each point to the sum of its nearest centre.
     *
     * @return the sum of the squared distances
     */
    private static double assign(double[] points, int from, int to, double[] centres, double[] sums, long[] counts) {
        int d = centres.length / counts.length;
        double squares = 0;
        for (int i = from; i < to; i++) {
            int nearest = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int c = 0; c < counts.length; c++) {
                double distance = 0;
                for (int x = 0; x < d; x++) {
                    double difference = points[i * d + x] - centres[c * d + x];
                    distance += difference * difference;
                }
                if (distance < least) {
                    least = distance;
                    nearest = c;
                }
            }
            for (int x = 0; x < d; x++) {
                sums[nearest * d + x] += points[i * d + x];
            }
            counts[nearest]++;
            squares += least;
        }
        return squares;
    }

    /** Moves each centre to the mean of its points; a centre without points stays. */
    private static void move(double[] centres, double[] sums, long[] counts) {
        int d = centres.length / counts.length;
        for (int i = 0; i < centres.length; i++) {
            if (counts[i / d] > 0) {
                centres[i] = sums[i] / counts[i / d];
            }
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        double[] thrown = points();
        double[] expected = Arrays.copyOf(thrown, centres.length);
        double expectedSquares = 0;
        for (int iteration = 0; iteration < arguments.iterations; iteration++) {
            double[] all = new double[expected.length];
            long[] numbers = new long[arguments.clusters];
            expectedSquares = assign(thrown, 0, arguments.n, expected, all, numbers);
            move(expected, all, numbers);
        }
        double distance = Math.abs(squares - expectedSquares) / Math.max(expectedSquares, Double.MIN_NORMAL);
        for (int i = 0; i < expected.length; i++) {
            distance = Math.max(distance, Math.abs(centres[i] - expected[i]));
        }
        Result.report(
                this,
                "KMeans n=" + arguments.n + " k=" + arguments.clusters + " d=" + arguments.dimensions + " iterations="
                        + arguments.iterations,
                String.format(Locale.ROOT, "seconds=%.3f distance=%.2g", seconds[Result.best(seconds)], distance),
                distance <= TOLERANCE
                        ? null
                        : "centres or mean squares are " + distance
                                + " from those of a computation by one thread; at most " + TOLERANCE);
    }
}
