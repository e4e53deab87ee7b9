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
    private final ByteBuffer buffer;
    private final CompletableFuture<SegmentRead> result = new CompletableFuture<>();
    private Phase phase = Phase.FIRST_LOOK;
    private long sequence;
    private int looksLeft = SegmentReader.ATTEMPTS;

    Reading(RemoteMemory memory, SegmentLocation location, ByteBuffer buffer) {
        this.memory = memory;
        this.location = location;
        this.buffer = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    CompletableFuture<SegmentRead> start() {
        go();
        return result;
    }

    /** A loop, not a recursion, over gets that are complete at once. */
    private void go() {
        do {
            CompletableFuture<Void> get = begin();
            if (!get.isDone() || get.isCompletedExceptionally()) {
                get.whenComplete(this::arrived);
                return;
            }
        } while (advance());
    }

    private void arrived(Void nothing, Throwable failure) {
        if (failure != null) {
            fail(failure);
        } else if (advance()) {
            go();
        }
    }

    private CompletableFuture<Void> begin() {
        try {
            return switch (phase) {
                case FIRST_LOOK -> get(SlotLayout.SEQUENCE_OFFSET, 0, Long.BYTES);
                case RECORD -> get(SlotLayout.TAG_OFFSET, SlotLayout.TAG_OFFSET, location.slotBytes() - Long.BYTES);
                case SECOND_LOOK -> get(SlotLayout.SEQUENCE_OFFSET, location.slotBytes(), Long.BYTES);
            };
        } catch (RuntimeException e) {
            // What the thread that began the read would be told, another one would not know what to do with.
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> get(int from, int to, int lengthBytes) {
        return memory.getAsync(location.region(), location.offset() + from, buffer.slice(to, lengthBytes));
    }

    /** The get of this phase is complete. Whether there is another one. */
    private boolean advance() {
        switch (phase) {
            case FIRST_LOOK:
                return look(buffer.getLong(0));
            case RECORD:
                phase = Phase.SECOND_LOOK;
                return true;
            default:
                long now = buffer.getLong(location.slotBytes());
                // If it is another one, this look is the first of the next attempt: it is complete before that begins.
                return now == sequence ? interpret() : look(now);
        }
    }

    private boolean look(long now) {
        if (looksLeft == 0) {
            return end(SegmentRead.BUSY);
        }
        looksLeft--;
        sequence = now;
        phase = now % 2 == 0 ? Phase.RECORD : Phase.FIRST_LOOK;
        return true;
    }

    /** The record is whole. */
    private boolean interpret() {
        if (buffer.getLong(SlotLayout.TAG_OFFSET) != location.tag()) {
            return end(SegmentRead.GONE);
        }
        long lengthBytes = buffer.getLong(SlotLayout.LENGTH_OFFSET);
        if (lengthBytes < 0 || lengthBytes > location.slotBytes() - SlotLayout.CONTENT_OFFSET) {
            result.completeExceptionally(
                    new IllegalStateException("a content of " + lengthBytes + " bytes in " + location));
            return false;
        }
        ByteBuffer content = buffer.slice(SlotLayout.CONTENT_OFFSET, (int) lengthBytes);
        return end(
                SegmentRead.content(buffer.getLong(SlotLayout.VERSION_OFFSET), content.order(ByteOrder.LITTLE_ENDIAN)));
    }

    private boolean end(SegmentRead read) {
        result.complete(read);
        return false;
    }

    private void fail(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CommException e && e.reason() == Reason.NO_REGION) {
            end(SegmentRead.GONE);
        } else {
            result.completeExceptionally(cause);
        }
    }
}
