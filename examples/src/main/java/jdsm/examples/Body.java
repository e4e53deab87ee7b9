package jdsm.examples;

import java.util.SplittableRandom;
import jdsm.FreqReadObj;

/** A body in space. */
class Body implements FreqReadObj {
    double mass;
    double x;
    double y;
    double z;
    double speedX;
    double speedY;
    double speedZ;
    double forceX;
    double forceY;
    double forceZ;

    static Body[] make(int n) {
        Body[] bodies = new Body[n];
        for (int i = 0; i < n; i++) {
            bodies[i] = new Body();
        }
        return bodies;
    }

    /** Puts bodies of one mass, together 1, at random places of a ball of radius 1, at rest. */
    static void scatter(Body[] bodies, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (Body body : bodies) {
            body.mass = 1.0 / bodies.length;
            do {
                body.x = 2 * random.nextDouble() - 1;
                body.y = 2 * random.nextDouble() - 1;
                body.z = 2 * random.nextDouble() - 1;
            } while (body.x * body.x + body.y * body.y + body.z * body.z > 1);
            body.speedX = 0;
            body.speedY = 0;
            body.speedZ = 0;
        }
    }

    /** Moves on for a time under the force. */
    void move(double time) {
        speedX += time * forceX / mass;
        speedY += time * forceY / mass;
        speedZ += time * forceZ / mass;
        x += time * speedX;
        y += time * speedY;
        z += time * speedZ;
    }

    boolean isAt(Body other) {
        return x == other.x && y == other.y && z == other.z;
    }
}
