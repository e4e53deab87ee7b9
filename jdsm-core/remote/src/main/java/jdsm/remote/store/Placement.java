package jdsm.remote.store;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which slot of which server a page has. A <em>place</em> is a number from 0 and stands for one slot, or for two slots of
 * two servers if each page has two copies. Places follow the order of the servers. Used by one thread.
 *
 * <p>With two copies all slots lie in a line in the order of the servers, cut to an even length so that no server has more
 * than half of it; place p has slots p and p + half the length. A server's slots lie together, so these two belong to
 * different servers.
 */
public final class Placement {
    private final List<PageStore> stores;
    private final int copies;
    /** The first number on the line that belongs to a server, and behind the last server the line's length. */
    private final int[] begins;

    private final int count;
    private int next;
    private int[] freed = new int[16];
    private int freedCount;

    /** @param copies 1, or 2 with at least two servers */
    public Placement(List<PageStore> stores, int copies) {
        if (copies < 1 || copies > 2 || copies == 2 && stores.size() < 2) {
            throw new IllegalArgumentException(copies + " copies of each page with " + stores.size()
                    + " memory servers; allowed: 1, or 2 with at least 2 servers");
        }
        this.stores = List.copyOf(stores);
        this.copies = copies;
        long all = stores.stream().mapToLong(PageStore::slots).sum();
        long largest = stores.stream().mapToLong(PageStore::slots).max().orElse(0);
        long most = copies == 1 ? all : Math.min(all - all % 2, 2 * (all - largest));
        if (most > Integer.MAX_VALUE - 1) {
            throw new IllegalArgumentException(
                    most + " pages on the memory servers; the most are 2^31 - 2: take larger pages");
        }
        begins = begins(copies == 1 ? Long.MAX_VALUE : most / 2, (int) most);
        count = (int) most / copies;
    }

    private int[] begins(long mostOfOne, int most) {
        int[] result = new int[stores.size() + 1];
        for (int i = 0; i < stores.size(); i++) {
            long slots = Math.min(stores.get(i).slots(), mostOfOne);
            result[i + 1] = (int) Math.min(most, result[i] + slots);
        }
        return result;
    }

    /** Returns the number of places. */
    public int count() {
        return count;
    }

    public int copies() {
        return copies;
    }

    /** Returns all servers in their order. */
    public List<PageStore> stores() {
        return stores;
    }

    /** Returns the number of free places. */
    public int free() {
        return count - next + freedCount;
    }

    /** Takes a place, the first in the order of the servers that was never used; -1 if none is free. */
    public int take() {
        if (next < count) {
            return next++;
        }
        return freedCount > 0 ? freed[--freedCount] : -1;
    }

    /** Frees a place. */
    public void free(int place) {
        if (freedCount == freed.length) {
            freed = Arrays.copyOf(freed, 2 * freedCount);
        }
        freed[freedCount++] = place;
    }

    /** Returns the server of a copy of a place. */
    public PageStore store(int place, int copy) {
        return stores.get(index(onLine(place, copy)));
    }

    /** Returns the slot of a copy of a place at its server. */
    public int slot(int place, int copy) {
        int at = onLine(place, copy);
        return at - begins[index(at)];
    }

    private int onLine(int place, int copy) {
        return place + copy * count;
    }

    private int index(int at) {
        int index = 0;
        while (at >= begins[index + 1]) {
            index++;
        }
        return index;
    }

    /** Names the servers that are lost, with the reasons. */
    public String losses() {
        return stores.stream()
                .filter(PageStore::isLost)
                .map(store -> "memory server " + store.name() + " is lost: " + store.lossText())
                .collect(Collectors.joining("; "));
    }
}
