package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import jdsm.comm.digest.Hmac;
import jdsm.comm.digest.Sha256;
import jdsm.comm.spi.CommSettings;

/** The name, the secret and the number of ranks of a job, which all its ranks have in common. Immutable. */
public final class JobIdentity {
    static final int HASH_BYTES = 32;

    private final String jobId;
    private final byte[] jobHash;
    private final Hmac hmac;
    private final int ranks;

    /** @param secret at least one byte; copied */
    public JobIdentity(String jobId, byte[] secret, int ranks) {
        if (secret.length == 0) {
            throw new IllegalArgumentException(
                    "the secret is empty: a job of several ranks needs a secret of at least one byte");
        }
        this.jobId = jobId;
        this.hmac = new Hmac(secret);
        this.ranks = ranks;
        this.jobHash = Sha256.begin().digest(jobId.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the identity of the job that a rank with these settings joins. */
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

    /** Returns the HMAC-SHA256 of a transcript under the job's secret. */
    public byte[] authenticate(ByteBuffer transcript) {
        return hmac.of(transcript);
    }

    /**
     * Derives 32 bytes that only members of the job can compute: the HMAC-SHA256 of a label and the job's name under
     * the job's secret.
     */
    public byte[] derive(String label) {
        byte[] text = (label + '\0' + jobId).getBytes(StandardCharsets.UTF_8);
        return authenticate(ByteBuffer.wrap(text));
    }

    /** Returns the job's name; never the secret. */
    @Override
    public String toString() {
        return jobId;
    }
}
