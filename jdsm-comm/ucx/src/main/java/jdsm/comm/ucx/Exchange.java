package jdsm.comm.ucx;

import jdsm.comm.RegionKey;

/** A compare-and-exchange, which the owner's UCX worker carries out: jucx has no calls for UCX's atomics. */
final class Exchange extends Operation {
    private final long number;
    private long before;

    Exchange(RegionKey key, long number) {
        super(key);
        this.number = number;
    }

    long number() {
        return number;
    }

    void answered(long value) {
        before = value;
    }

    /** Returns the value before; after success. */
    long before() {
        return before;
    }

    @Override
    void issue(RemoteRegion region) {
        throw new UnsupportedOperationException("an exchange needs no key of UCX");
    }
}
