package jdsm.examples;

import jdsm.FreqReadObj;

/** A cube of space in the tree of Barnes and Hut (Nature 324, 1986): empty, with one body, or with eight parts. */
class Cell implements FreqReadObj {
    /** Bodies that are nearer attract each other as if they were at this distance. */
    private static final double SOFTENING = 0.02;
    /** A cube that looks smaller than this, its side by its distance, acts as one body. */
    private static final double ANGLE = 0.7;

    private double x;
    private double y;
    private double z;
    /** Half of its side. */
    private double half;

    private double mass;
    private double centreX;
    private double centreY;
    private double centreZ;
    private Body body;
    private Cell[] parts;

    private Cell(double x, double y, double z, double half) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.half = half;
    }

    /** A tree of all bodies. */
    static Cell tree(Body[] bodies) {
        double half = 0;
        for (Body each : bodies) {
            half = Math.max(half, Math.max(Math.abs(each.x), Math.max(Math.abs(each.y), Math.abs(each.z))));
        }
        Cell root = new Cell(0, 0, 0, half);
        for (Body each : bodies) {
            root.add(each);
        }
        root.weigh();
        return root;
    }

    private void add(Body added) {
        if (parts == null) {
            if (body == null) {
                body = added;
                return;
            }
            parts = new Cell[8];
            Body first = body;
            body = null;
            part(first).add(first);
        }
        part(added).add(added);
    }

    /** The part that a body is in. */
    private Cell part(Body of) {
        int index = (of.x < x ? 0 : 1) + (of.y < y ? 0 : 2) + (of.z < z ? 0 : 4);
        if (parts[index] == null) {
            double quarter = half / 2;
            parts[index] = new Cell(
                    of.x < x ? x - quarter : x + quarter,
                    of.y < y ? y - quarter : y + quarter,
                    of.z < z ? z - quarter : z + quarter,
                    quarter);
        }
        return parts[index];
    }

    /** Finds the mass of each cube, and its centre. */
    private void weigh() {
        if (body != null) {
            mass = body.mass;
            centreX = body.x;
            centreY = body.y;
            centreZ = body.z;
            return;
        }
        for (Cell part : parts) {
            if (part != null) {
                part.weigh();
                mass += part.mass;
                centreX += part.mass * part.centreX;
                centreY += part.mass * part.centreY;
                centreZ += part.mass * part.centreZ;
            }
        }
        centreX /= mass;
        centreY /= mass;
        centreZ /= mass;
    }

    /** Adds the force of all bodies in this cube on a body. */
    void attract(Body attracted) {
        if (body == attracted) {
            return;
        }
        double dx = centreX - attracted.x;
        double dy = centreY - attracted.y;
        double dz = centreZ - attracted.z;
        double square = dx * dx + dy * dy + dz * dz;
        if (parts == null || 4 * half * half < ANGLE * ANGLE * square) {
            double softened = square + SOFTENING * SOFTENING;
            double force = attracted.mass * mass / (softened * Math.sqrt(softened));
            attracted.forceX += force * dx;
            attracted.forceY += force * dy;
            attracted.forceZ += force * dz;
        } else {
            for (Cell part : parts) {
                if (part != null) {
                    part.attract(attracted);
                }
            }
        }
    }
}
