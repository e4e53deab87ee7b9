package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.List;
import jdsm.comm.CommException;

/**
 * The Comm as the parts of a transport see it, which are not its subclass: what they tell it of the peers that they connect it
 * to. Those methods that deliver are called on the delivery thread, the rest by any.
 */
public final class Arrivals {
    private final AbstractComm comm;

    Arrivals(AbstractComm comm) {
        this.comm = comm;
    }

    /** Whether a message of this kind may arrive. */
    public boolean accepts(int kind) {
        return comm.accepts(kind);
    }

    /** Delivers a message of whichever sort; the payload, little-endian, is the caller's again afterwards. */
    public void message(int from, int kind, ByteBuffer payload) {
        if (kind == TransportKinds.PROGRAM) {
            comm.deliverProgram(HeapMessage.copyOf(from, payload));
        } else if (TransportKinds.isTransport(kind)) {
            comm.deliverControl(from, kind, payload.getLong(0));
        } else {
            comm.deliver(from, kind, payload);
        }
    }

    /** Delivers a program message that has memory of its own. */
    public void programMessage(ArrivedMessage message) {
        comm.deliverProgram(message);
    }

    /** {@link AbstractComm#postedReceive}. */
    public PostedReceive posted(int from, int lengthBytes) {
        return comm.postedReceive(from, lengthBytes);
    }

    /** A peer's connection has ended, for whatever reason; behind all that it has sent. */
    public void ended(int peer) {
        comm.peerEnded(peer);
    }

    /** Whether a peer has said goodbye. Any thread. */
    public boolean hasLeft(int peer) {
        return comm.hasLeft(peer);
    }

    /** Peers have given no sign of life for too long, in words. Any thread. */
    public void silent(List<Integer> peers, String text) {
        comm.peersSilent(peers, text);
    }

    /** Ends the Comm for a reason. */
    public void failed(CommException cause) {
        comm.fail(cause);
    }

    /** The failure that ended the Comm, or that it is closed. */
    public CommException failureOrClosed() {
        return comm.failureOrClosed();
    }

    /**
     * That the Comm may be used to reach a rank's memory.
     *
     * @throws IllegalArgumentException if the job has no such rank
     * @throws CommException if the Comm has failed or is closed, or that rank has left
     */
    public void checkReaches(int peer) {
        comm.checkMayAccess(peer);
        comm.checkPresent(peer);
    }
}
