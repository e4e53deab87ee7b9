package jdsm.remote;

/** Counters of one array. */
final class ArrayStatistics {
    private final String name;
    long faults;
    long pagesIn;
    long pagesOut;
    long aheadUsed;
    long aheadUnused;
    long nanosWaited;

    ArrayStatistics(String name) {
        this.name = name;
    }

    RemoteStatistics snapshot() {
        return new RemoteStatistics(name, faults, pagesIn, pagesOut, aheadUsed, aheadUnused, nanosWaited / 1e9);
    }
}
