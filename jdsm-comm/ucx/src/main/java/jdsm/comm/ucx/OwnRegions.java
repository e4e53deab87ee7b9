package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.WordMemory;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpMemory;

/** The registered memory of this rank. The worker's lock guards it, except for {@link #find}. */
final class OwnRegions {
    private final int rank;
    private final UcxWorker worker;
    private final Map<RegionKey, Own> regions = new ConcurrentHashMap<>();
    private long lastId;

    /** A region. Its memory lives as long as UCX's registration or a view of the program refers to it. */
    static final class Own {
        private final WordMemory memory;
        private final UcpMemory registration;
        private final ByteBuffer packedKey;
        /** The ranks that have UCX's key and have not released it. */
        private final BitSet holders = new BitSet();

        private Own(WordMemory memory, UcpMemory registration) {
            this.memory = memory;
            this.registration = registration;
            packedKey = registration.getRemoteKeyBuffer();
        }

        WordMemory memory() {
            return memory;
        }

        long address() {
            return registration.getAddress();
        }

        ByteBuffer packedKey() {
            return packedKey.duplicate();
        }

        BitSet holders() {
            return holders;
        }

        /** Ends the registration with UCX, once nobody uses the key. */
        void deregister() {
            registration.deregister();
        }
    }

    OwnRegions(int rank, UcxWorker worker) {
        this.rank = rank;
        this.worker = worker;
    }

    /** @throws CommException with reason NO_MEMORY */
    RegionKey register(long sizeBytes) {
        try {
            WordMemory memory = WordMemory.allocate((int) sizeBytes);
            ByteBuffer view = memory.view();
            UcpMemory registration = worker.context().registerMemory(view);
            if (registration.getAddress() != UcxUtils.getAddress(view)) {
                throw new UcxException("it is registered at another address");
            }
            RegionKey key = new RegionKey(rank, ++lastId, sizeBytes);
            regions.put(key, new Own(memory, registration));
            return key;
        } catch (OutOfMemoryError | UcxException e) {
            throw new CommException(Reason.NO_MEMORY, -1, "no memory for a region of " + sizeBytes + " bytes: " + e, e);
        }
    }

    /** Returns a region, or null if it is closed. Any thread. */
    Own find(RegionKey key) {
        return regions.get(key);
    }

    /** Takes a region away from all later accesses. Returns null if it is closed already. */
    Own remove(RegionKey key) {
        return regions.remove(key);
    }

    /** A rank needs its keys no more. */
    void left(int peer) {
        regions.values().forEach(own -> own.holders().clear(peer));
    }

    /** Ends all registrations. */
    void close() {
        regions.values().forEach(Own::deregister);
        regions.clear();
    }
}
