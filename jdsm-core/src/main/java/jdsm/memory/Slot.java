package jdsm.memory;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/*
 * The content is encoded directly into the registered memory, by plain stores between two changes of the sequence. A
 * reader gets the sequence, the record, and the sequence again. It never takes a mixture of two contents for one
 * content:
 *
 * 1. No store of a write takes effect before the sequence is odd. putLong is visible to every get that begins after its
 * return. The release fence after putLong keeps the compiler and the processor from moving the stores before it (a
 * release store alone orders only earlier accesses). So if a get has read any byte of this write, the odd number was
 * visible before, and the second look, which begins after that get, finds that number or a later one. On a memory of
 * loads and stores, this fence pairs with the acquire fence at the end of the reader's get.
 *
 * 2. No store takes effect after the sequence is even: by the contract of Region.buffer, a store through the view
 * precedes the later operations of the storing thread on RemoteMemory. So a reader whose first look finds the even
 * number gets the complete write, or bytes of a later write, which rule 1 detects.
 *
 * 3. The sequence only grows. Two equal looks have no write between them.
 *
 * Stores and gets that overlap are races, and bulk copies through the view may tear words. A racing load in Java yields
 * some value and has no other effect, and by rule 1 the reader discards the value. Only the owner changes these words,
 * except the mark of readers, which the owner reads through RemoteMemory only. No thread uses compareAndExchange on
 * these words. So the owner may use the view beside RemoteMemory.
 */

/** A slot on the side of its owner, which writes under the slot's sequence lock. Not thread-safe. */
final class Slot {
    private final Page page;
    private final int offset;
    /** The sequence in memory; even between calls. */
    private long sequence;

    /** Takes over the sequence that the slot has in memory. */
    Slot(Page page, int offset) {
        this.page = page;
        this.offset = offset;
        sequence = page.memory().getLong(page.key(), offset + SlotLayout.SEQUENCE_OFFSET);
    }

    /**
     * Replaces tag, version and content. If the encoder fails, the slot has no unit.
     *
     * @param encoder puts the content from position 0 to {@code lengthBytes} of the given buffer
     * @throws IllegalStateException if the encoder has put less
     */
    void write(long tag, long version, int lengthBytes, Consumer<ByteBuffer> encoder) {
        ByteBuffer content = page.view()
                .slice(offset + SlotLayout.CONTENT_OFFSET, lengthBytes)
                .order(ByteOrder.LITTLE_ENDIAN);
        boolean complete = false;
        begin();
        try {
            encoder.accept(content);
            if (content.hasRemaining()) {
                throw new IllegalStateException(
                        "a content of " + lengthBytes + " bytes was encoded as " + content.position());
            }
            complete = true;
        } finally {
            header(complete ? tag : SlotLayout.NOBODY, version, complete ? lengthBytes : 0);
            end();
        }
    }

    /** Removes version and content: every read whose last look at the sequence comes later finds no content. */
    void empty(long tag) {
        without(tag, SlotLayout.NO_CONTENT);
    }

    /** Removes the tag: every read whose last look at the sequence comes later finds the segment gone. */
    void clear() {
        without(SlotLayout.NOBODY, 0);
    }

    private void without(long tag, long lengthBytes) {
        begin();
        header(tag, 0, lengthBytes);
        end();
    }

    /** Whether a rank has read this version; a hint. */
    boolean wasRead(long version) {
        return page.memory().getLong(page.key(), offset + SlotLayout.READ_OFFSET) == version + 1;
    }

    private void begin() {
        publish(sequence + 1);
        VarHandle.releaseFence();
    }

    private void header(long tag, long version, long lengthBytes) {
        page.view()
                .putLong(offset + SlotLayout.TAG_OFFSET, tag)
                .putLong(offset + SlotLayout.VERSION_OFFSET, version)
                .putLong(offset + SlotLayout.LENGTH_OFFSET, lengthBytes);
    }

    private void end() {
        publish(sequence + 1);
    }

    private void publish(long next) {
        page.memory().putLong(page.key(), offset + SlotLayout.SEQUENCE_OFFSET, next);
        sequence = next;
    }

    int capacityBytes() {
        return page.slotBytes() - SlotLayout.CONTENT_OFFSET;
    }

    Page page() {
        return page;
    }

    /** The offset of the slot within the page's region, in bytes. */
    int offset() {
        return offset;
    }

    @Override
    public String toString() {
        return "slot at " + offset + " of " + page.key();
    }
}
