package jdsm.comm.ucx;

import java.util.ArrayList;
import java.util.List;
import jdsm.comm.RegionKey;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRemoteKey;

/**
 * Another rank's region as this rank knows it: asked for, then with UCX's key for it, then closed. Its owner frees the
 * memory when no operation with that key is under way any more. Guarded by the worker's lock.
 */
final class RemoteRegion {
    private final RegionKey key;
    private final UcpEndpoint endpoint;
    private final List<Operation> waiting = new ArrayList<>(1);
    private UcpRemoteKey remoteKey;
    private long address;
    private int underWay;
    private boolean closed;

    RemoteRegion(RegionKey key, UcpEndpoint endpoint) {
        this.key = key;
        this.endpoint = endpoint;
    }

    RegionKey key() {
        return key;
    }

    UcpEndpoint endpoint() {
        return endpoint;
    }

    UcpRemoteKey remoteKey() {
        return remoteKey;
    }

    long address() {
        return address;
    }

    boolean isKnown() {
        return remoteKey != null;
    }

    void known(UcpRemoteKey unpacked, long firstByte) {
        remoteKey = unpacked;
        address = firstByte;
    }

    void await(Operation operation) {
        waiting.add(operation);
    }

    /** Returns the operations that wait for the key, and forgets them. */
    List<Operation> takeWaiting() {
        List<Operation> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    void begins() {
        underWay++;
    }

    void ends() {
        underWay--;
    }

    boolean isInUse() {
        return underWay > 0;
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether the owner has closed the region and no operation needs it any more. */
    boolean isReleased() {
        return closed && underWay == 0 && waiting.isEmpty();
    }

    /** Frees UCX's key. */
    void free() {
        if (remoteKey != null) {
            remoteKey.close();
            remoteKey = null;
        }
    }
}
