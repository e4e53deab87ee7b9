package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import jdsm.comm.digest.Hmac;

/**
 * Authenticates the messages in one direction of a connection behind its handshake. Behind each message comes a code: the HMAC-SHA256 of
 * the message's number, from 0, and its bytes, under a key of this connection and direction. So a message that somebody has changed,
 * left out, repeated or taken from another connection is noticed. Used by one thread at a time.
 */
public final class Seal {
    /** The length of a code. */
    static final int BYTES = 32;

    private final Hmac key;
    private long number;

    Seal(byte[] key) {
        this.key = new Hmac(key);
    }

    /** Returns the next message, the bytes between position and limit, and its code behind it. */
    ByteBuffer seal(ByteBuffer message) {
        byte[] code = code(message.duplicate());
        return ByteBuffer.allocate(message.remaining() + BYTES)
                .put(message)
                .put(code)
                .flip();
    }

    /**
     * Takes the code off the next message.
     *
     * @param sealed the bytes of the message and its code, to the limit
     * @return the message; null if the code is not its code
     */
    byte[] open(ByteBuffer sealed) {
        int length = sealed.limit() - BYTES;
        byte[] code = new byte[BYTES];
        sealed.get(length, code);
        if (!MessageDigest.isEqual(code, code(sealed.duplicate().position(0).limit(length)))) {
            return null;
        }
        byte[] message = new byte[length];
        sealed.get(0, message);
        return message;
    }

    private byte[] code(ByteBuffer message) {
        ByteBuffer numbered = ByteBuffer.allocate(Long.BYTES + message.remaining());
        return key.of(numbered.putLong(number++).put(message).flip());
    }
}
