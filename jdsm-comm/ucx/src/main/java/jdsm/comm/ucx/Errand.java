package jdsm.comm.ucx;

import jdsm.comm.RegionKey;

/** An access to another rank's memory that the owner's UCX worker carries out. */
abstract class Errand extends Operation {
    Errand(RegionKey key) {
        super(key);
    }

    @Override
    final void issue(RemoteRegion region) {
        throw new UnsupportedOperationException("an errand needs no key of UCX");
    }

    /**
     * The owner has carried out a request of this errand. Under the worker's lock.
     *
     * @param before the value before an exchange
     * @return whether the errand is complete
     */
    abstract boolean answered(long before);
}
