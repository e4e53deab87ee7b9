package jdsm.examples.ray;

/** A level plane. */
class Floor extends Solid {
    private double height;

    Floor(double height, Vec colour, double mirror) {
        super(colour, mirror);
        this.height = height;
    }

    @Override
    double distance(Ray ray) {
        double distance = (height - ray.origin.y) / ray.direction.y;
        return distance > Scene.CLOSEST ? distance : Double.POSITIVE_INFINITY;
    }

    @Override
    Vec normal(Vec point) {
        return new Vec(0, 1, 0);
    }
}
