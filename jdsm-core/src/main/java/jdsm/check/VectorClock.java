package jdsm.check;

import java.util.Arrays;

/** How much of each actor's past is known somewhere (Mattern, Virtual time and global states, 1989). */
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

    /** Learns all that {@code other} knows. */
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
