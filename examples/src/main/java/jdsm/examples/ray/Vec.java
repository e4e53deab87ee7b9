package jdsm.examples.ray;

/** A vector in space; never changed. */
class Vec {
    double x;
    double y;
    double z;

    Vec(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    Vec plus(Vec other) {
        return new Vec(x + other.x, y + other.y, z + other.z);
    }

    Vec minus(Vec other) {
        return new Vec(x - other.x, y - other.y, z - other.z);
    }

    Vec times(double factor) {
        return new Vec(factor * x, factor * y, factor * z);
    }

    double dot(Vec other) {
        return x * other.x + y * other.y + z * other.z;
    }

    double length() {
        return Math.sqrt(dot(this));
    }

    /** The vector of length 1 in the same direction. */
    Vec unit() {
        return times(1 / length());
    }
}
