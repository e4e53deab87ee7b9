package jdsm.comm.memory;

import java.nio.ByteBuffer;
import java.util.List;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/**
 * Allocates memory outside the heap in slots. A slot is named by a long, which is never 0; {@link #memory} and
 * {@link #offset}, or {@link #view}, say where it lies. Slots of up to half a page share pages of one size; longer ones
 * are spans of pages, which lists of their own keep, up to 64 pages. Memory of single pages never goes back to the
 * system; freed spans of more than 64 pages do.
 *
 * <p>Any thread may take slots and free any slot. A slot that another thread frees goes back to the page's owner, which
 * takes it over when it next needs slots. The allocator does not zero slots.
 *
 * <p>Thread-safe. Takes and frees may lock lists for a short time, or while the system gives memory.
 *
 * <p>After LPS; where the paper's collector finds free pages, here the last free of a page's slots does. See
 * docs/decisions/072.
 */
public final class PageAllocator {
    /** The alignment of each page, and the largest of a slot. */
    private static final int PAGE_ALIGNMENT = 4096;

    private final AllocatorSettings settings;
    private final PageTable pages = new PageTable();
    private final Places places;
    private final PageLists[] shortLists;
    private final PageLists[] spanLists = new PageLists[Spans.LENGTHS];
    private final LongSpans longSpans;
    private final SlotWatch watch;

    /** Makes an allocator, which takes no memory yet. */
    public PageAllocator(AllocatorSettings settings) {
        this.settings = settings;
        boolean keeps = settings.source().keepsContents();
        watch = settings.debug() ? new SlotWatch(pages, !keeps) : null;
        int sizeClasses = SizeClasses.of(settings.pageBytes() / 2) + 1;
        shortLists = new PageLists[keeps ? sizeClasses : 1];
        for (int i = 0; i < shortLists.length; i++) {
            shortLists[i] = new PageLists(settings.policy(), this::batch);
        }
        for (int length = 0; length < spanLists.length; length++) {
            int spanPages = Spans.pages(length);
            spanLists[length] = new PageLists(settings.policy(), () ->
                    new Page[] {newPages(1, spanPages * settings.pageBytes())[0]});
        }
        longSpans = new LongSpans(settings);
        places = new Places(this, sizeClasses);
    }

    /**
     * Takes a slot, at a multiple of 8 and of every power of two up to 4096 that divides {@link #capacity}.
     *
     * @param bytes the least length, from 0
     * @return the slot's name
     * @throws IllegalArgumentException for a negative length
     * @throws CommException with {@link Reason#NO_MEMORY} if the system has no memory. The allocator goes on
     */
    public long take(int bytes) {
        return places.here().take(bytes);
    }

    /**
     * As {@link #take(int)}, at a multiple of an alignment.
     *
     * @param alignmentBytes a power of two, 1 to 4096
     * @throws IllegalArgumentException for another alignment
     */
    public long take(int bytes, int alignmentBytes) {
        return places.here().take(bytes, alignmentBytes);
    }

    /**
     * Frees a slot of this allocator, whichever thread took it. Nothing may access the slot afterwards.
     *
     * @throws IllegalStateException if the slot is seen not to be in use. A slot that two threads free at the same time
     *     may go undetected, but in debug mode
     */
    public void free(long slot) {
        places.here().free(slot);
    }

    /** The calling thread's place, whose methods spare a look-up. Only the calling thread may use it. */
    public Place place() {
        return places.here();
    }

    /** A new little-endian view of a slot in use, of {@link #capacity} bytes. */
    public ByteBuffer view(long slot) {
        Page page = page(slot);
        return page.view((int) slot, page.slotBytes);
    }

    /** A new little-endian view of a slot's first bytes. */
    public ByteBuffer view(long slot, int bytes) {
        return page(slot).view((int) slot, bytes);
    }

    /** The memory in which a slot in use lies, for accesses at indices from {@link #offset}. Its position means nothing. */
    public ByteBuffer memory(long slot) {
        return page(slot).memory;
    }

    /** Where a slot begins in {@link #memory}, in bytes. */
    public int offset(long slot) {
        return page(slot).offset((int) slot);
    }

    /** The length of a slot in bytes: at least what it was taken for. */
    public int capacity(long slot) {
        return page(slot).slotBytes;
    }

    /** Figures of the policy so far. */
    public PageUsage usage() {
        PageUsage usage = longSpans.usage(places.count());
        for (PageLists lists : shortLists) {
            usage = lists.plus(usage, 1);
        }
        for (int length = 0; length < spanLists.length; length++) {
            usage = spanLists[length].plus(usage, Spans.pages(length));
        }
        return usage;
    }

    /** In debug mode the slots in use, by the place in the program that took them; the most bytes first. Else empty. */
    public List<Leak> leaks() {
        return watch == null ? List.of() : watch.leaks();
    }

    boolean isDebug() {
        return watch != null;
    }

    /** What debug mode knows; null without. */
    SlotWatch watch() {
        return watch;
    }

    /**
     * The page of a slot.
     *
     * @throws IllegalStateException if there is none
     */
    Page page(long slot) {
        Page page = pages.of(slot);
        if (page == null) {
            throw new IllegalStateException(Page.name(slot) + ": there is no such page");
        }
        return page;
    }

    /** Takes a page for a place and cuts it. */
    Page takePage(Place place, int sizeClass) {
        Page page = take(lists(sizeClass), place, settings.pageBytes());
        boolean first = page.sizeClass != sizeClass;
        page.cut(sizeClass, SizeClasses.bytes(sizeClass));
        page.owner = place;
        if (watch != null && first) {
            watch.cut(page);
        }
        return page;
    }

    private PageLists lists(int sizeClass) {
        return shortLists[shortLists.length == 1 ? 0 : sizeClass];
    }

    /** Takes back a page that has no slot in use. */
    void giveBack(Page page) {
        page.owner = null;
        lists(page.sizeClass).giveBack(page);
    }

    long takeSpan(Place place, int bytes) {
        int spanPages = (int) ((bytes + (long) settings.pageBytes() - 1) / settings.pageBytes());
        Page page;
        if (spanPages <= Spans.MOST_PAGES_KEPT) {
            int length = Spans.length(spanPages);
            page = take(spanLists[length], place, Spans.pages(length) * settings.pageBytes());
        } else {
            page = takeLong(spanPages);
        }
        long slot;
        synchronized (page) {
            boolean first = !page.isSpan();
            page.cut(Spans.SIZE_CLASS, page.lengthBytes);
            if (watch != null && first) {
                watch.cut(page);
            }
            slot = page.takeFirst();
        }
        if (watch != null) {
            watch.taken(slot, bytes);
        }
        return slot;
    }

    private Page takeLong(int spanPages) {
        long bytes = (long) spanPages * settings.pageBytes();
        longSpans.took(spanPages);
        try {
            if (bytes > Integer.MAX_VALUE) {
                throw new OutOfMemoryError("a slot has at most 2 GiB less one page");
            }
            return newPages(1, (int) bytes)[0];
        } catch (OutOfMemoryError e) {
            longSpans.gaveBack(spanPages);
            throw noMemory(bytes, e);
        }
    }

    /** Frees a slot of a page that is not the calling thread's. */
    void freeElsewhere(Page page, int slot) {
        if (page.isSpan()) {
            freeSpan(page, slot);
            return;
        }
        Place owner = page.owner;
        if (owner == null) {
            throw new IllegalStateException(Page.name(page.tag | slot) + " is freed, but is not in use");
        }
        if (page.putAside(slot)) {
            owner.tell(page);
        }
    }

    private void freeSpan(Page page, int slot) {
        synchronized (page) {
            page.putBack(slot);
        }
        int spanPages = page.lengthBytes / settings.pageBytes();
        if (spanPages <= Spans.MOST_PAGES_KEPT) {
            spanLists[Spans.length(spanPages)].giveBack(page);
            return;
        }
        pages.remove(page);
        settings.source().giveBack(page.memory);
        longSpans.gaveBack(spanPages);
    }

    private Page take(PageLists lists, Place place, int pageBytes) {
        try {
            return lists.take(place.number());
        } catch (OutOfMemoryError e) {
            throw noMemory(pageBytes, e);
        }
    }

    private CommException noMemory(long bytes, OutOfMemoryError cause) {
        PageUsage now = usage();
        String text = "no memory for " + bytes + " bytes more: this allocator has " + now.systemPages() + " pages of "
                + now.pageBytes() + " bytes from the system, " + now.usedPages()
                + " of them in use (" + cause.getMessage() + "); -XX:MaxDirectMemorySize bounds direct memory";
        return new CommException(Reason.NO_MEMORY, -1, text, cause);
    }

    private Page[] batch() {
        return newPages(settings.batchPages(), settings.pageBytes());
    }

    private Page[] newPages(int count, int bytesEach) {
        ByteBuffer memory = settings.source().take(count * bytesEach, PAGE_ALIGNMENT);
        Page[] batch = new Page[count];
        for (int i = 0; i < count; i++) {
            batch[i] = pages.add(memory, i * bytesEach, bytesEach);
        }
        return batch;
    }

    static void checkAlignment(int alignmentBytes) {
        if (alignmentBytes < 1 || alignmentBytes > PAGE_ALIGNMENT || Integer.bitCount(alignmentBytes) != 1) {
            throw new IllegalArgumentException(
                    "an alignment of " + alignmentBytes + " bytes; allowed: powers of two from 1 to " + PAGE_ALIGNMENT);
        }
    }
}
