package jdsm.memory;

import java.util.Comparator;
import java.util.TreeSet;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;

/**
 * The pages with slots of one size. Slots are taken from the oldest page first, so that younger pages become empty. One
 * empty page is kept, so that a segment that comes and goes does not register a region each time.
 */
final class SizeClass {
    private final RemoteMemory memory;
    private final int slotBytes;
    private final int slotsInPage;
    /** The pages with both free and taken slots. */
    private final TreeSet<Page> partial = new TreeSet<>(Comparator.comparingLong(Page::number));
    /** An empty page, or null. */
    private Page spare;

    private final Attempts attempts = new Attempts();
    private long registered;
    private long closed;

    SizeClass(RemoteMemory memory, int slotBytes, int pageBytes) {
        this.memory = memory;
        this.slotBytes = slotBytes;
        slotsInPage = Math.max(1, pageBytes / slotBytes);
    }

    Slot take() {
        Page page = partial.isEmpty() ? spareOrNew() : partial.first();
        Slot slot = page.take();
        if (page.isFull()) {
            partial.remove(page);
        } else {
            partial.add(page);
        }
        return slot;
    }

    private Page spareOrNew() {
        Page page = spare;
        if (page == null) {
            page = register();
        }
        spare = null;
        return page;
    }

    private Page register() {
        if (attempts.isInVain()) {
            throw new CommException(
                    Reason.NO_MEMORY, -1, "the last attempt found no memory for slots of " + slotBytes + " bytes");
        }
        try {
            Page page = new Page(memory, registered, slotBytes, slotsInPage);
            registered++;
            attempts.succeeded();
            return page;
        } catch (CommException e) {
            attempts.failed();
            throw e;
        }
    }

    void free(Slot slot) {
        Page page = slot.page();
        page.free(slot);
        if (!page.isEmpty()) {
            partial.add(page);
            return;
        }
        partial.remove(page);
        if (spare == null) {
            spare = page;
        } else {
            page.close();
            closed++;
        }
    }

    long registeredBytes() {
        return (registered - closed) * slotsInPage * slotBytes;
    }
}
