package jdsm.examples.programs;

import jdsm.SPMD;

/** Replaces shared arrays and rings of objects in turn, which all ranks read. The argument is the number of rounds. */
public final class Replacing extends SPMD {
    private static final int LENGTH = 16384;

    /** One of a ring of three, whose members different workers have made. */
    private static final class Link {
        private final int round;
        private final double[] values;
        private Link next;
        private String name;

        private Link(int round, double[] values) {
            this.round = round;
            this.values = values;
            this.name = "link of round " + round;
        }
    }

    private double[] newest = new double[LENGTH];
    private Link ring;

    @Override
    public void start() {
        int rounds = Integer.parseInt(args()[0]);
        Link kept = null;
        for (int round = 1; round <= rounds; round++) {
            boolean mine = round % workers() == worker();
            if (mine) {
                double[] values = new double[LENGTH];
                values[round % LENGTH] = round;
                newest = values;
                ring = new Link(round, values);
            }
            barrier();
            if ((round + 1) % workers() == worker()) {
                Link other = new Link(round, newest);
                other.next = ring;
                ring.next = other;
            }
            barrier();
            if ((round + 2) % workers() == worker()) {
                Link third = new Link(round, newest);
                third.next = ring;
                ring.next.next = third;
            }
            barrier();
            Link link = ring;
            if (newest[round % LENGTH] != round || link.values != newest || link.next.next.next != link) {
                throw new AssertionError("round " + round);
            }
            if (round % 100 == 1 && mine) {
                kept = link.next; // no other rank, and no shared object, refers to it from the next round on
            }
            if (kept != null
                    && !(kept.next.name + kept.values[kept.round % LENGTH])
                            .equals("link of round " + kept.round + (double) kept.round)) {
                throw new AssertionError("kept in round " + kept.round + ", seen in round " + round);
            }
            barrier();
        }
        if (worker() == 0) {
            report(rounds + " rounds OK");
        }
    }
}
