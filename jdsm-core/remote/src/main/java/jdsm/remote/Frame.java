package jdsm.remote;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import jdsm.remote.store.Arrival;
import jdsm.remote.store.PageStore;

/**
 * Memory for one page, and the page that it holds. The thread of the space uses it; only {@link #arrived} runs on any
 * thread.
 */
final class Frame implements Arrival {
    /** Whether the page's content is in the frame. */
    enum Content {
        /** The frame holds no page. */
        NONE,
        /** A server has been asked for the page. */
        COMING,
        /** The content is there. */
        PRESENT,
        /** The content has come, and is not what was sent to the server. */
        DAMAGED
    }

    final int number;
    /** One page of direct memory, in the order of bytes of this machine; its position and limit do not change. Null until it is needed. */
    ByteBuffer memory;
    /** The address of the memory, an even number. */
    long address;

    private final CRC32C crc = new CRC32C();

    /** The table of the page, or null. */
    PageTable table;

    int page;
    /** Whether the content differs from that at the servers. */
    boolean dirty;
    /** Whether the page was fetched ahead and not touched since. */
    boolean ahead;
    /** How many loops hold the page in its frame. */
    int pins;
    /** Of {@link LruK}: the times of the last use and of the use before it; 0: none. */
    long lastUse;

    long useBeforeLast;
    /** The server that was asked last. */
    PageStore source;
    /** The digest that coming content has to have. */
    private int expectedDigest;

    private volatile Content content = Content.NONE;

    Frame(int number) {
        this.number = number;
    }

    /** @param given whose position and limit nobody else changes */
    void give(ByteBuffer given) {
        memory = given.order(ByteOrder.nativeOrder());
        address = PageMemory.address(given);
    }

    Content content() {
        return content;
    }

    /** Whether the page's content is not in the frame yet. */
    boolean isAwaited() {
        Content now = content;
        return now == Content.COMING || now == Content.DAMAGED;
    }

    /** Whether the page may leave the frame. */
    boolean isEvictable() {
        return table != null && pins == 0 && content == Content.PRESENT;
    }

    /** Gives the frame to a page whose content does not come from a server. */
    void hold(PageTable newTable, int newPage) {
        table = newTable;
        page = newPage;
        dirty = false;
        ahead = false;
        content = Content.PRESENT;
    }

    /** Gives the frame to a page whose content comes from a server. */
    void expect(PageTable newTable, int newPage, int digest) {
        hold(newTable, newPage);
        expectedDigest = digest;
        content = Content.COMING;
    }

    /** Says who has returned the damaged page, in words for the user. */
    String damage() {
        return "memory server " + source.name() + " returned page " + page + " of " + table.name
                + " with other content than was sent to it";
    }

    /** Lets a damaged page come once more. */
    void expectAgain() {
        content = Content.COMING;
    }

    @Override
    public void arrived() {
        content = digest() == expectedDigest ? Content.PRESENT : Content.DAMAGED;
    }

    /** Returns the digest of the content: CRC32C. */
    int digest() {
        crc.reset();
        crc.update(memory.duplicate());
        return (int) crc.getValue();
    }

    /** Takes away the views by which the program reaches the page: the next access comes to the pager. */
    void unmap() {
        if (pins == 0) {
            table.unmap(page);
        }
    }

    /** Makes the frame one without a page. */
    void empty() {
        table = null;
        pins = 0;
        content = Content.NONE;
        source = null;
    }
}
