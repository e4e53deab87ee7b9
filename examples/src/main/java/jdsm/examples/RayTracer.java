package jdsm.examples;

import java.util.Arrays;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.examples.ray.Scene;
import picocli.CommandLine.Option;

/**
 * Traces rays through a scene of spheres. All workers read the scene, whose objects call each other; each worker
 * computes every n-th row of the image.
 */
public class RayTracer extends SPMD {
    private static final int MOST = 20_000;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "rows and columns of the image")
        int n = 700;

        @Option(names = "--spheres", description = "spheres in the scene")
        int spheres = 64;

        @Option(names = "--seed", description = "seed of the scene")
        long seed = 1;
    }

    private Arguments arguments;
    private int n;
    private Scene scene;
    /** The colour of each point, as 0xRRGGBB, by rows. */
    private int[][] image;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "RayTracer", args());
        n = arguments.n;
        if (n < 1 || n > MOST || arguments.spheres < 0 || arguments.reps < 1) {
            throw new UsageException(
                    "RayTracer: -n must be 1 to " + MOST + ", --reps at least 1, --spheres at least 0");
        }
        scene = new Scene(arguments.spheres, arguments.seed);
        image = new int[n][n];
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < arguments.reps; rep++) {
            for (int i = worker(); i < n; i += workers()) {
                Arrays.fill(image[i], 0);
            }
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int i = worker(); i < n; i += workers()) {
                for (int j = 0; j < n; j++) {
                    image[i][j] = colour(scene, i, j);
                }
            }
            barrier();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            image[0][0] ^= 1;
        }
    }

    private int colour(Scene from, int i, int j) {
        return from.colour((2 * j + 1.0) / n - 1, 1 - (2 * i + 1.0) / n);
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        Scene own = new Scene(arguments.spheres, arguments.seed);
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                wrong += image[i][j] == colour(own, i, j) ? 0 : 1;
            }
        }
        Result.report(
                this,
                "RayTracer n=" + n + " spheres=" + arguments.spheres,
                Repeated.figures(seconds),
                wrong == 0 ? null : wrong + " points differ from a computation by one thread");
    }
}
