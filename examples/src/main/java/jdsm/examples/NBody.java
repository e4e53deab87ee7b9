package jdsm.examples;

import jdsm.Local;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Bodies that attract each other, by the method of Barnes and Hut. In each step one worker builds a new tree of all
 * bodies; each worker walks through it for each body of its band, and then moves these bodies.
 */
public class NBody extends SPMD {
    private static final double TIME = 0.01;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "--bodies", description = "bodies")
        int bodies = 10_000;

        @Option(names = "--steps", description = "steps in a repetition")
        int steps = 10;

        @Option(names = "--seed", description = "seed of the places")
        long seed = 1;
    }

    private Arguments arguments;
    private Body[] bodies;
    private Cell root;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** The begin of the repetition, or of this rank where it goes on from a checkpoint in the middle of one. */
    @Local
    private long beginNanos = System.nanoTime();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "NBody", args());
        if (arguments.bodies < 1 || arguments.steps < 1 || arguments.reps < 1) {
            throw new UsageException("NBody: --bodies, --steps and --reps must be at least 1");
        }
        bodies = Body.make(arguments.bodies);
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        int from = (int) ((long) bodies.length * worker() / workers());
        int to = (int) ((long) bodies.length * (worker() + 1) / workers());
        int steps = arguments.steps;
        int all = Math.multiplyExact(steps, arguments.reps);
        for (int step = resumeFrom("step", 0); step < all; step++) {
            if (step % steps == 0) {
                if (worker() == 0) {
                    Body.scatter(bodies, arguments.seed);
                }
                barrier();
                section("repetition " + step / steps);
                beginNanos = System.nanoTime();
            }
            if (worker() == 0) {
                root = Cell.tree(bodies);
            }
            barrier();
            attract(root, bodies, from, to);
            barrier();
            move(bodies, from, to);
            barrier();
            if (step % steps == steps - 1) {
                if (worker() == 0) {
                    seconds[step / steps] = (System.nanoTime() - beginNanos) / 1e9;
                }
                section("between repetitions");
            }
        }
        if (worker() == 0 && arguments.spoil) {
            bodies[0].x++;
        }
    }

    private static void attract(Cell tree, Body[] bodies, int from, int to) {
        for (int i = from; i < to; i++) {
            Body body = bodies[i];
            body.forceX = 0;
            body.forceY = 0;
            body.forceZ = 0;
            tree.attract(body);
        }
    }

    private static void move(Body[] bodies, int from, int to) {
        for (int i = from; i < to; i++) {
            bodies[i].move(TIME);
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        Body[] own = Body.make(bodies.length);
        Body.scatter(own, arguments.seed);
        for (int step = 0; step < arguments.steps; step++) {
            attract(Cell.tree(own), own, 0, own.length);
            move(own, 0, own.length);
        }
        int wrong = 0;
        for (int i = 0; i < own.length; i++) {
            wrong += own[i].isAt(bodies[i]) ? 0 : 1;
        }
        Result.report(
                this,
                "NBody bodies=" + bodies.length + " steps=" + arguments.steps,
                Repeated.figures(seconds),
                wrong == 0 ? null : wrong + " bodies are elsewhere than in a computation by one thread");
    }
}
