package jdsm.bench.growth;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import jdsm.SPMD;

/**
 * Passes barriers, each with dirty units, and then hands a lock over without a barrier in between. Prints after each tenth of
 * both phases the heap in use after a garbage collection. A runtime that retains everything shows a rising straight line.
 * Argument: the number of barriers and of hand-overs (default 1000000).
 *
 * <pre>
 *  ./jdsm launch --no-agent -p 2 --comm inproc --consistency lazy-release --cp bench/target/jdsm-bench.jar jdsm.bench.growth.Growth
 * </pre>
 *
 * <p>Over inproc all ranks share a heap. Over other transports each rank prints its own heap after barriers, and the rank with
 * the lock prints its heap after hand-overs.
 */
public final class Growth extends SPMD {
    private static final int PARTS = 10;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final long count = args().length == 0 ? 1_000_000 : Long.parseLong(args()[0]);
    private Traffic traffic;

    @Override
    public void initialize() {
        traffic = new Traffic(pool, comm);
    }

    @Override
    public void start() {
        say("barriers", 0);
        for (long done = 1; done <= count; done++) {
            traffic.write(done, worker());
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
        if (traffic.turns() != count) {
            throw new IllegalStateException(traffic.turns() + " hand-overs of " + count);
        }
    }

    private boolean isPart(long done) {
        return done * PARTS / count != (done - 1) * PARTS / count;
    }

    private void handOver(long number) {
        if (ranks() > 1 && number > 0) {
            traffic.awaitTurn();
        }
        traffic.takeTurn(number, worker());
        if (isPart(number + 1)) {
            say("hand-overs", number + 1);
        }
        if (ranks() > 1 && number + 1 < count) {
            traffic.passTurn();
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
