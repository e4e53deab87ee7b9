package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What ranks that share memory have in common, and no others: 16 bytes that mean something to ranks of the job only. Which ones
 * they are is a transport's matter.
 */
public record HostIdentity(long first, long second) {
    static final int BYTES = 16;

    /** Of a rank that shares memory with none. */
    public static final HostIdentity NONE = new HostIdentity(0, 0);

    /** @param description the same text on all ranks that share memory, and on no others */
    public static HostIdentity of(JobIdentity job, String description) {
        ByteBuffer bytes = ByteBuffer.wrap(job.derive("host " + description)).order(ByteOrder.LITTLE_ENDIAN);
        return new HostIdentity(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }

    /** Whether ranks of these identities share memory. */
    public boolean isThatOf(HostIdentity other) {
        return equals(other) && !equals(NONE);
    }
}
