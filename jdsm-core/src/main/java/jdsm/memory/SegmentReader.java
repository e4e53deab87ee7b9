package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.RemoteMemory;

/**
 * Reads {@link HomeSegment}s of all ranks by one-sided gets, without a thread of their owners. Thread-safe; any number
 * of reads may be under way at once.
 */
public final class SegmentReader {
    /** The number of attempts before a read ends as BUSY: a write of a few kilobytes is complete by then. */
    static final int ATTEMPTS = 8;

    private final RemoteMemory memory;

    /** Makes a reader that gets by {@code memory}. */
    public SegmentReader(RemoteMemory memory) {
        this.memory = memory;
    }

    /**
     * Starts a read of a segment. Does not block. The future is complete at once where gets are, as for memory that
     * this process maps. Otherwise an unspecified thread completes it; dependents must not block that thread.
     *
     * <p>The future fails with a {@link jdsm.comm.CommException} if this Comm has failed or is closed, or the segment's
     * rank has failed or left; with {@link IllegalArgumentException} if the job has no such rank; with
     * {@link IllegalStateException} before the Comm's start, or for a record that no owner writes.
     *
     * @param buffer receives the record in the {@link SegmentLocation#readBytes} bytes from its position on; heap or
     *     direct. The read uses it until the future completes; afterwards it holds the content. Position and limit stay
     * @throws IllegalArgumentException if fewer bytes remain in the buffer, or the buffer is read-only
     */
    public CompletableFuture<SegmentRead> read(SegmentLocation location, ByteBuffer buffer) {
        if (buffer.isReadOnly() || buffer.remaining() < location.readBytes()) {
            throw new IllegalArgumentException(
                    "no room for " + location.readBytes() + " bytes of " + location + " in " + buffer);
        }
        return new Reading(memory, location, buffer).start();
    }
}
