package jdsm.check;

import java.util.Arrays;

/**
 * The last accesses to a range of {@link #ELEMENTS} neighbouring elements. An epoch packs an actor and its clock into a
 * {@code long}; 0 stands for no access.
 */
final class Page {
    static final int SHIFT = 8;
    static final int ELEMENTS = 1 << SHIFT;
    /** About what a page takes in memory, without the reads of several actors. */
    static final int BYTES = ELEMENTS * (2 * Long.BYTES + 3 * Integer.BYTES);

    private static final int CLOCK_BITS = Integer.SIZE;

    final long[] writes = new long[ELEMENTS];
    final int[] writeSites = new int[ELEMENTS];
    final long[] reads = new long[ELEMENTS];
    final int[] readSites = new int[ELEMENTS];
    /** The last reads of several actors; null where one read, in {@link #reads}, is enough. */
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

    /** Starts to record one read for each actor, beginning with the known read. */
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

    /** Forgets all accesses. */
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
