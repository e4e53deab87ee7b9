package jdsm.comm.memory;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * A thread's part of an allocator: free slots by size, the pages with free slots, and a list of free pages that other
 * places may use by the policy. A thread gets its place by {@link PageAllocator#place}, and only that thread may call
 * the methods. A place outlives its thread: the next new thread gets it, with all that it has.
 *
 * <p>Taking and freeing a slot of an own page is a few loads and stores. Other calls lock the lists of pages for a short
 * time, or as long as the system takes to give memory.
 */
public final class Place {
    private static final int QUEUE_CHUNK = 64;

    private final PageAllocator allocator;
    private final int number;
    private final boolean debug;
    /** By size class, the page from which slots are taken: {@link Page#EMPTY} at first. It stays if it is empty. */
    private final Page[] current;
    /** By size class, the first of the other pages that have free and used slots. */
    private final Page[] partial;
    /** Own pages with slots that other threads have freed; each page at most once. */
    private final MpscUnboundedAtomicArrayQueue<Page> freedElsewhere = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);
    /** Guarded by {@link Places}. Weak, so that an allocator keeps no ended thread and its class loader. */
    private WeakReference<Thread> thread;

    Place(PageAllocator allocator, int number, int sizeClasses) {
        this.allocator = allocator;
        this.number = number;
        debug = allocator.isDebug();
        current = new Page[sizeClasses];
        Arrays.fill(current, Page.EMPTY);
        partial = new Page[sizeClasses];
    }

    /** As {@link PageAllocator#take(int)}. */
    public long take(int bytes) {
        return takeOf(SizeClasses.of(bytes), bytes);
    }

    /** As {@link PageAllocator#take(int, int)}. */
    public long take(int bytes, int alignmentBytes) {
        PageAllocator.checkAlignment(alignmentBytes);
        return takeOf(SizeClasses.of(bytes, alignmentBytes), bytes);
    }

    private long takeOf(int sizeClass, int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a slot of " + bytes + " bytes");
        }
        if (sizeClass >= current.length) {
            return allocator.takeSpan(this, bytes);
        }
        Page page = current[sizeClass];
        long slot = page.free != Page.NONE ? page.takeFirst() : takeOfNext(sizeClass);
        if (debug) {
            allocator.watch().taken(slot, bytes);
        }
        return slot;
    }

    private long takeOfNext(int sizeClass) {
        collect();
        Page page = current[sizeClass];
        if (page.free == Page.NONE) {
            Page next = partial[sizeClass];
            if (next != null) {
                unlink(next);
            } else {
                next = allocator.takePage(this, sizeClass);
            }
            if (page != Page.EMPTY) {
                page.full = true;
            }
            current[sizeClass] = next;
            page = next;
        }
        return page.takeFirst();
    }

    /** As {@link PageAllocator#free}. */
    public void free(long slot) {
        Page page = allocator.page(slot);
        if (debug) {
            allocator.watch().freed(slot);
        }
        if (page.owner != this) {
            allocator.freeElsewhere(page, (int) slot);
        } else if (page.putBack((int) slot) == 0 || page.full) {
            settle(page);
        }
    }

    /** Puts a page in which a slot became free on the list of partly used pages, or gives an unused page back. */
    private void settle(Page page) {
        if (page == current[page.sizeClass]) {
            return;
        }
        if (page.usedSlots > 0) {
            if (page.full) {
                page.full = false;
                link(page);
            }
            return;
        }
        if (page.full) {
            page.full = false;
        } else {
            unlink(page);
        }
        allocator.giveBack(page);
    }

    /** Takes over own slots that other threads have freed. */
    private void collect() {
        Page page;
        while ((page = freedElsewhere.relaxedPoll()) != null) {
            page.collect();
            if (page.usedSlots == 0 || page.full) {
                settle(page);
            }
        }
    }

    /**
     * Takes over own slots that other threads have freed, and puts all own pages without a slot in use on the lists of
     * free pages.
     */
    public void trim() {
        collect();
        for (int i = 0; i < current.length; i++) {
            Page page = current[i];
            if (page != Page.EMPTY && page.usedSlots == 0) {
                current[i] = Page.EMPTY;
                allocator.giveBack(page);
            }
        }
    }

    /** Says, on any thread, that a page of this place has slots to collect. */
    void tell(Page page) {
        freedElsewhere.offer(page);
    }

    private void link(Page page) {
        Page first = partial[page.sizeClass];
        page.after = first;
        if (first != null) {
            first.before = page;
        }
        partial[page.sizeClass] = page;
    }

    private void unlink(Page page) {
        if (page.before != null) {
            page.before.after = page.after;
        } else {
            partial[page.sizeClass] = page.after;
        }
        if (page.after != null) {
            page.after.before = page.before;
        }
        page.before = null;
        page.after = null;
    }

    int number() {
        return number;
    }

    /** Whether no live thread has this place. By {@link Places}. */
    boolean isLeft() {
        Thread last = thread.get();
        return last == null || !last.isAlive();
    }

    /** Gives the place to the calling thread. By {@link Places}. */
    void settleIn() {
        thread = new WeakReference<>(Thread.currentThread());
    }
}
