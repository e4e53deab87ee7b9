package jdsm.remote;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdsm.remote.PageTable.ElementType;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.Placement;

/**
 * Brings pages into frames and writes them back: what happens when an access finds no view of its page. Used by the one
 * thread of the space.
 *
 * <p>A page is at the servers, in a frame, or both; one that was never written is nowhere and all zeros. Pages may fill all
 * places at the servers and all frames but one: a page whose place is needed keeps its content in its frame only. When no
 * frame is free, the pages outside of frames are fewer than the places, so a place is free or belongs to a page in a frame.
 */
final class Pager {
    /** Fewer frames could not hold the pages of a loop, and those that come and go meanwhile. */
    static final int LEAST_FRAMES = 8;
    /** Frames beyond those of loops that bring and write pages. */
    private static final int UNPINNED = 2;

    private final SpaceSettings settings;
    private final Placement placement;
    private final Losses losses;
    private final Frame[] frames;
    private final FreeFrames free;
    private final HeapArrays heap;
    private final Replacement policy;
    private final Set<PageTable> tables = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Of all arrays, the closed ones included. */
    private final List<ArrayStatistics> statistics = new ArrayList<>();

    private final Evictions evictions;
    private long pages;
    private int pinned;
    private int ahead;
    private boolean closed;

    Pager(SpaceSettings settings, Placement placement, Losses losses) {
        this.settings = settings;
        this.placement = placement;
        this.losses = losses;
        frames = new Frame[settings.frames()];
        free = new FreeFrames(frames, settings.pageBytes());
        policy = settings.policy().over(frames);
        heap = new HeapArrays(free, policy, settings.pageBytes());
        evictions = new Evictions(frames, placement, losses, this::finish);
    }

    int pageBytes() {
        return settings.pageBytes();
    }

    int frameCount() {
        return frames.length;
    }

    /**
     * Adds an array of zeros.
     *
     * @throws RemoteMemoryException if there is no room; the message has the sums
     */
    PageTable allocate(ElementType type, long length, String name) {
        checkOpen();
        if (length < 1) {
            throw new IllegalArgumentException(
                    "an array of " + length + " " + type.plural() + "; a remote array has at least one element");
        }
        int wanted = PageTable.pages(type, length, settings.pageBytes());
        if (wanted == Integer.MAX_VALUE || !hasRoom(wanted)) {
            throw losses.end(settings.tooLittle(name, length, type, wanted, pages, placement));
        }
        pages += wanted;
        PageTable table = new PageTable(name, type, length, settings.pageBytes(), mostAhead());
        tables.add(table);
        statistics.add(table.statistics);
        return table;
    }

    /** Whether an array of so many pages has room. */
    boolean hasRoom(int wanted) {
        return wanted <= frames.length - 1L + placement.count() - pages;
    }

    /** Makes the elements of a new array arrays of Java, one or rows of a length, if the local memory has room for all of its pages. */
    void admit(PageTable table, long partLength) {
        heap.admit(table, partLength);
    }

    private int mostAhead() {
        boolean asynchronous = placement.stores().stream().anyMatch(PageStore::isAsynchronous);
        return asynchronous ? Math.min(settings.mostAhead(), frames.length / 2) : 0;
    }

    /** Removes an array with its pages. */
    void remove(PageTable table) {
        checkOpen();
        if (table.closed) {
            return;
        }
        for (int page = 0; page < table.pages; page++) {
            if (table.frames[page] != PageTable.NONE) {
                Frame frame = frames[table.frames[page]];
                if (frame.pins > 0) {
                    throw new IllegalStateException(table.name + " is closed within a loop over its pages");
                }
            }
        }
        table.closed = true;
        heap.drop(table);
        for (int page = 0; page < table.pages; page++) {
            if (table.frames[page] != PageTable.NONE) {
                Frame frame = frames[table.frames[page]];
                if (frame.content() == Frame.Content.COMING) {
                    finish(frame);
                }
                forget(frame);
                free.add(frame);
            }
            if (table.places[page] != PageTable.NONE) {
                placement.free(table.places[page]);
            }
        }
        pages -= table.pages;
        tables.remove(table);
    }

    /** Brings a page and lets the program read it. */
    Buffer readable(PageTable table, int page) {
        table.map(bring(table, page, true), false);
        return table.readable[page];
    }

    /** Brings a page and lets the program write it. */
    Buffer writable(PageTable table, int page) {
        return writable(table, page, true);
    }

    /** As {@link #writable(PageTable, int)}; if {@code fetch} is false, the content is undefined unless it is present. */
    Buffer writable(PageTable table, int page, boolean fetch) {
        Frame frame = bring(table, page, fetch);
        frame.dirty = true;
        table.map(frame, true);
        return table.writable[page];
    }

    /** Keeps a page that was just brought in its frame until {@link #unpin}. */
    Frame pin(PageTable table, int page) {
        Frame frame = frames[table.frames[page]];
        if (frame.pins++ == 0) {
            pinned++;
        }
        return frame;
    }

    void unpin(Frame frame) {
        if (--frame.pins == 0) {
            pinned--;
        }
    }

    /** @throws IllegalStateException if a loop over so many pages at once finds too few frames */
    void checkMayPin(int count) {
        if (count > frames.length - UNPINNED - pinned) {
            throw new IllegalStateException("a loop over " + count + " pages at once needs " + count + " frames; of "
                    + frames.length + " frames of " + settings.pageBytes() + " bytes, other loops hold " + pinned
                    + " and " + UNPINNED + " serve for coming and going; give the host more memory or smaller pages");
        }
    }

    private Frame bring(PageTable table, int page, boolean fetch) {
        checkOpen();
        if (table.closed) {
            throw new IllegalStateException(table.name + " is closed");
        }
        if (table.parts != null) {
            heap.move(table);
        }
        boolean fault = table.frames[page] == PageTable.NONE;
        boolean remote = fault && fetch && table.places[page] != PageTable.NONE;
        Frame frame = fault ? load(table, page, fetch) : frames[table.frames[page]];
        boolean late = remote || frame.content() == Frame.Content.COMING;
        policy.used(frame);
        if (frame.ahead) {
            frame.ahead = false;
            ahead--;
            table.statistics.aheadUsed++;
        }
        frame.pins++; // it must not leave while others come
        try {
            fetchAhead(fetch ? table.streams.touched(page) : Streams.Ahead.NOTHING, table, late);
            if (frame.content() != Frame.Content.PRESENT) {
                finish(frame);
            }
        } finally {
            frame.pins--;
        }
        return frame;
    }

    private Frame load(PageTable table, int page, boolean fetch) {
        table.statistics.faults++;
        Frame frame = obtain();
        if (!fetch) {
            frame.hold(table, page);
        } else if (table.places[page] == PageTable.NONE) {
            frame.hold(table, page);
            zero(frame);
        } else {
            long begin = System.nanoTime();
            frame.expect(table, page, table.digests[page]);
            request(frame, null); // copies the page where the server's memory is reached
            table.statistics.nanosWaited += System.nanoTime() - begin;
        }
        table.frames[page] = frame.number;
        return frame;
    }

    private void zero(Frame frame) {
        for (int i = 0; i < settings.pageBytes(); i += Long.BYTES) {
            frame.memory.putLong(i, 0);
        }
    }

    private void fetchAhead(Streams.Ahead wish, PageTable table, boolean late) {
        if (late && wish.count() > 0) {
            table.streams.late();
        }
        for (int i = 0; i < wish.count() && ahead < frames.length / 2; i++) {
            long next = wish.first() + (long) i * wish.stride();
            if (next < 0 || next >= table.pages) {
                return;
            }
            int there = (int) next;
            if (table.frames[there] == PageTable.NONE && table.places[there] != PageTable.NONE) {
                Frame frame = obtainForAhead();
                if (frame == null) {
                    return;
                }
                frame.expect(table, there, table.digests[there]);
                frame.ahead = true;
                ahead++;
                table.frames[there] = frame.number;
                policy.came(frame);
                request(frame, null);
            }
        }
    }

    private Frame obtain() {
        reclaim();
        Frame frame = free.take(heap.pages());
        if (frame != null) {
            return frame;
        }
        boolean few = frames.length - free.size() < Math.max(LEAST_FRAMES, frames.length / 4);
        if (few && heap.pages() > 0) {
            heap.moveOldest();
        }
        while (true) {
            Frame coming = evictions.coming(); // looked for first: afterwards it may have come
            frame = policy.victim();
            if (frame != null) {
                evict(frame);
                return frame;
            }
            if (coming == null && heap.pages() > 0) {
                heap.moveOldest();
                continue;
            }
            if (coming == null) {
                throw new IllegalStateException("all " + frames.length + " frames are held by loops over pages");
            }
            finish(coming);
        }
    }

    /** Returns a frame for a page that nobody waits for, or null: then none that nobody uses is left. */
    private Frame obtainForAhead() {
        Frame frame = free.take(heap.pages());
        if (frame == null) {
            frame = policy.victim();
            if (frame == null || frame.ahead || frame.dirty && !evictions.hasPlace(frame)) {
                return null;
            }
            evict(frame);
        }
        return frame;
    }

    private void evict(Frame frame) {
        if (frame.dirty) {
            evictions.write(frame);
        }
        forget(frame);
    }

    private void forget(Frame frame) {
        PageTable table = frame.table;
        if (frame.ahead) {
            ahead--;
            table.statistics.aheadUnused++;
            table.streams.unused();
        }
        table.unmap(frame.page);
        table.frames[frame.page] = PageTable.NONE;
        policy.emptied(frame);
        frame.empty();
        RemoteCode.moved();
    }

    /** Frees the frames of pages that were fetched ahead from a server that is lost. */
    private void reclaim() {
        if (losses.isNews()) {
            for (Frame frame : frames) {
                if (frame.pins == 0 && frame.content() == Frame.Content.COMING && frame.source.isLost()) {
                    forget(frame);
                    free.add(frame);
                }
            }
        }
    }

    /** Blocks until a page has come, from another copy if need be. */
    private void finish(Frame frame) {
        long begin = System.nanoTime();
        int damaged = 0;
        while (frame.content() != Frame.Content.PRESENT) {
            frame.source.await(() -> frame.content() != Frame.Content.COMING);
            if (frame.content() == Frame.Content.COMING) {
                request(frame, null); // its server is lost
            } else if (frame.content() == Frame.Content.DAMAGED) {
                PageStore source = frame.source;
                String damage = frame.damage();
                if (++damaged > placement.copies()) {
                    throw damaged(frame);
                }
                frame.expectAgain();
                request(frame, source);
                losses.repaired(source.name(), damage);
            }
        }
        frame.dirty |= damaged > 0; // so that the damaged copy is written again
        frame.table.statistics.nanosWaited += System.nanoTime() - begin;
    }

    /**
     * Asks a server for a page.
     *
     * @param damaged the server whose copy is damaged, or null
     */
    private void request(Frame frame, PageStore damaged) {
        int place = frame.table.places[frame.page];
        for (int copy = 0; copy < placement.copies(); copy++) {
            PageStore store = placement.store(place, copy);
            if (!store.isLost() && store != damaged) {
                frame.source = store;
                frame.table.statistics.pagesIn++;
                store.read(placement.slot(place, copy), frame.memory, frame);
                return;
            }
        }
        throw damaged == null ? losses.end(placement.losses()) : damaged(frame);
    }

    private RemoteMemoryException damaged(Frame frame) {
        return losses.end(frame.damage());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the remote memory is closed");
        }
    }

    List<RemoteStatistics> statistics() {
        return statistics.stream().map(ArrayStatistics::snapshot).toList();
    }

    /** Leaves the servers and gives the frames back. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        heap.clear();
        for (PageTable table : tables) {
            table.unmapAll();
        }
        placement.stores().forEach(PageStore::close);
        free.close();
    }
}
