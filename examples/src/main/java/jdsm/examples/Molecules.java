package jdsm.examples;

import java.util.SplittableRandom;

/**
 * Particles of a fluid in a periodic box, in reduced units. The potential is that of Lennard and Jones, cut off, and
 * shifted to be 0 there. The particles start on a face-centred cubic lattice, and move by the velocity form of Verlet's
 * method (Allen, Tildesley: Computer simulation of liquids, 1987). The class has no threads: callers name ranges of
 * particles.
 */
public final class Molecules {
    private static final double DENSITY = 0.8442;
    private static final double TEMPERATURE = 0.722;
    private static final double STEP = 0.002;
    private static final double CUTOFF = 2.5;

    /** The particles of a lattice cell, in units of half its side. */
    private static final int[][] CELL = {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};

    private final int n;
    /** Side of the box. */
    private final double side;

    private final double cutoffSquared;
    private final Vectors position;
    private final Vectors velocity;

    /** @param cells number of lattice cells in each direction, at least 2; each has four particles */
    public Molecules(int cells) {
        n = CELL.length * cells * cells * cells;
        side = Math.cbrt(n / DENSITY);
        double cutoff = Math.min(CUTOFF, side / 2);
        cutoffSquared = cutoff * cutoff;
        position = new Vectors(n);
        velocity = new Vectors(n);
    }

    /** The number of particles. */
    public int size() {
        return n;
    }

    /** The positions of the particles. */
    public Vectors positions() {
        return position;
    }

    /**
     * Puts all particles at their lattice positions, with velocities from a seed: of the given temperature, and without
     * drift.
     */
    public void reset(long seed) {
        int cells = (int) Math.round(Math.cbrt(n / (double) CELL.length));
        for (int i = 0; i < n; i++) {
            int cell = i / CELL.length;
            int[] corner = CELL[i % CELL.length];
            position.x[i] = side / cells * (cell / (cells * cells) + corner[0] * 0.5);
            position.y[i] = side / cells * (cell / cells % cells + corner[1] * 0.5);
            position.z[i] = side / cells * (cell % cells + corner[2] * 0.5);
        }
        SplittableRandom random = new SplittableRandom(seed);
        double squares = randomise(velocity.x, random) + randomise(velocity.y, random) + randomise(velocity.z, random);
        double scale = Math.sqrt(3 * n * TEMPERATURE / squares);
        scale(velocity.x, scale);
        scale(velocity.y, scale);
        scale(velocity.z, scale);
    }

    /**
     * Fills an array with random numbers of mean 0.
     *
     * @return the sum of their squares
     */
    private static double randomise(double[] numbers, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextDouble();
            sum += numbers[i];
        }
        double mean = sum / numbers.length;
        double squares = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] -= mean;
            squares += numbers[i] * numbers[i];
        }
        return squares;
    }

    private static void scale(double[] numbers, double factor) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] *= factor;
        }
    }

    /** The first half of a step for particles {@code from} to {@code to - 1}: half a kick, then the move. */
    public void drift(Vectors force, int from, int to) {
        kick(force, from, to);
        drift(position.x, velocity.x, side, from, to);
        drift(position.y, velocity.y, side, from, to);
        drift(position.z, velocity.z, side, from, to);
    }

    /** Half a kick for particles {@code from} to {@code to - 1}; with the new forces it ends a step. */
    public void kick(Vectors force, int from, int to) {
        kick(velocity.x, force.x, from, to);
        kick(velocity.y, force.y, from, to);
        kick(velocity.z, force.z, from, to);
    }

    private static void kick(double[] velocity, double[] force, int from, int to) {
        for (int i = from; i < to; i++) {
            velocity[i] += 0.5 * STEP * force[i];
        }
    }

    private static void drift(double[] position, double[] velocity, double side, int from, int to) {
        for (int i = from; i < to; i++) {
            double moved = position[i] + STEP * velocity[i];
            position[i] = moved - side * Math.floor(moved / side);
        }
    }

    /**
     * Adds the forces of the pairs whose first particle is {@code first}, {@code first + stride}, and so on, and whose
     * second particle has a higher number.
     */
    public void addForces(Vectors force, int first, int stride) {
        for (int i = first; i < n; i += stride) {
            addForcesOf(i, position.x, position.y, position.z, force);
        }
    }

    private void addForcesOf(int i, double[] x, double[] y, double[] z, Vectors force) {
        double[] forceX = force.x;
        double[] forceY = force.y;
        double[] forceZ = force.z;
        double box = side;
        double half = box / 2;
        double limit = cutoffSquared;
        double xi = x[i];
        double yi = y[i];
        double zi = z[i];
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int j = i + 1; j < x.length; j++) {
            double dx = nearest(xi - x[j], box, half);
            double dy = nearest(yi - y[j], box, half);
            double dz = nearest(zi - z[j], box, half);
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < limit) {
                double inverse = 1 / squared;
                double sixth = inverse * inverse * inverse;
                double strength = 48 * inverse * sixth * (sixth - 0.5);
                sumX += strength * dx;
                sumY += strength * dy;
                sumZ += strength * dz;
                forceX[j] -= strength * dx;
                forceY[j] -= strength * dy;
                forceZ[j] -= strength * dz;
            }
        }
        forceX[i] += sumX;
        forceY[i] += sumY;
        forceZ[i] += sumZ;
    }

    /** The shortest of the distances between periodic images. */
    private static double nearest(double distance, double box, double half) {
        return distance > half ? distance - box : distance < -half ? distance + box : distance;
    }

    /** Runs a number of steps on one thread. */
    public void simulate(int steps) {
        Vectors force = new Vectors(n);
        addForces(force, 0, 1);
        for (int step = 0; step < steps; step++) {
            drift(force, 0, n);
            force.clear();
            addForces(force, 0, 1);
            kick(force, 0, n);
        }
    }

    /** Kinetic and potential energy of all particles. */
    double energy() {
        double[] x = position.x;
        double[] y = position.y;
        double[] z = position.z;
        double half = side / 2;
        double energy = 0;
        double atCutoff = potential(cutoffSquared);
        for (int i = 0; i < n; i++) {
            double vx = velocity.x[i];
            double vy = velocity.y[i];
            double vz = velocity.z[i];
            energy += 0.5 * (vx * vx + vy * vy + vz * vz);
            for (int j = i + 1; j < n; j++) {
                double dx = nearest(x[i] - x[j], side, half);
                double dy = nearest(y[i] - y[j], side, half);
                double dz = nearest(z[i] - z[j], side, half);
                double squared = dx * dx + dy * dy + dz * dz;
                if (squared < cutoffSquared) {
                    energy += potential(squared) - atCutoff;
                }
            }
        }
        return energy;
    }

    private static double potential(double squared) {
        double sixth = 1 / (squared * squared * squared);
        return 4 * sixth * (sixth - 1);
    }

    /**
     * The largest difference of a coordinate from the same particle in {@code others}; NaN if any coordinate is NaN.
     */
    public double distanceTo(Molecules others) {
        double largest = 0;
        for (int i = 0; i < n; i++) {
            double dx = nearest(position.x[i] - others.position.x[i], side, side / 2);
            double dy = nearest(position.y[i] - others.position.y[i], side, side / 2);
            double dz = nearest(position.z[i] - others.position.z[i], side, side / 2);
            largest = Math.max(largest, Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz))));
        }
        return largest;
    }

    /** A number of the bits of all positions and velocities: two runs with the same number are the same in each bit, as good as certain. */
    long state() {
        long state = 1;
        for (Vectors each : new Vectors[] {position, velocity}) {
            for (double[] component : new double[][] {each.x, each.y, each.z}) {
                for (double number : component) {
                    state = 31 * state + Double.doubleToRawLongBits(number);
                }
            }
        }
        return state;
    }

    /** Moves a particle, which spoils the result. */
    void shift(int particle, double by) {
        position.x[particle] += by;
    }
}
