package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import jdsm.comm.spi.CommSettings;

/** What the members of a job have in common: its name, its secret, its number of ranks. Immutable. */
public final class JobIdentity {
    static final int HASH_BYTES = 32;
    private static final String HMAC = "HmacSHA256";

    private final String jobId;
    private final byte[] jobHash;
    private final SecretKeySpec key;
    private final int ranks;

    /** @param secret at least one byte; copied */
    public JobIdentity(String jobId, byte[] secret, int ranks) {
        if (secret.length == 0) {
            throw new IllegalArgumentException("a job of several ranks needs a secret");
        }
        this.jobId = jobId;
        this.key = new SecretKeySpec(secret, HMAC);
        this.ranks = ranks;
        try {
            jobHash = MessageDigest.getInstance("SHA-256").digest(jobId.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    public static JobIdentity of(CommSettings settings) {
        return new JobIdentity(settings.jobId(), settings.secret(), settings.size());
    }

    public String jobId() {
        return jobId;
    }

    public int ranks() {
        return ranks;
    }

    byte[] jobHash() {
        return jobHash.clone();
    }

    boolean sameJob(byte[] hash) {
        return MessageDigest.isEqual(jobHash, hash);
    }

    /** HMAC-SHA256 under the job's secret. */
    byte[] authenticate(ByteBuffer transcript) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(transcript);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + HMAC, e);
        }
    }

    /** Something that only members of the job can tell, 32 bytes: HMAC-SHA256 of a label and the job's name under its secret. */
    public byte[] derive(String label) {
        byte[] text = (label + '\0' + jobId).getBytes(StandardCharsets.UTF_8);
        return authenticate(ByteBuffer.wrap(text));
    }

    /** The name only. */
    @Override
    public String toString() {
        return jobId;
    }
}
