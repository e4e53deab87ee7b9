package jdsm.comm.ucx;

import jdsm.comm.RegionKey;

/** A compare-and-exchange, which the owner's UCX worker carries out: jucx has no calls for UCX's atomics. */
final class Exchange extends Errand {
    private long before;

    Exchange(RegionKey key) {
        super(key);
    }

    @Override
    boolean answered(long value) {
        before = value;
        return true;
    }

    /** Returns the value before; after success. */
    long before() {
        return before;
    }
}
