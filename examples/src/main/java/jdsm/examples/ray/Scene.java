package jdsm.examples.ray;

import java.util.SplittableRandom;

/** Spheres above a floor, and a lamp. */
public class Scene {
    /** Rays meet nothing that is closer to their origin, so a ray that leaves a surface does not meet it again. */
    static final double CLOSEST = 1e-9;

    private static final int MOST_MIRRORS = 4;
    private static final double AMBIENT = 0.1;

    private Solid[] solids;
    private Vec lamp;
    private Vec eye;

    /** Random spheres. */
    public Scene(int spheres, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        solids = new Solid[spheres + 1];
        for (int i = 0; i < spheres; i++) {
            Vec centre = new Vec(10 * random.nextDouble() - 5, 6 * random.nextDouble(), 6 + 10 * random.nextDouble());
            Vec colour = new Vec(random.nextDouble(), random.nextDouble(), random.nextDouble());
            solids[i] = new Sphere(centre, 0.3 + 0.7 * random.nextDouble(), colour, 0.5 * random.nextDouble());
        }
        solids[spheres] = new Floor(-1, new Vec(0.7, 0.7, 0.6), 0.2);
        lamp = new Vec(-8, 12, -4);
        eye = new Vec(0, 2, -6);
    }

    /**
     * The colour of a point of a square image, as {@code 0xRRGGBB}.
     *
     * @param x from -1, at the left, to 1
     * @param y from -1, at the bottom, to 1
     */
    public int colour(double x, double y) {
        Vec light = light(new Ray(eye, new Vec(x, y, 2).unit()), MOST_MIRRORS);
        return level(light.x) << 16 | level(light.y) << 8 | level(light.z);
    }

    private static int level(double light) {
        return (int) (255 * Math.min(1, light));
    }

    /** The light that comes back along a ray. */
    private Vec light(Ray ray, int mirrors) {
        Solid nearest = null;
        double least = Double.POSITIVE_INFINITY;
        for (Solid solid : solids) {
            double distance = solid.distance(ray);
            if (distance < least) {
                least = distance;
                nearest = solid;
            }
        }
        if (nearest == null) {
            return new Vec(0.3, 0.4, 0.6);
        }
        Vec point = ray.at(least);
        Vec normal = nearest.normal(point);
        Vec light = nearest.colour.times(AMBIENT + scattered(point, normal));
        if (nearest.mirror > 0 && mirrors > 0) {
            Vec direction = ray.direction.minus(normal.times(2 * normal.dot(ray.direction)));
            light = light.plus(light(new Ray(point, direction), mirrors - 1).times(nearest.mirror));
        }
        return light;
    }

    /** The share of the lamp's light that a surface scatters. */
    private double scattered(Vec point, Vec normal) {
        Vec way = lamp.minus(point);
        double distance = way.length();
        Ray toLamp = new Ray(point, way.unit());
        for (Solid solid : solids) {
            if (solid.distance(toLamp) < distance) {
                return 0;
            }
        }
        return Math.max(0, normal.dot(toLamp.direction));
    }
}
