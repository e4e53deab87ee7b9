package jdsm.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The pages of all elements that were accessed since the last barrier. */
final class Shadows {
    private final Map<Long, Page> pages = new HashMap<>();
    private final Deque<Page> free = new ArrayDeque<>();

    /** The key of the last look-up: most accesses follow an access to the same page. */
    private long lastKey;

    private Page last;

    Page page(int unit, int element) {
        long key = SyncKind.id(unit, element >> Page.SHIFT);
        if (last == null || key != lastKey) {
            last = pages.computeIfAbsent(key, unknown -> taken());
            lastKey = key;
        }
        return last;
    }

    private Page taken() {
        return free.isEmpty() ? new Page() : free.pop().clear();
    }

    void clear() {
        pages.values().forEach(free::push);
        pages.clear();
        last = null;
    }
}
