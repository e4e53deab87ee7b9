package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import jdsm.comm.digest.Sha256;

/**
 * One side of the join handshake as a state machine: it takes bytes and returns bytes, without a socket. The driver
 * reads {@link #wantedBytes} bytes from the connection, gives them to {@link #accept} and sends the answer, until no
 * bytes are wanted. Used by one thread at a time; no method blocks.
 */
public interface Handshake {
    /**
     * Returns the bytes that stand for a channel with certificates: the SHA-256 of the joining side's certificate, and behind it
     * that of the admitting side's.
     */
    static byte[] channel(byte[] joining, byte[] admitting) {
        MessageDigest sha = Sha256.begin();
        return ByteBuffer.allocate(2 * sha.getDigestLength())
                .put(sha.digest(joining))
                .put(sha.digest(admitting))
                .array();
    }

    /**
     * Binds the proofs to the channel that carries the handshake: they fail if the two sides see different channels,
     * because somebody stands between. To be called before {@link #begin}, or not at all.
     *
     * @param channel bytes that stand for the channel, equal at both sides
     */
    void bind(byte[] channel);

    /** Returns the first bytes to send: empty on the admitting side. */
    ByteBuffer begin();

    /** Returns the number of bytes to read next: 0 when the handshake has succeeded or failed. */
    int wantedBytes();

    /**
     * Takes exactly {@link #wantedBytes} bytes.
     *
     * @return the bytes to send, possibly none
     * @throws jdsm.comm.CommException with reason JOIN if the other side refuses this one or sends bytes that are no
     *     handshake
     */
    ByteBuffer accept(ByteBuffer input);

    /** Whether the first bytes of the other side are those of a member of the job. They may be a replay. */
    boolean greeted();

    /**
     * Whether both sides have proved themselves. If false and no bytes are wanted, the driver sends the last bytes and
     * closes.
     */
    boolean succeeded();

    /** Returns the seal of what this side says from now on. Called once, after {@link #succeeded} is true. */
    Seal own();

    /** Returns the seal of what the other side says from now on. Called once, after {@link #succeeded} is true. */
    Seal others();

    /** Returns the rank at the other end, -1 for a rendezvous. Known once {@link #succeeded} is true. */
    int peer();
}
