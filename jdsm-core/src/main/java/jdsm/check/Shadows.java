package jdsm.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The pages of all elements that were accessed since the last barrier. */
final class Shadows {
    /** The heap that all pages may have, by what one part of it is. */
    private static final int SHARE = 2;

    private final int mostPages;
    private final Map<Long, Page> pages = new HashMap<>();
    private final Deque<Page> free = new ArrayDeque<>();

    /** The key of the last look-up: most accesses follow an access to the same page. */
    private long lastKey;

    private Page last;

    /** @param mostPages the number of pages at which {@link #page} fails */
    Shadows(int mostPages) {
        this.mostPages = mostPages;
    }

    /** The pages for which half of the heap has room. */
    static int mostPages() {
        return (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / SHARE / Page.BYTES);
    }

    /** @throws IllegalStateException if there is no room for a further page */
    Page page(int unit, int element) {
        long key = SyncKind.id(unit, element >> Page.SHIFT);
        if (last == null || key != lastKey) {
            last = pages.computeIfAbsent(key, unknown -> taken());
            lastKey = key;
        }
        return last;
    }

    private Page taken() {
        if (!free.isEmpty()) {
            return free.pop().clear();
        } else if (pages.size() >= mostPages) {
            throw new IllegalStateException("the race detector, which is on rank 0, has no room for more than "
                    + (long) mostPages * Page.ELEMENTS
                    + " elements between two barriers: use a smaller problem, or give the ranks a larger heap");
        }
        return new Page();
    }

    void clear() {
        pages.values().forEach(free::push);
        pages.clear();
        last = null;
    }
}
