package jdsm.bench.growth;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.ByteBuffer;
import jdsm.SPMD;

/**
 * Passes so many barriers, each with dirty units, and then hands a lock over so often without a barrier; prints after each
 * tenth of either how much heap is in use when garbage is collected. A runtime that forgets nothing shows a straight line
 * upwards. Arguments: how many of each (default 1000000).
 *
 * <pre>
 *  ./jdsm launch --no-agent -p 2 --comm inproc --consistency lazy-release --cp bench/target/jdsm-bench.jar jdsm.bench.growth.Growth
 * </pre>
 *
 * <p>Over inproc all ranks share a heap; else each rank tells of its own, of hand-overs the rank that has the lock then.
 */
public final class Growth extends SPMD {
    private static final int UNITS = 64;
    private static final int ELEMENTS = 8;
    private static final int PARTS = 10;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final int[] data = new int[UNITS * ELEMENTS];
    private final long[] turn = new long[1];
    private final long count = args().length == 0 ? 1_000_000 : Long.parseLong(args()[0]);

    @Override
    public void initialize() {
        pool.register(data, ELEMENTS);
        pool.register(turn);
    }

    @Override
    public void start() {
        say("barriers", 0);
        for (long done = 1; done <= count; done++) {
            write(done);
            barrier();
            if (isPart(done)) {
                say("barriers", done);
                barrier();
            }
        }
        if (worker() % (workers() / ranks()) == 0) {
            for (long mine = rank(); mine < count; mine += ranks()) {
                handOver(mine);
            }
        }
        barrier();
        pool.ensureReadable(turn);
        if (turn[0] != count) {
            throw new IllegalStateException(turn[0] + " hand-overs of " + count);
        }
    }

    private boolean isPart(long done) {
        return done * PARTS / count != (done - 1) * PARTS / count;
    }

    /** An element of its own for each worker in one unit: several ranks write it in one interval. */
    private void write(long number) {
        int at = (int) (number % UNITS) * ELEMENTS + worker() % ELEMENTS;
        pool.ensureWritable(data, at);
        data[at]++;
    }

    /** An empty message says whose turn it is: asking the lock for that would be most of the work. */
    private void handOver(long number) {
        ByteBuffer baton = ByteBuffer.allocate(0);
        if (ranks() > 1 && number > 0) {
            comm.receive(Math.floorMod(rank() - 1, ranks()), baton);
        }
        pool.lock(turn);
        pool.ensureWritable(turn);
        turn[0]++;
        write(number);
        pool.unlock(turn);
        if (isPart(number + 1)) {
            say("hand-overs", number + 1);
        }
        if (ranks() > 1 && number + 1 < count) {
            comm.send((rank() + 1) % ranks(), baton);
        }
    }

    private void say(String what, long done) {
        boolean ownHeap = !setting("comm").equals("inproc");
        if (!ownHeap && what.equals("barriers") && worker() != 0) {
            return;
        }
        memory.gc();
        report(String.format(
                "%9d %s: %,d bytes of heap in use%s",
                done, what, memory.getHeapMemoryUsage().getUsed(), ownHeap ? " on rank " + rank() : ""));
    }
}
