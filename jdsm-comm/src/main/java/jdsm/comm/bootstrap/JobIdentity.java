package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import jdsm.comm.spi.CommSettings;

/** What the members of a job have in common: its name, its secret, its number of ranks. Immutable. */
public final class JobIdentity {
    static final int HASH_BYTES = 32;

    private final String jobId;
    private final byte[] jobHash;
    private final Hmac hmac;
    private final int ranks;

    /** @param secret at least one byte; copied */
    public JobIdentity(String jobId, byte[] secret, int ranks) {
        if (secret.length == 0) {
            throw new IllegalArgumentException("a job of several ranks needs a secret");
        }
        this.jobId = jobId;
        this.hmac = new Hmac(secret);
        this.ranks = ranks;
        this.jobHash = Hmac.sha256().digest(jobId.getBytes(StandardCharsets.UTF_8));
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
    public byte[] authenticate(ByteBuffer transcript) {
        return hmac.of(transcript);
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
