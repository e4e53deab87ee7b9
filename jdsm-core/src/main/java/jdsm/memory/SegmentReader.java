package jdsm.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.RemoteMemory;

/**
 * Reads other ranks' {@link HomeSegment}s, and the own ones, without any thread of their owners. Thread-safe; reads of
 * any number may be under way at once.
 */
public final class SegmentReader {
    /** How often a read begins anew before it says BUSY: a write of a few kilobytes is over by then. */
    static final int ATTEMPTS = 8;

    private final RemoteMemory memory;

    public SegmentReader(RemoteMemory memory) {
        this.memory = memory;
    }

    /**
     * Reads a segment. Does not block. Where gets are complete at once, as with memory that this process loads from
     * itself, so is the future. It completes on an unspecified thread, which dependents must not block.
     *
     * <p>It ends with a {@link jdsm.comm.CommException} if this Comm has failed or is closed, or the segment's rank has
     * failed or left; with {@link IllegalArgumentException} if the job has no such rank; with
     * {@link IllegalStateException} before the Comm's start, or if the slot holds what no owner writes.
     *
     * @param buffer where the record goes, from the position on, {@link SegmentLocation#readBytes} bytes; direct or
     *     not. It belongs to the read until the future has completed, then to its content. Position and limit stay
     * @throws IllegalArgumentException if fewer bytes remain in it, or it is read-only
     */
    public CompletableFuture<SegmentRead> read(SegmentLocation location, ByteBuffer buffer) {
        if (buffer.isReadOnly() || buffer.remaining() < location.readBytes()) {
            throw new IllegalArgumentException(
                    "no room for " + location.readBytes() + " bytes of " + location + " in " + buffer);
        }
        return new Reading(memory, location, buffer).start();
    }
}
