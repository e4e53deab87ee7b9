package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.List;
import jdsm.comm.CommException;

/**
 * Through this interface the parts of a transport report messages, ended connections and silent peers to their Comm.
 * Methods that deliver messages are called on the delivery thread, the others by any thread. No method waits for a
 * peer.
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

    /**
     * Delivers a program message, a runtime message or a message of the transport's own. The caller may reuse the
     * payload afterwards.
     *
     * @param payload the message from position to limit, little-endian
     */
    public void message(int from, int kind, ByteBuffer payload) {
        if (kind == TransportKinds.PROGRAM) {
            comm.deliverProgram(HeapMessage.copyOf(from, payload));
        } else if (TransportKinds.isTransport(kind)) {
            if (payload.remaining() == TransportKinds.PAYLOAD_BYTES) {
                comm.deliverControl(from, kind, payload.getLong(payload.position()));
            } else {
                failed(new CommException(
                        CommException.Reason.PROTOCOL,
                        from,
                        "rank " + from + " sent a message of kind " + kind + " with a length of " + payload.remaining()
                                + " bytes"));
            }
        } else {
            comm.deliver(from, kind, payload);
        }
    }

    /** Puts a program message into the mailbox; the mailbox then owns the message's memory. */
    public void programMessage(ArrivedMessage message) {
        comm.deliverProgram(message);
    }

    /** See {@link AbstractComm#postedReceive}. */
    public PostedReceive posted(int from, int lengthBytes) {
        return comm.postedReceive(from, lengthBytes);
    }

    /** Reports that the connection to a peer has ended. The caller has delivered all messages of that peer before. */
    public void ended(int peer) {
        comm.peerEnded(peer);
    }

    /** Whether a peer has said goodbye. Any thread. */
    public boolean hasLeft(int peer) {
        return comm.hasLeft(peer);
    }

    /**
     * Reports that peers have given no sign of life for too long. Any thread.
     *
     * @param text the message of the failure, which names the peers
     */
    public void silent(List<Integer> peers, String text) {
        comm.peersSilent(peers, text);
    }

    /** Ends the Comm with a failure; the first failure stays. Any thread that holds no lock of the Comm. */
    public void failed(CommException cause) {
        comm.fail(cause);
    }

    /** Ends the Comm because there is no memory for a message that a peer has begun to send. */
    public void noMemory(int peer, int lengthBytes, OutOfMemoryError cause) {
        failed(new CommException(
                CommException.Reason.TRANSPORT,
                peer,
                "this rank has no memory for a message of " + lengthBytes + " bytes of rank " + peer + ": "
                        + cause.getMessage(),
                cause));
    }

    /** Returns the failure that ended the Comm; without a failure, an exception that says that the Comm is closed. */
    public CommException failureOrClosed() {
        return comm.failureOrClosed();
    }

    /**
     * Checks that this rank may access the memory of another rank.
     *
     * @throws IllegalArgumentException if the job has no such rank
     * @throws CommException if the Comm has failed or is closed, or that rank has left
     * @throws IllegalStateException before {@link AbstractComm#start}
     */
    public void checkReaches(int peer) {
        comm.checkMayAccess(peer);
        comm.checkPresent(peer);
    }
}
