package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A value of 16 bytes that is equal on all ranks that share memory and on no others. It is derived with the job's
 * secret, so that only ranks of the job can interpret it. A transport decides which ranks share memory. Immutable.
 */
public record HostIdentity(long first, long second) {
    static final int BYTES = 16;

    /** The identity of a rank that shares memory with no other rank. */
    public static final HostIdentity NONE = new HostIdentity(0, 0);

    /**
     * Derives an identity.
     *
     * @param description the same text on all ranks that share memory, and on no others
     */
    public static HostIdentity of(JobIdentity job, String description) {
        ByteBuffer bytes = ByteBuffer.wrap(job.derive("host " + description)).order(ByteOrder.LITTLE_ENDIAN);
        return new HostIdentity(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }

    /** Whether ranks with these two identities share memory. */
    public boolean isThatOf(HostIdentity other) {
        return equals(other) && !equals(NONE);
    }
}
