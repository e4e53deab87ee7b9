package jdsm.examples.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import jdsm.SPMD;

/**
 * Meets at barriers, counting in a shared array on the way, until there is a file of the name that its argument says; says
 * when it has begun, and each rank's process.
 */
public final class Barriers extends SPMD {
    private static final int REPORTED = 20;

    /** The count, and the number of rounds when it is known. */
    private final long[] counts = new long[2];

    @Override
    public void initialize() {
        pool.register(counts);
    }

    @Override
    public void start() {
        System.out.println("pid " + ProcessHandle.current().pid());
        barrier();
        Path end = Path.of(args()[0]);
        long round = 0;
        do {
            round++;
            pool.acquire(counts);
            counts[0]++;
            if (rank() == 0 && counts[1] == 0 && Files.exists(end)) {
                counts[1] = round;
            }
            pool.release(counts);
            barrier();
            if (round == REPORTED && rank() == 0) {
                report("begun");
            }
            pool.update(counts); // others may be in the next round: if the last one is set there, it is that one
        } while (counts[1] != round);
        if (rank() == 0) {
            report("counted " + counts[0] + " in " + round + " rounds");
        }
    }
}
