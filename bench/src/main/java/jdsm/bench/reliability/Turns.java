package jdsm.bench.reliability;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdsm.SPMD;

/**
 * The program of the faults: counts in a shared array, under exclusive access, between barriers, until the file of its
 * first argument exists; then reports whether the count is right. The second argument is a rank that fills its heap.
 */
public final class Turns extends SPMD {
    /** The line that reports the begin of the computation. */
    static final String BEGUN = "begun";

    static final String RIGHT = "right";

    private static final int BEGIN_TURNS = 20;
    private static final int HOARD_BYTES = 1 << 20;

    private final long[] counts = new long[2];

    @Override
    public void initialize() {
        pool.register(counts);
    }

    @Override
    public void start() {
        Path end = Path.of(args()[0]);
        List<byte[]> hoard = new ArrayList<>();
        boolean hoards = args().length > 1 && Integer.parseInt(args()[1]) == rank();
        long turn = 0;
        do {
            turn++;
            pool.acquire(counts);
            counts[0]++;
            if (rank() == 0 && counts[1] == 0 && Files.exists(end)) {
                counts[1] = turn;
            }
            pool.release(counts);
            barrier();
            if (turn == BEGIN_TURNS && rank() == 0) {
                report(BEGUN);
            }
            if (hoards && turn > BEGIN_TURNS) {
                hoard.add(new byte[HOARD_BYTES]);
            }
            pool.update(counts); // another rank may be in the next turn; the last turn is complete if it is set there
        } while (counts[1] != turn);
        if (rank() == 0) {
            report(counts[0] == turn * workers() ? RIGHT : "wrong: " + counts[0] + " in " + turn + " turns");
        }
    }
}
