package jdsm.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;

/*
 * Each get begins when the one before is complete. RemoteMemory.fence would allow all three at once, but it orders all
 * operations of a thread, on all ranks' regions, and may wait for them: reads of many segments would go one after the
 * other. So a read costs three trips, and many reads at once cost no more.
 *
 * Where gets are complete at once this measured as cheap as a form without futures, so there is no other one; with a
 * slice of the buffer for each get it took twice as long.
 *
 * The sequence that comes with the record is worth nothing, for the order in which a get's words move is unspecified.
 */

/**
 * One read of a segment under its sequence lock. One thread at a time steps it: who starts it, then the threads that
 * complete its gets; each hands over by the next get's future.
 *
 * <pre>
 * buffer:  0               8                                     slotBytes
 *          +---------------+-------------------------------------+---------------+
 *          | first look    | the slot behind its sequence        | second look   |
 *          +---------------+-------------------------------------+---------------+
 * </pre>
 */
final class Reading {
    /** What is under way. */
    private enum Phase {
        /** Get of the sequence: an even one is that of the record which is got next. */
        FIRST_LOOK,
        /** Get of all but the sequence. Nothing of it means anything yet. */
        RECORD,
        /** Get of the sequence: if it is the same, the record is whole. */
        SECOND_LOOK
    }

    private final RemoteMemory memory;
    private final SegmentLocation location;
    /** Its position and limit are those of the get that is under way. */
    private final ByteBuffer buffer;

    private Phase phase = Phase.FIRST_LOOK;
    private long sequence;
    private int looksLeft = SegmentReader.ATTEMPTS;
    /** Null until it has ended. */
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

    /** A loop, not a recursion, over gets that are complete at once. */
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
            // What the thread that began the read would be told, another one would not know what to do with.
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
                memory.getAsync(
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

    /** The get of this phase is complete. */
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
            // The first look of the next attempt: it is complete before the next record begins.
            look(now);
        }
    }

    /** The record is whole. */
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
            // The content is whole, whatever has happened since.
        }
    }

    private static void fail(CompletableFuture<SegmentRead> result, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        // Where there is no memory to reach it, it is as if it were not there: its home is asked by a message.
        if (cause instanceof CommException e && (e.reason() == Reason.NO_REGION || e.reason() == Reason.NO_MEMORY)) {
            result.complete(SegmentRead.GONE);
        } else {
            result.completeExceptionally(cause);
        }
    }
}
