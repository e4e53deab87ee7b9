package jdsm.coherence.home;

import jdsm.coherence.Outbox;
import jdsm.coherence.Waiter;

/**
 * The wait of one worker for a readable or writable copy, and the waits that began after it: a linked list in the order
 * in which the waits began, null while no worker waits. At most times at most one worker waits, so that the list is one
 * object.
 */
final class AccessWait {
    private final Waiter waiter;
    private final long needs;
    private AccessWait next;

    /** @param needs the lowest version that ends the wait: the one that this rank had heard of when the wait began */
    AccessWait(Waiter waiter, long needs) {
        this.waiter = waiter;
        this.needs = needs;
    }

    /** Appends a list to another; both may be null. @return the first wait */
    static AccessWait join(AccessWait first, AccessWait behind) {
        if (first == null) {
            return behind;
        }
        AccessWait last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = behind;
        return first;
    }

    /** Ends the waits that need no more than a version, in their order. @return the list of the others */
    static AccessWait complete(AccessWait first, long version, Outbox out) {
        AccessWait left = first;
        AccessWait before = null;
        for (AccessWait each = first; each != null; each = each.next) {
            if (each.needs > version) {
                before = each;
            } else {
                left = unlink(left, before, each);
                out.complete(each.waiter);
            }
        }
        return left;
    }

    /** The list without a waiter; the list itself if the waiter is not in it. */
    static AccessWait without(AccessWait first, Waiter waiter) {
        AccessWait before = null;
        for (AccessWait each = first; each != null; each = each.next) {
            if (each.waiter == waiter) {
                return unlink(first, before, each);
            }
            before = each;
        }
        return first;
    }

    static boolean contains(AccessWait first, Waiter waiter) {
        for (AccessWait each = first; each != null; each = each.next) {
            if (each.waiter == waiter) {
                return true;
            }
        }
        return false;
    }

    private static AccessWait unlink(AccessWait first, AccessWait before, AccessWait gone) {
        if (before == null) {
            return gone.next;
        }
        before.next = gone.next;
        return first;
    }
}
