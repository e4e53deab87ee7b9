package jdsm.examples;

/** The force on a particle, to which several workers add: who does has the particle's monitor. */
final class Particle {
    private double x;
    private double y;
    private double z;

    /** Adds the force number {@code i}. */
    void add(Vectors force, int i) {
        x += force.x[i];
        y += force.y[i];
        z += force.z[i];
    }

    /** Moves the force into {@code force}, number {@code i}, and is without one. Nobody may be adding to it. */
    void take(Vectors force, int i) {
        force.x[i] = x;
        force.y[i] = y;
        force.z[i] = z;
        x = 0;
        y = 0;
        z = 0;
    }
}
