package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;

/**
 * One side of the join handshake as a state machine: bytes in, bytes out, no socket. It says how many bytes it wants next;
 * the driver reads just so many, hands them over, and sends what comes back. Used by one thread at a time.
 */
public interface Handshake {
    /** The first bytes to send: empty on the admitting side. */
    ByteBuffer begin();

    /** How many bytes are to be read next: 0 when the handshake has ended, one way or the other. */
    int wantedBytes();

    /**
     * Takes just {@link #wantedBytes} bytes.
     *
     * @return what to send, maybe nothing
     * @throws jdsm.comm.CommException (JOIN) if this side is refused, or the other side's bytes are not a handshake's
     */
    ByteBuffer accept(ByteBuffer input);

    /** Whether the other side's first bytes are a member's: it is no stranger, but may be a replay of one. */
    boolean greeted();

    /** Whether both sides have proved themselves. If false with nothing wanted: send the last bytes, then close. */
    boolean succeeded();

    /** The rank at the other end, -1 for a rendezvous; known when {@link #succeeded}. */
    int peer();
}
