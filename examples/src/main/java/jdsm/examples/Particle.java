package jdsm.examples;

/** The force on a particle. Several workers add to it, each under the particle's monitor. */
final class Particle {
    private double x;
    private double y;
    private double z;

    /** Adds the force with number {@code i}. */
    void add(Vectors force, int i) {
        x += force.x[i];
        y += force.y[i];
        z += force.z[i];
    }

    /** Moves the force to number {@code i} of {@code force}, and resets it to 0. No worker may add to it meanwhile. */
    void take(Vectors force, int i) {
        force.x[i] = x;
        force.y[i] = y;
        force.z[i] = z;
        x = 0;
        y = 0;
        z = 0;
    }
}
