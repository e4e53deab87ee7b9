package jdsm.comm.memory;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What debug mode knows: who took each slot, and a pattern in free slots and behind the wanted bytes of those in use. A
 * wrong byte is reported at the slot's next take or free. Thread-safe.
 */
final class SlotWatch {
    private static final byte FREE = (byte) 0xDB;
    private static final byte BEHIND = (byte) 0xBD;
    private static final int FRAMES = 8;

    private record Taken(int bytes, String site) {}

    private final PageTable pages;
    private final boolean poison;
    private final Map<Long, Taken> inUse = new ConcurrentHashMap<>();
    /** Who freed a free slot last. */
    private final Map<Long, String> freedBy = new ConcurrentHashMap<>();

    /** @param poison whether to write patterns */
    SlotWatch(PageTable pages, boolean poison) {
        this.pages = pages;
        this.poison = poison;
    }

    /** Notes that a page has been cut into new slots, of which none is in use. */
    void cut(Page page) {
        long first = page.tag;
        int slots = page.lengthBytes / page.slotBytes;
        for (int i = 0; i < slots; i++) {
            freedBy.remove(first | i);
        }
        if (poison) {
            fill(page.memory, page.begin, page.lengthBytes, FREE);
        }
    }

    /** Notes that a free slot is taken. */
    void taken(long slot, int bytes) {
        Page page = pages.of(slot);
        int begin = page.offset((int) slot);
        if (poison) {
            int wrong = firstOther(page.memory, begin, page.slotBytes, FREE);
            if (wrong >= 0) {
                throw new IllegalStateException(Page.name(slot) + " was written at offset " + wrong
                        + " while it was free; last freed by\n" + freedBy.getOrDefault(slot, "  nobody"));
            }
            fill(page.memory, begin + bytes, page.slotBytes - bytes, BEHIND);
        }
        freedBy.remove(slot);
        inUse.put(slot, new Taken(bytes, site()));
    }

    /**
     * Notes that a slot becomes free.
     *
     * @throws IllegalStateException if it is not in use, or was written behind its end
     */
    void freed(long slot) {
        Taken taken = inUse.remove(slot);
        if (taken == null) {
            throw new IllegalStateException(Page.name(slot) + " is freed, but is not in use; last freed by\n"
                    + freedBy.getOrDefault(slot, "  nobody"));
        }
        freedBy.put(slot, site());
        if (!poison) {
            return;
        }
        Page page = pages.of(slot);
        int begin = page.offset((int) slot);
        int wrong = firstOther(page.memory, begin + taken.bytes(), page.slotBytes - taken.bytes(), BEHIND);
        fill(page.memory, begin, page.slotBytes, FREE);
        if (wrong >= 0) {
            throw new IllegalStateException(Page.name(slot) + " of " + taken.bytes() + " bytes was written "
                    + (wrong + 1) + " bytes behind its end; taken by\n" + taken.site());
        }
    }

    List<Leak> leaks() {
        Map<String, List<Taken>> bySite = inUse.values().stream().collect(Collectors.groupingBy(Taken::site));
        return bySite.entrySet().stream()
                .map(entry -> new Leak(
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().stream().mapToLong(Taken::bytes).sum()))
                .sorted(Comparator.comparingLong(Leak::bytes).reversed().thenComparing(Leak::site))
                .toList();
    }

    private static String site() {
        String own = SlotWatch.class.getPackageName();
        return StackWalker.getInstance().walk(frames -> {
            Stream<StackWalker.StackFrame> callers = frames.dropWhile(frame -> isOwn(frame.getClassName(), own));
            return callers.limit(FRAMES)
                    .map(frame -> "  " + frame.toStackTraceElement())
                    .collect(Collectors.joining("\n"));
        });
    }

    private static boolean isOwn(String className, String ownPackage) {
        return className.equals(ownPackage + ".SlotWatch")
                || className.equals(ownPackage + ".Place")
                || className.equals(ownPackage + ".PageAllocator");
    }

    private static void fill(ByteBuffer memory, int begin, int lengthBytes, byte pattern) {
        for (int i = begin; i < begin + lengthBytes; i++) {
            memory.put(i, pattern);
        }
    }

    /** The index, from {@code begin}, of the first byte that differs from the pattern; -1 if none does. */
    private static int firstOther(ByteBuffer memory, int begin, int lengthBytes, byte pattern) {
        for (int i = 0; i < lengthBytes; i++) {
            if (memory.get(begin + i) != pattern) {
                return i;
            }
        }
        return -1;
    }
}
