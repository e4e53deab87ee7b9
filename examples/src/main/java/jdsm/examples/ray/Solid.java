package jdsm.examples.ray;

/** A thing that rays meet. */
abstract class Solid {
    /** Shares of red, green and blue light that the surface scatters. */
    Vec colour;
    /** The share of light that the surface reflects as a mirror does. */
    double mirror;

    Solid(Vec colour, double mirror) {
        this.colour = colour;
        this.mirror = mirror;
    }

    /** The distance at which a ray meets the surface; infinite if it does not. */
    abstract double distance(Ray ray);

    /** The direction that leaves the surface at a point at a right angle, of length 1. */
    abstract Vec normal(Vec point);
}
