package jdsm.examples;

import java.util.Locale;
import jdsm.Local;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Molecular dynamics: the particles of a fluid attract and repel each other in pairs. Each worker computes a share of
 * the pairs, and moves a band of particles, so several workers contribute to the force on one particle. By default each
 * worker has an array of forces of its own, and the mover of a particle adds them up. With
 * {@code --forces synchronized} each worker adds its contributions to the particles, under their monitors.
 */
public final class MolDyn extends SPMD {
    /** Largest allowed distance of a position from the result of a single thread, in units of the particles' size. */
    private static final double POSITION_TOLERANCE = 1e-9;

    /** Largest allowed relative change of the energy. */
    private static final double ENERGY_TOLERANCE = 1e-3;

    /** Rounding depends on the number of workers; after more steps its effect grows too large to compare positions. */
    private static final int MOST_STEPS = 1000;

    /** A limit of about a million particles. */
    private static final int MOST_CELLS = 64;

    enum Forces {
        REDUCTION,
        SYNCHRONIZED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "--cells", description = "lattice cells in each direction; each has four particles")
        int cells = 5;

        @Option(names = "--steps", description = "steps in a repetition; each repetition starts again")
        int steps = 20;

        @Option(names = "--forces", description = "sum of the forces: reduction or synchronized")
        Forces forces = Forces.REDUCTION;

        @Option(names = "--seed", description = "seed of the velocities")
        long seed = 1;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private Molecules molecules;
    /** The total forces on the particles. */
    private Vectors force;
    /** The forces found by each worker; null with synchronized forces. */
    private Vectors[] found;
    /** The particles to which workers add forces; null unless forces are synchronized. */
    private Particle[] particles;
    /** Seconds of each repetition. */
    private double[] seconds;
    /** The begin of the repetition, or of this rank where it goes on from a checkpoint in the middle of one. */
    @Local
    private long beginNanos = System.nanoTime();

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "MolDyn", args());
        if (arguments.cells < 2 || arguments.cells > MOST_CELLS) {
            throw new UsageException("MolDyn: --cells must be 2 to " + MOST_CELLS);
        }
        if (arguments.steps < 1 || arguments.steps > MOST_STEPS || arguments.reps < 1) {
            throw new UsageException("MolDyn: --steps must be 1 to " + MOST_STEPS + ", --reps at least 1");
        }
        molecules = new Molecules(arguments.cells);
        int n = molecules.size();
        force = new Vectors(n);
        if (arguments.forces == Forces.SYNCHRONIZED) {
            particles = new Particle[n];
            for (int i = 0; i < n; i++) {
                particles[i] = new Particle();
            }
        }
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        int from = bandOf(worker());
        int to = bandOf(worker() + 1);
        int steps = arguments.steps;
        int all = Math.multiplyExact(steps, arguments.reps);
        for (int step = resumeFrom("step", 0); step < all; step++) {
            prepare();
            if (step % steps == 0) {
                if (worker() == 0) {
                    molecules.reset(arguments.seed);
                }
                barrier();
                section("repetition " + step / steps);
                beginNanos = System.nanoTime();
                computeForces(from, to);
            }
            molecules.drift(force, from, to);
            barrier();
            computeForces(from, to);
            molecules.kick(force, from, to);
            if (step % steps == steps - 1) {
                barrier();
                if (worker() == 0) {
                    seconds[step / steps] = (System.nanoTime() - beginNanos) / 1e9;
                }
                section("between repetitions");
            }
        }
        if (worker() == 0 && arguments.spoil) {
            molecules.shift(0, 10 * POSITION_TOLERANCE);
        }
    }

    /** The first particle of a worker's band. */
    private int bandOf(int worker) {
        return (int) ((long) molecules.size() * worker / workers());
    }

    /**
     * Makes the forces of each worker. In the loop: what {@code initialize} makes must not depend on the number of workers if
     * the program is to go on with another one.
     */
    private void prepare() {
        if (particles != null || found != null && found.length == workers()) {
            return;
        }
        barrier();
        if (worker() == 0) {
            found = new Vectors[workers()];
            for (int worker = 0; worker < found.length; worker++) {
                found[worker] = new Vectors(molecules.size());
            }
        }
        barrier();
    }

    /** Computes the forces on this worker's band from all positions, which no worker changes meanwhile. */
    private void computeForces(int from, int to) {
        if (particles == null) {
            Vectors mine = found[worker()];
            mine.clear();
            molecules.addForces(mine, worker(), workers());
            barrier();
            force.clear(from, to);
            for (Vectors each : found) {
                force.add(each, from, to);
            }
        } else {
            Vectors mine = new Vectors(molecules.size());
            molecules.addForces(mine, worker(), workers());
            addToParticles(mine, from);
            barrier();
            for (int i = from; i < to; i++) {
                particles[i].take(force, i);
            }
        }
    }

    /**
     * Adds forces to the particles. Each worker begins at another particle, so that they do not compete for the same
     * one.
     */
    private void addToParticles(Vectors mine, int first) {
        int n = molecules.size();
        for (int k = 0; k < n; k++) {
            int i = (first + k) % n;
            Particle particle = particles[i];
            synchronized (particle) {
                particle.add(mine, i);
            }
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        Molecules alone = new Molecules(arguments.cells);
        alone.reset(arguments.seed);
        double energyBefore = alone.energy();
        alone.simulate(arguments.steps);
        double distance = molecules.distanceTo(alone);
        double drift = Math.abs((molecules.energy() - energyBefore) / energyBefore);
        boolean ok = distance <= POSITION_TOLERANCE && drift <= ENERGY_TOLERANCE;
        Result.report(
                this,
                "MolDyn n=" + molecules.size() + " steps=" + arguments.steps + " forces=" + arguments.forces,
                String.format(
                        Locale.ROOT,
                        "seconds=%.3f distance=%.2g drift=%.2g state=%016x",
                        seconds[Result.best(seconds)],
                        distance,
                        drift,
                        molecules.state()),
                ok
                        ? null
                        : "positions are " + distance
                                + " from those of a computation by one thread, energy has changed by " + drift
                                + " of itself; at most " + POSITION_TOLERANCE + " and " + ENERGY_TOLERANCE);
    }
}
