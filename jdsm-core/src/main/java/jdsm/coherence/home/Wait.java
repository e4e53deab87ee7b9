package jdsm.coherence.home;

import jdsm.coherence.Outbox;
import jdsm.coherence.Waiter;

/**
 * One who waits for a unit here, and all who wait behind him, in the order in which they began: a chain, null while nobody
 * waits. Most often there is one at most, for whom no queue is to be made, or fetched from memory.
 */
final class Wait {
    private final Waiter waiter;
    private final long needs;
    private Wait next;

    /**
     * @param needs ends with a copy of that version or a later one: that is what was heard of when the wait began
     */
    Wait(Waiter waiter, long needs) {
        this.waiter = waiter;
        this.needs = needs;
    }

    /** Both chains as one. */
    static Wait join(Wait first, Wait behind) {
        if (first == null) {
            return behind;
        }
        Wait last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = behind;
        return first;
    }

    /** Ends the waits of those who need no more than a version, in their order; answers who waits on. */
    static Wait complete(Wait first, long version, Outbox out) {
        Wait left = first;
        Wait before = null;
        for (Wait each = first; each != null; each = each.next) {
            if (each.needs > version) {
                before = each;
            } else {
                left = unlink(left, before, each);
                out.complete(each.waiter);
            }
        }
        return left;
    }

    /** The chain without a waiter; the chain itself if he is not in it. */
    static Wait without(Wait first, Waiter waiter) {
        Wait before = null;
        for (Wait each = first; each != null; each = each.next) {
            if (each.waiter == waiter) {
                return unlink(first, before, each);
            }
            before = each;
        }
        return first;
    }

    static boolean contains(Wait first, Waiter waiter) {
        for (Wait each = first; each != null; each = each.next) {
            if (each.waiter == waiter) {
                return true;
            }
        }
        return false;
    }

    private static Wait unlink(Wait first, Wait before, Wait gone) {
        if (before == null) {
            return gone.next;
        }
        before.next = gone.next;
        return first;
    }
}
