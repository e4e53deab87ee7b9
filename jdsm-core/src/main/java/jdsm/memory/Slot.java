package jdsm.memory;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/*
 * The content is encoded straight into the registered memory, by plain stores between the two changes of the sequence.
 * A reader looks at the sequence, gets the record, and looks again. Why it never takes a mixture for a content:
 *
 * 1. No store of a write takes effect before the sequence is odd. putLong is visible to every get that begins after its
 *    return; the fence behind it keeps the compiler and the processor from making the stores before (a release alone
 *    orders only what comes before it). So a get that has moved any byte of this write had the odd number before it,
 *    and the look that begins after this get sees that number or a later one. On a memory of loads and stores the same
 *    is this fence paired with the acquire fence at the end of the reader's get.
 * 2. No store takes effect after the sequence is even: Region.buffer says that a store through the view comes before
 *    what the storing thread does with RemoteMemory afterwards. So whose first look sees the even number gets all of the
 *    write, or something younger, of which 1 tells.
 * 3. The sequence only grows, so two equal looks have no write between them.
 *
 * Stores and gets that overlap do race, bulk copies through the view may even tear words; in Java a racing load gives
 * some value and nothing worse, and by 1 that value is thrown away. Nobody but the owner changes any of these words (but
 * the mark of who reads, which the owner looks at by RemoteMemory alone), and nobody uses compareAndExchange on them, so
 * that the view may be used beside RemoteMemory.
 */

/** A slot as its owner has it. Not thread-safe. */
final class Slot {
    private final Page page;
    private final int offset;
    /** As in memory; even between calls. */
    private long sequence;

    /** Goes on with the sequence that is there. */
    Slot(Page page, int offset) {
        this.page = page;
        this.offset = offset;
        sequence = page.memory().getLong(page.key(), offset + SlotLayout.SEQUENCE_OFFSET);
    }

    /**
     * Replaces tag, version and content. If the encoder fails, the slot is nobody's.
     *
     * @param encoder given the content's place, from position 0 to {@code lengthBytes}, all of which it must put
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

    /** Takes version and content away: every read whose last look at the sequence comes after this finds none. */
    void empty(long tag) {
        without(tag, SlotLayout.NO_CONTENT);
    }

    /** Makes it nobody's: every read whose last look at the sequence comes after this finds it gone. */
    void clear() {
        without(SlotLayout.NOBODY, 0);
    }

    private void without(long tag, long lengthBytes) {
        begin();
        header(tag, 0, lengthBytes);
        end();
    }

    /** Whether somebody has read this version; a hint. */
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

    /** Within the page's region. */
    int offset() {
        return offset;
    }

    @Override
    public String toString() {
        return "slot at " + offset + " of " + page.key();
    }
}
