package jdsm.remote;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * Gives the pages of arrays back that a program with marked arrays can no longer reach: when it makes the next one. Arrays by hand
 * are closed by hand. For the thread of the space.
 */
final class DroppedArrays {
    private static final int COLLECTIONS = 3;
    /** The collector tells of what it has found after the collection, on a thread of its own. */
    private static final long PATIENCE_MILLIS = 500;

    private final ReferenceQueue<RemoteArray> queue = new ReferenceQueue<>();
    private final Set<Reference<?>> watched = new HashSet<>();
    private final Pager pager;

    private static final class Watched extends PhantomReference<RemoteArray> {
        private final PageTable table;

        Watched(RemoteArray array, ReferenceQueue<RemoteArray> queue) {
            super(array, queue);
            table = array.table;
        }
    }

    DroppedArrays(Pager pager) {
        this.pager = pager;
    }

    /** Watches an array whose rows, if it has any, hold it. */
    void watch(RemoteArray array) {
        watched.add(new Watched(array, queue));
    }

    /** Gives pages back; has the collector run if there is no room for an array of so many pages. */
    void reclaim(int pages) {
        for (Reference<?> each = queue.poll(); each != null; each = queue.poll()) {
            remove(each);
        }
        for (int i = 0; i < COLLECTIONS && !pager.hasRoom(pages); i++) {
            System.gc();
            try {
                Reference<?> first = queue.remove(PATIENCE_MILLIS);
                for (Reference<?> each = first; each != null; each = queue.poll()) {
                    remove(each);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void remove(Reference<?> dropped) {
        watched.remove(dropped);
        pager.remove(((Watched) dropped).table);
    }
}
