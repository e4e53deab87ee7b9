package jdsm.examples.ray;

/** A sphere. */
class Sphere extends Solid {
    private Vec centre;
    private double radius;

    Sphere(Vec centre, double radius, Vec colour, double mirror) {
        super(colour, mirror);
        this.centre = centre;
        this.radius = radius;
    }

    @Override
    double distance(Ray ray) {
        Vec way = centre.minus(ray.origin);
        double along = way.dot(ray.direction);
        double square = radius * radius - way.dot(way) + along * along;
        if (square < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double half = Math.sqrt(square);
        double near = along - half;
        double far = along + half;
        return near > Scene.CLOSEST ? near : far > Scene.CLOSEST ? far : Double.POSITIVE_INFINITY;
    }

    @Override
    Vec normal(Vec point) {
        return point.minus(centre).unit();
    }
}
