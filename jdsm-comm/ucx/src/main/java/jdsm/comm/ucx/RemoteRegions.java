package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import jdsm.comm.RegionKey;
import org.openucx.jucx.ucp.UcpEndpoint;

/** The regions of other ranks that this rank accesses, with UCX's keys for them. Guarded by the worker's lock. */
final class RemoteRegions {
    private final Map<RegionKey, RemoteRegion> regions = new HashMap<>();
    private final MemoryRequests requests;
    private final IntFunction<UcpEndpoint> endpoints;

    /** @param endpoints returns the connection to a rank */
    RemoteRegions(MemoryRequests requests, IntFunction<UcpEndpoint> endpoints) {
        this.requests = requests;
        this.endpoints = endpoints;
    }

    /** Issues an operation, or has it wait for the region's key, for which the first one asks. */
    void issue(Operation operation) {
        RegionKey key = operation.key();
        RemoteRegion region = regions.get(key);
        if (region == null) {
            region = new RemoteRegion(key, endpoints.apply(key.rank()));
            regions.put(key, region);
            requests.send(key.rank(), MemoryRequests.Type.WANTED, key);
        }
        if (region.isKnown()) {
            operation.issue(region);
        } else {
            region.await(operation);
        }
    }

    /**
     * Takes the owner's answer, and issues the operations that waited for it.
     *
     * @return the operations that fail because there is no such region
     */
    List<Operation> known(RegionKey key, ByteBuffer message) {
        RemoteRegion region = regions.get(key);
        if (region == null) {
            return List.of();
        }
        List<Operation> waiting = region.takeWaiting();
        if (message.getLong(Wire.FIRST) == 0) {
            regions.remove(key);
            return waiting;
        }
        ByteBuffer packed = ByteBuffer.allocateDirect(message.capacity() - Wire.MORE);
        packed.put(0, message, Wire.MORE, packed.capacity());
        region.known(region.endpoint().unpackRemoteKey(packed), message.getLong(Wire.SECOND));
        waiting.forEach(each -> each.issue(region));
        releaseIfUnused(region);
        return List.of();
    }

    /** The owner closes a region. */
    void closed(RegionKey key) {
        RemoteRegion region = regions.remove(key);
        if (region != null) {
            region.close();
            releaseIfUnused(region);
        }
    }

    /** Tells the owner of a closed region that this rank uses its key no more. */
    void releaseIfUnused(RemoteRegion region) {
        if (region.isReleased() && region.isKnown()) {
            region.free();
            requests.send(region.key().rank(), MemoryRequests.Type.RELEASED, region.key());
        }
    }

    /** Frees UCX's keys that no operation uses, before the worker is closed. */
    void free() {
        regions.values().stream().filter(region -> !region.isInUse()).forEach(RemoteRegion::free);
        regions.clear();
    }
}
