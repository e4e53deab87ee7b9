package jdsm.examples.programs;

import jdsm.SPMD;

/** Makes a known number of accesses to the fields of a chain of objects; {@code fail} as an argument ends it badly. */
public final class Tallied extends SPMD {
    /** The objects of the chain. */
    public static final int LENGTH = 50;
    /** How often each rank walks along it. */
    public static final int WALKS = 20;

    private static final class Link {
        private final int value;
        private final Link next;
        private int visits;

        private Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    private Link first;
    private long sum;

    @Override
    public void start() {
        if (rank() == 0) {
            Link made = null;
            for (int i = 0; i < LENGTH; i++) {
                made = new Link(i, made);
            }
            first = made;
        }
        barrier();
        if (args().length > 0) {
            throw new IllegalStateException("told to fail");
        }
        long mine = 0;
        for (int walk = 0; walk < WALKS; walk++) {
            for (Link at = first; at != null; at = at.next) {
                mine += at.value;
            }
        }
        for (int turn = 0; turn < ranks(); turn++) {
            if (turn == rank()) {
                synchronized (first) {
                    first.visits++;
                }
                synchronized (this) {
                    sum += mine;
                }
            }
            barrier();
        }
        if (rank() == 0) {
            report("sum " + sum);
        }
    }
}
