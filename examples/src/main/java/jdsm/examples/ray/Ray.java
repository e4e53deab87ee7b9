package jdsm.examples.ray;

/** A half-line. */
class Ray {
    Vec origin;
    /** Of length 1. */
    Vec direction;

    Ray(Vec origin, Vec direction) {
        this.origin = origin;
        this.direction = direction;
    }

    /** The point at a distance from the origin. */
    Vec at(double distance) {
        return origin.plus(direction.times(distance));
    }
}
