package jdsm.comm.memory;

import java.util.Arrays;

/**
 * The free pages of one length, by place, and the figures of the policy. A take decides, counts and moves its page in
 * one atomic step: all methods lock this object. A take that needs the system holds the lock meanwhile; so no two places
 * grow by the same room below the bounds.
 *
 * <p>A page that comes from the system in a batch counts at once, and lies on its taker's list. With an integer factor
 * both bounds of the paper hold in whole batches.
 */
final class PageLists {
    /** Gets new pages from the system. */
    interface Supply {
        /**
         * Gets a batch, at least one page.
         *
         * @throws OutOfMemoryError if the system has no memory; nothing was taken
         */
        Page[] batch();
    }

    private final PagePolicy policy;
    private final Supply supply;
    /** The first free page of each list; the others follow by {@link Page#next}. */
    private Page[] lists = new Page[1];
    /** Pages in use, by place. */
    private long[] used = new long[1];

    private long[] mostUsed = new long[1];
    private long free;
    private long fromSystem;
    private long inUse;
    private long mostInUse;
    private long sumOfMost;
    private long takes;
    private long remoteTakes;

    PageLists(PagePolicy policy, Supply supply) {
        this.policy = policy;
        this.supply = supply;
    }

    /**
     * Takes a page for a place, which becomes its owner, and its home if it has none.
     *
     * @throws OutOfMemoryError if the system has no memory; the figures stay as they were
     */
    synchronized Page take(int place) {
        grow(place);
        int list = policy.listOf(place, place);
        long most = Math.max(mostInUse, inUse + 1);
        long mostHere = Math.max(mostUsed[place], used[place] + 1);
        long sum = sumOfMost - mostUsed[place] + mostHere;
        boolean ownFree = lists[list] != null;
        Page page = switch (policy.origin(ownFree, !ownFree && free > 0, fromSystem, most, sum)) {
            case OWN -> pop(list);
            case OTHER -> popAnother(list);
            case SYSTEM -> fromSystem(place, list);
        };
        if (page.home == Page.NOBODY) {
            page.home = place;
        }
        page.user = place;
        mostInUse = most;
        mostUsed[place] = mostHere;
        sumOfMost = sum;
        inUse++;
        used[place]++;
        takes++;
        if (page.home != place) {
            remoteTakes++;
        }
        return page;
    }

    /** Puts a page that has no slot in use on the list that the policy names. Not for a page of another length. */
    synchronized void giveBack(Page page) {
        inUse--;
        used[page.user]--;
        int list = policy.listOf(page.home, page.user);
        page.user = Page.NOBODY;
        push(list, page);
    }

    private Page fromSystem(int place, int list) {
        Page[] batch = supply.batch();
        fromSystem += batch.length;
        for (int i = batch.length - 1; i > 0; i--) {
            // In one list for all, the first user is the home.
            batch[i].home = policy.kind() == PagePolicy.Kind.PS ? Page.NOBODY : place;
            push(list, batch[i]);
        }
        return batch[0];
    }

    private void push(int list, Page page) {
        page.next = lists[list];
        lists[list] = page;
        free++;
    }

    private Page pop(int list) {
        Page page = lists[list];
        lists[list] = page.next;
        page.next = null;
        free--;
        return page;
    }

    /** Takes from the next list that has a page; begins behind the taker's, so that takers spread. */
    private Page popAnother(int list) {
        int other = list;
        do {
            other = other + 1 == lists.length ? 0 : other + 1;
        } while (lists[other] == null);
        return pop(other);
    }

    private void grow(int place) {
        if (place >= used.length) {
            int length = Math.max(place + 1, 2 * used.length);
            lists = Arrays.copyOf(lists, length);
            used = Arrays.copyOf(used, length);
            mostUsed = Arrays.copyOf(mostUsed, length);
        }
    }

    /** Adds these figures to others. */
    synchronized PageUsage plus(PageUsage others, int pagesEach) {
        return new PageUsage(
                others.pageBytes(),
                others.systemPages() + fromSystem * pagesEach,
                others.usedPages() + inUse * pagesEach,
                others.mostUsedPages() + mostInUse * pagesEach,
                others.takes() + takes,
                others.remoteTakes() + remoteTakes,
                others.places());
    }

    /** The number of free pages. */
    synchronized long free() {
        return free;
    }

    /** Walks all lists and compares with the figures; for tests. */
    synchronized boolean isConsistent() {
        long listed = 0;
        for (int list = 0; list < lists.length; list++) {
            for (Page page = lists[list]; page != null; page = page.next) {
                listed++;
                boolean atHome = policy.kind() == PagePolicy.Kind.PS || page.home == list;
                if (page.user != Page.NOBODY || !atHome) {
                    return false;
                }
            }
        }
        return listed == free
                && free + inUse == fromSystem
                && Arrays.stream(used).sum() == inUse
                && Arrays.stream(mostUsed).sum() == sumOfMost;
    }
}
