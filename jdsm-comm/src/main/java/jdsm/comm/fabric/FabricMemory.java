package jdsm.comm.fabric;

import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;

/**
 * Access by a fabric to the memory of ranks on other hosts. The own rank's regions are those of another remote memory,
 * whose ranks load and store them directly; the fabric shows them to its peers.
 */
public interface FabricMemory extends RemoteMemory {
    /**
     * Lets the fabric's peers access a region of this rank, by its key.
     *
     * @throws jdsm.comm.CommException with reason NO_MEMORY if the fabric cannot register it
     */
    void show(Region region);

    /** Ends a {@link #show}; blocks until no peer accesses the region, whose memory may be given up then. */
    void hide(RegionKey key);
}
