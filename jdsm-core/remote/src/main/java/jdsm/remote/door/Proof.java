package jdsm.remote.door;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import jdsm.comm.bootstrap.JobIdentity;

/**
 * Both sides' nonces, and what only those who know the server's secret can make of them. The secret itself is never
 * sent. Not thread-safe.
 */
final class Proof {
    static final long MAGIC = 0x4a44_534d_4d45_4d31L; // "JDSMMEM1": the protocol and its version
    static final int NONCE_BYTES = 16;
    private static final int PROOF_BYTES = 32;
    private static final int NAMED_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JobIdentity door;
    private final byte[] clientNonce;
    private final byte[] serverNonce;

    Proof(byte[] secret, byte[] clientNonce, byte[] serverNonce) {
        this.door = new JobIdentity("jdsm-memory", secret, 2);
        this.clientNonce = clientNonce.clone();
        this.serverNonce = serverNonce.clone();
    }

    static byte[] newNonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** Sends this side's nonce. */
    static void greet(DataOutputStream out, byte[] nonce) throws IOException {
        out.writeLong(MAGIC);
        out.write(nonce);
        out.flush();
    }

    /** Reads the other side's nonce. */
    static byte[] greeted(DataInputStream in) throws IOException {
        if (in.readLong() != MAGIC) {
            throw new IOException("not a memory server's protocol, or another version of it");
        }
        return in.readNBytes(NONCE_BYTES);
    }

    /** Returns the name of the job of this client and its server. */
    String jobId() {
        byte[] named = new byte[2 * NAMED_BYTES];
        System.arraycopy(clientNonce, 0, named, 0, NAMED_BYTES);
        System.arraycopy(serverNonce, 0, named, NAMED_BYTES, NAMED_BYTES);
        return "memory-" + HexFormat.of().formatHex(named);
    }

    /** Returns the secret of that job. */
    byte[] jobSecret() {
        return of("job", new byte[0]);
    }

    /** Sends a text and the proof that its sender knows the secret. */
    void send(DataOutputStream out, String side, byte[] text) throws IOException {
        out.writeShort(text.length);
        out.write(text);
        out.write(of(side, text));
        out.flush();
    }

    /** Reads a text with its proof. */
    byte[] receive(DataInputStream in, String side) throws IOException {
        byte[] text = in.readNBytes(in.readUnsignedShort());
        byte[] proof = in.readNBytes(PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, of(side, text))) {
            throw new IOException("the other side has another secret");
        }
        return text;
    }

    private byte[] of(String side, byte[] text) {
        ByteArrayOutputStream transcript = new ByteArrayOutputStream();
        transcript.writeBytes(side.getBytes(StandardCharsets.UTF_8));
        transcript.write(0);
        transcript.writeBytes(clientNonce);
        transcript.writeBytes(serverNonce);
        transcript.writeBytes(text);
        return door.authenticate(ByteBuffer.wrap(transcript.toByteArray()));
    }
}
