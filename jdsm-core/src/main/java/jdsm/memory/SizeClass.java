package jdsm.memory;

import java.util.Comparator;
import java.util.TreeSet;
import jdsm.comm.RemoteMemory;

/**
 * The pages with slots of one size. Older pages are filled first, so that younger ones get empty; of those that are
 * empty, one is kept, for a unit that comes and goes must not register a region each time.
 */
final class SizeClass {
    private final RemoteMemory memory;
    private final int slotBytes;
    private final int slotsInPage;
    /** Those with free slots and with taken ones. */
    private final TreeSet<Page> partial = new TreeSet<>(Comparator.comparingLong(Page::number));
    /** Null, or a page without taken slots. */
    private Page spare;

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
            page = new Page(memory, registered, slotBytes, slotsInPage);
            registered++;
        }
        spare = null;
        return page;
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
