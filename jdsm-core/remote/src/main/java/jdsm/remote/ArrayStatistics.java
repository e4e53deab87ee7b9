package jdsm.remote;

/** Counters of one array. */
final class ArrayStatistics {
    long faults;
    long pagesIn;
    long pagesOut;
    long aheadUsed;
    long aheadUnused;
    long nanosWaited;

    RemoteStatistics snapshot(String name) {
        return new RemoteStatistics(name, faults, pagesIn, pagesOut, aheadUsed, aheadUnused, nanosWaited / 1e9);
    }
}
