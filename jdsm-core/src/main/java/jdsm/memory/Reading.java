package jdsm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;

/*
 * Each get begins after the previous one is complete. RemoteMemory.fence would allow all three at once, but it orders
 * all operations of a thread, on the regions of all ranks, and may wait for them: reads of many segments would then run
 * one after the other. So one read costs three round trips, and many reads at once cost no more.
 *
 * Where gets complete at once, this form measured as fast as one without futures, so there is no second form. A slice
 * of the buffer for each get took twice as long.
 *
 * The sequence in the record is not used, because a get moves its words in an unspecified order.
 */

/**
 * One read of a segment under its sequence lock. One thread at a time runs its steps: the thread that starts the read,
 * then the threads that complete its gets; the future of each get hands the read over.
 *
 * <pre>
 * buffer:  0               8                                     slotBytes
 *          +---------------+-------------------------------------+---------------+
 *          | first look    | the slot behind its sequence        | second look   |
 *          +---------------+-------------------------------------+---------------+
 * </pre>
 */
final class Reading {
    /** The get that is under way. */
    private enum Phase {
        /** Get of the sequence. After an even number the record is fetched; an odd number means a write under way. */
        FIRST_LOOK,
        /** Get of the rest of the slot, whose words mean nothing until the second look. */
        RECORD,
        /** Get of the sequence again. If it is unchanged, the record is consistent. */
        SECOND_LOOK
    }

    private final RemoteMemory memory;
    private final SegmentLocation location;
    /** Position and limit are those of the get that is under way. */
    private final ByteBuffer buffer;

    private Phase phase = Phase.FIRST_LOOK;
    private long sequence;
    private int looksLeft = SegmentReader.ATTEMPTS;
    /** The result; null until the read has ended. */
    private SegmentRead read;

    Reading(RemoteMemory memory, SegmentLocation location, ByteBuffer buffer) {
        this.memory = memory;
        this.location = location;
        this.buffer = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    CompletableFuture<SegmentRead> start() {
        CompletableFuture<SegmentRead> result = new CompletableFuture<>();
        go(result);
        return result;
    }

    /**
     * Runs all steps whose gets are complete; a loop, because recursion over gets that complete at once could overflow
     * the stack.
     */
    private void go(CompletableFuture<SegmentRead> result) {
        try {
            while (read == null) {
                CompletableFuture<Void> get = begin();
                if (!get.isDone() || get.isCompletedExceptionally()) {
                    get.whenComplete((nothing, failure) -> arrived(result, failure));
                    return;
                }
                advance();
            }
            result.complete(read);
        } catch (RuntimeException e) {
            // A thread that completes a get has no caller that could handle the exception.
            fail(result, e);
        }
    }

    private void arrived(CompletableFuture<SegmentRead> result, Throwable failure) {
        if (failure != null) {
            fail(result, failure);
            return;
        }
        try {
            advance();
        } catch (RuntimeException e) {
            fail(result, e);
            return;
        }
        go(result);
    }

    private CompletableFuture<Void> begin() {
        return switch (phase) {
            case FIRST_LOOK ->
                memory.getAsync(location.region(), location.offset() + SlotLayout.SEQUENCE_OFFSET, part(0, Long.BYTES));
            case RECORD ->
                memory.getRecordAsync(
                        location.region(),
                        location.offset() + SlotLayout.TAG_OFFSET,
                        part(SlotLayout.TAG_OFFSET, location.slotBytes() - SlotLayout.TAG_OFFSET));
            case SECOND_LOOK ->
                memory.getAsync(
                        location.region(),
                        location.offset() + SlotLayout.SEQUENCE_OFFSET,
                        part(location.slotBytes(), Long.BYTES));
        };
    }

    /** Evaluates the completed get of this phase. */
    private void advance() {
        buffer.clear();
        switch (phase) {
            case FIRST_LOOK -> look(buffer.getLong(0));
            case RECORD -> phase = Phase.SECOND_LOOK;
            case SECOND_LOOK -> lookAgain(buffer.getLong(location.slotBytes()));
        }
    }

    private ByteBuffer part(int from, int lengthBytes) {
        return buffer.limit(from + lengthBytes).position(from);
    }

    private void look(long now) {
        if (looksLeft == 0) {
            read = SegmentRead.BUSY;
            return;
        }
        looksLeft--;
        sequence = now;
        phase = now % 2 == 0 ? Phase.RECORD : Phase.FIRST_LOOK;
    }

    private void lookAgain(long now) {
        if (now == sequence) {
            read = interpret();
        } else {
            // This is the first look of the next attempt: its get is complete before the next record's get begins.
            look(now);
        }
    }

    /** Evaluates a consistent record. */
    private SegmentRead interpret() {
        buffer.clear();
        if (buffer.getLong(SlotLayout.TAG_OFFSET) != location.tag()) {
            return SegmentRead.GONE;
        }
        long lengthBytes = buffer.getLong(SlotLayout.LENGTH_OFFSET);
        if (lengthBytes == SlotLayout.NO_CONTENT) {
            return SegmentRead.EMPTY;
        }
        if (lengthBytes < 0 || lengthBytes > location.slotBytes() - SlotLayout.CONTENT_OFFSET) {
            throw new IllegalStateException("a content of " + lengthBytes + " bytes in " + location);
        }
        long version = buffer.getLong(SlotLayout.VERSION_OFFSET);
        if (buffer.getLong(SlotLayout.READ_OFFSET) != version + 1) {
            tellRead(version);
        }
        ByteBuffer content = buffer.slice(SlotLayout.CONTENT_OFFSET, (int) lengthBytes);
        return SegmentRead.content(version, content.order(ByteOrder.LITTLE_ENDIAN));
    }

    private void tellRead(long version) {
        try {
            memory.putLongNbi(location.region(), location.offset() + SlotLayout.READ_OFFSET, version + 1);
        } catch (CommException e) {
            // The mark is a hint only; the content is consistent without it.
        }
    }

    private static void fail(CompletableFuture<SegmentRead> result, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        // Without memory to reach the segment the result is GONE: the reader then asks the home by a message.
        if (cause instanceof CommException e && (e.reason() == Reason.NO_REGION || e.reason() == Reason.NO_MEMORY)) {
            result.complete(SegmentRead.GONE);
        } else {
            result.completeExceptionally(cause);
        }
    }
}
