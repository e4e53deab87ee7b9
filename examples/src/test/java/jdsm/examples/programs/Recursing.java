package jdsm.examples.programs;

import jdsm.SPMD;

/** Workers recurse into monitors that other ranks have had until the stack is full, and go on as if nothing had happened. */
public final class Recursing extends SPMD {
    private static final int BOXES = 100;

    private final Box[] boxes = new Box[BOXES];

    private static final class Box {
        private int depth;

        synchronized int deep(int level) {
            depth = level;
            return deep(level + 1) + 1;
        }
    }

    @Override
    public void initialize() {
        for (int i = 0; i < BOXES; i++) {
            boxes[i] = new Box();
        }
    }

    @Override
    public void start() {
        for (int i = 0; i < BOXES; i++) {
            synchronized (boxes[i]) {
                boxes[i].depth++;
            }
        }
        barrier();
        for (int i = 0; i < BOXES; i++) {
            if (i % workers() == worker()) {
                try {
                    boxes[i].deep(0);
                } catch (StackOverflowError e) {
                    boxes[i].depth = -1;
                }
            }
            barrier();
            synchronized (boxes[i]) {
                boxes[i].depth++;
            }
        }
    }
}
