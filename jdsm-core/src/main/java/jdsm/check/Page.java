package jdsm.check;

import java.util.Arrays;

/** The last accesses of some neighbouring elements. An epoch is an actor and its clock; 0 is none. */
final class Page {
    static final int SHIFT = 8;
    static final int ELEMENTS = 1 << SHIFT;
    private static final int CLOCK_BITS = Integer.SIZE;

    final long[] writes = new long[ELEMENTS];
    final int[] writeSites = new int[ELEMENTS];
    final long[] reads = new long[ELEMENTS];
    final int[] readSites = new int[ELEMENTS];
    /** Null where at most one read matters; then {@link #reads} has it. */
    final Readers[] readers = new Readers[ELEMENTS];

    private boolean hasReaders;

    /** The last read of each actor. */
    static final class Readers {
        final int[] clocks;
        final int[] sites;

        private Readers(int actors) {
            clocks = new int[actors];
            sites = new int[actors];
        }

        void put(long epoch, int site) {
            clocks[actor(epoch)] = clock(epoch);
            sites[actor(epoch)] = site;
        }
    }

    static long epoch(int actor, int clock) {
        return (long) (actor + 1) << CLOCK_BITS | clock;
    }

    static int actor(long epoch) {
        return (int) (epoch >>> CLOCK_BITS) - 1;
    }

    static int clock(long epoch) {
        return (int) epoch;
    }

    /** From now on several reads matter; the one that is known is among them. */
    Readers spread(int at, int actors) {
        Readers all = new Readers(actors);
        all.put(reads[at], readSites[at]);
        readers[at] = all;
        hasReaders = true;
        return all;
    }

    void forgetReads(int at) {
        readers[at] = null;
        reads[at] = 0;
    }

    /** As new. */
    Page clear() {
        Arrays.fill(writes, 0);
        Arrays.fill(reads, 0);
        if (hasReaders) {
            Arrays.fill(readers, null);
            hasReaders = false;
        }
        return this;
    }
}
