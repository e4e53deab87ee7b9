package jdsm.check;

import java.util.Arrays;

/**
 * A vector clock: for each actor, the last epoch that happens before the clock's owner (Mattern, Virtual time and
 * global states, 1989).
 */
final class VectorClock {
    private final int[] clocks;

    VectorClock(int actors) {
        clocks = new int[actors];
    }

    int get(int actor) {
        return clocks[actor];
    }

    void set(int actor, int clock) {
        clocks[actor] = clock;
    }

    void tick(int actor) {
        clocks[actor]++;
    }

    /** Sets each component to the maximum of this clock's and the other's. */
    void join(VectorClock other) {
        for (int i = 0; i < clocks.length; i++) {
            clocks[i] = Math.max(clocks[i], other.clocks[i]);
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(clocks);
    }
}
