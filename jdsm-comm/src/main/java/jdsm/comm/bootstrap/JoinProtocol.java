package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * The four messages by which a connection is authenticated, each of a fixed size, little-endian.
 *
 * <pre>
 *                joining side                        admitting side
 *                     | --------- HELLO, 128 bytes ----------&gt; |
 *                     | &lt;------- CHALLENGE, 48 bytes --------- |
 *                     | ---------- PROOF, 32 bytes ----------&gt; |
 *                     | &lt;------ ACCEPTANCE, 48 bytes --------- |
 *
 * HELLO       0 magic (8)      8 version (4)   12 to (4)      16 rank (4)   20 ranks (4)   24 zero (8)
 *            32 SHA-256 of the job id (32)     64 nonce (32)  96 HMAC-SHA256(secret, "jdsm hello" + HELLO so far) (32)
 * CHALLENGE   0 magic (8)      8 version (4)   12 refusal (1) 13 zero (3)   16 nonce (32)
 * PROOF       0 HMAC-SHA256(secret, "jdsm join proof" + HELLO + CHALLENGE + channel)
 * ACCEPTANCE  0 magic (8)      8 refusal (1)    9 zero (7)
 *            16 HMAC-SHA256(secret, "jdsm acceptance" + HELLO + CHALLENGE + channel) (32)
 * </pre>
 *
 * <p>{@code to} is the rank at the admitting side, or -1 for the rendezvous. Both proofs cover HELLO and CHALLENGE with
 * their nonces, under different labels: an attacker cannot send a side's own bytes back to it. The proof inside HELLO
 * separates members from strangers by the first bytes of a connection; an attacker can replay it, so it proves nothing
 * else. {@code channel} is empty, but for encrypted connections, see {@link Handshake#bind}. A CHALLENGE or ACCEPTANCE with a refusal is the last message; its other fields but magic and version are zero.
 *
 * <p>Both sides derive a key for each direction of what follows, HMAC-SHA256(secret, label + HELLO + CHALLENGE), with the labels "jdsm seal join" and
 * "jdsm seal admit" for what the joining and the admitting side say; see {@link Seal}.
 */
final class JoinProtocol {
    /** "JDSMJOIN", first letter first. */
    static final long MAGIC = 0x4E494F4A_4D53444AL;

    static final int VERSION = 6;
    static final int RENDEZVOUS = -1;

    static final int HELLO_BYTES = 128;
    static final int CHALLENGE_BYTES = 48;
    static final int PROOF_BYTES = 32;
    static final int ACCEPTANCE_BYTES = 48;
    static final int NONCE_BYTES = 32;

    static final int HELLO_VERSION = 8;
    static final int HELLO_TO = 12;
    static final int HELLO_RANK = 16;
    static final int HELLO_RANKS = 20;
    static final int HELLO_JOB = 32;
    static final int HELLO_NONCE = 64;
    static final int HELLO_PROOF = 96;
    static final int CHALLENGE_VERSION = 8;
    static final int CHALLENGE_REFUSAL = 12;
    static final int CHALLENGE_NONCE = 16;
    static final int ACCEPTANCE_REFUSAL = 8;
    static final int ACCEPTANCE_PROOF = 16;

    private static final byte[] HELLO_LABEL = "jdsm hello".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JOIN_LABEL = "jdsm join proof".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPT_LABEL = "jdsm acceptance".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JOINING_SEAL_LABEL = "jdsm seal join".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ADMITTING_SEAL_LABEL = "jdsm seal admit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_CHANNEL = {};
    private static final SecureRandom RANDOM = new SecureRandom();

    private JoinProtocol() {}

    static ByteBuffer message(int lengthBytes) {
        return ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    static byte[] helloProof(JobIdentity job, ByteBuffer hello) {
        ByteBuffer transcript = ByteBuffer.allocate(HELLO_LABEL.length + HELLO_PROOF);
        transcript.put(HELLO_LABEL).put(hello.duplicate().clear().limit(HELLO_PROOF));
        return job.authenticate(transcript.flip());
    }

    static byte[] joinProof(JobIdentity job, ByteBuffer hello, ByteBuffer challenge, byte[] channel) {
        return proof(job, JOIN_LABEL, hello, challenge, channel);
    }

    static byte[] acceptanceProof(JobIdentity job, ByteBuffer hello, ByteBuffer challenge, byte[] channel) {
        return proof(job, ACCEPT_LABEL, hello, challenge, channel);
    }

    /** The seal of what the joining side says. */
    static Seal joiningSeal(JobIdentity job, ByteBuffer hello, ByteBuffer challenge) {
        return new Seal(proof(job, JOINING_SEAL_LABEL, hello, challenge, NO_CHANNEL));
    }

    /** The seal of what the admitting side says. */
    static Seal admittingSeal(JobIdentity job, ByteBuffer hello, ByteBuffer challenge) {
        return new Seal(proof(job, ADMITTING_SEAL_LABEL, hello, challenge, NO_CHANNEL));
    }

    private static byte[] proof(JobIdentity job, byte[] label, ByteBuffer hello, ByteBuffer challenge, byte[] channel) {
        ByteBuffer transcript = ByteBuffer.allocate(label.length + HELLO_BYTES + CHALLENGE_BYTES + channel.length);
        transcript
                .put(label)
                .put(hello.duplicate().clear())
                .put(challenge.duplicate().clear())
                .put(channel);
        return job.authenticate(transcript.flip());
    }

    static byte[] bytes(ByteBuffer message, int offset, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        message.get(offset, bytes);
        return bytes;
    }
}
