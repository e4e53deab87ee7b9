package jdsm.pool;

import java.util.function.LongSupplier;
import jdsm.coherence.UnitState;

/**
 * Tells which volatile reads are followed by a write of the same worker, and keeps the hold of the unit between the two.
 * A read that misses a copy, and is likely to be followed by a write, takes the exclusive hold at once: the unit then
 * moves to the worker with the value that it waits for, the write finds the hold, and its end passes the unit on to the
 * next rank that waits. So ranks that hand a volatile field to and fro send one grant for each hand-over, and one request
 * for it ahead of time.
 *
 * <p>A worker learns that for the units that it used last. It begins after a number of misses in a row that a write has
 * followed. A hold that no write has found, or only after some time, doubles that number. A worker that reads the unit again and again without a
 * write gives the hold up, and so does the guard of {@link Slices} within two ticks: no rank waits for a write that may
 * not come.
 *
 * <p>Each worker calls the methods for itself only; the number of a thread that is no worker is negative.
 */
final class Takes {
    /** The number of misses in a row that a write has to follow, at first, before a read takes the hold. */
    private static final int FEWEST = 2;

    private static final int MOST = 1 << 12;
    /** The number of holds in a row that a write has found, after which fewer misses are enough again. */
    private static final int FOUND = 64;
    /** The number of reads by which a worker that keeps the unit may look at it again before it writes. */
    private static final int REREADS = 4;
    /** The longest time, in nanoseconds, for which another rank may have waited for the write: less than for some messages. */
    private static final long LONGEST_NANOS = 50_000;
    /** The number of units of which a worker remembers its use; a power of two. */
    private static final int UNITS = 8;

    /** One worker's use of one unit. */
    private static final class Use {
        private UnitState unit;
        /** Whether the last read has missed, and no write has followed. */
        private boolean missed;
        /** Whether that read has taken the hold. */
        private boolean took;
        /** The number of misses in a row that a write has followed. */
        private int followed;

        private int needed = FEWEST;
        private int rereads;
        private long tookNanos;

        private void begin(UnitState next) {
            unit = next;
            missed = false;
            took = false;
            followed = 0;
            needed = FEWEST;
        }

        private void inVain() {
            took = false;
            followed = 0;
            needed = Math.min(2 * needed, MOST);
        }
    }

    private final Slices slices;
    private final LongSupplier clock;
    private final Use[][] uses;
    /** The unit that each worker took last. */
    private final UnitState[] taken;
    /** Whether each worker is about to fetch a unit, for which no other rank needs what it keeps. */
    private final boolean[] fetching;

    /**
     * @param workers the number of workers of the rank
     * @param clock returns the time in nanoseconds
     */
    Takes(Slices slices, int workers, LongSupplier clock) {
        this.slices = slices;
        this.clock = clock;
        taken = new UnitState[workers];
        fetching = new boolean[workers];
        uses = new Use[workers][UNITS];
        for (Use[] mine : uses) {
            for (int i = 0; i < UNITS; i++) {
                mine[i] = new Use();
            }
        }
    }

    private Use of(int worker, UnitState unit) {
        return uses[worker][unit.unit() & UNITS - 1];
    }

    /**
     * A worker reads a unit. If it has kept the hold of it for several reads, it gives the hold up.
     *
     * @return whether it keeps the hold
     */
    boolean readsKept(int worker, UnitState unit) {
        if (!slices.isKept(worker, unit)) {
            return false;
        }
        if (++of(worker, unit).rereads > REREADS) {
            slices.giveUp(worker);
            return false;
        }
        return true;
    }

    /**
     * A worker reads a unit without a copy that it may read.
     *
     * @return whether the worker is to hold the unit for the read, and to {@link #keep} it
     */
    boolean misses(int worker, UnitState unit) {
        if (worker < 0) {
            return false;
        }
        Use use = of(worker, unit);
        if (use.unit != unit) {
            use.begin(unit);
        } else if (use.took) {
            use.inVain();
        } else if (use.missed) {
            use.followed = 0;
        }
        use.missed = true;
        return use.followed >= use.needed;
    }

    /** A worker holds a unit that its read has missed, and keeps it for the write that is likely to follow. */
    void keep(int worker, UnitState unit) {
        Use use = of(worker, unit);
        use.took = true;
        use.rereads = 0;
        use.tookNanos = clock.getAsLong();
        taken[worker] = unit;
        slices.keep(worker, unit);
    }

    /**
     * A worker is about to write a unit.
     *
     * @return whether it has kept the hold of the unit, and holds it now
     */
    boolean writes(int worker, UnitState unit) {
        if (worker < 0) {
            return false;
        }
        boolean kept = slices.takeBack(worker, unit);
        Use use = of(worker, unit);
        if (use.unit == unit && use.missed) {
            use.missed = false;
            if (use.took && (!kept || clock.getAsLong() - use.tookNanos > LONGEST_NANOS)) {
                use.inVain();
            } else {
                use.followed++;
            }
            if (use.took && use.followed % FOUND == 0) {
                use.needed = Math.max(FEWEST, use.needed / 2);
            }
            use.took = false;
        }
        return kept;
    }

    /** A worker that appears to hold a unit is about to use it otherwise: it gives the unit up if it has only kept it. */
    void settle(int worker, UnitState unit) {
        if (worker >= 0) {
            slices.giveUpOnly(worker, unit);
        }
    }

    /** Runs a wait for content: the worker keeps the unit that it has taken, because the content may belong to it. */
    void whileFetching(int worker, Runnable wait) {
        if (worker < 0) {
            wait.run();
            return;
        }
        fetching[worker] = true;
        try {
            wait.run();
        } finally {
            fetching[worker] = false;
        }
    }

    /** A worker is about to wait: gives up what it keeps, but for a unit that it has taken where it only fetches. */
    void giveUp(int worker) {
        if (worker >= 0 && !(fetching[worker] && slices.isKept(worker, taken[worker]))) {
            slices.giveUp(worker);
        }
    }
}
