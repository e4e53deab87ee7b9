package jdsm.comm.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * The places of an allocator and the threads that have them. There are never more places than threads were alive at
 * once that used the allocator: a new thread gets the place of one that has ended, if there is any.
 */
final class Places {
    private final PageAllocator allocator;
    private final int sizeClasses;
    private final ThreadLocal<Place> ofThread = new ThreadLocal<>();
    /** Guarded by this object. */
    private final List<Place> all = new ArrayList<>();

    Places(PageAllocator allocator, int sizeClasses) {
        this.allocator = allocator;
        this.sizeClasses = sizeClasses;
    }

    /** The place of the calling thread. */
    Place here() {
        Place place = ofThread.get();
        return place != null ? place : arrive();
    }

    // The end of a thread happens before another one finds it not alive, so the new thread sees all of its stores.
    private synchronized Place arrive() {
        Place place = all.stream().filter(Place::isLeft).findFirst().orElse(null);
        if (place == null) {
            place = new Place(allocator, all.size(), sizeClasses);
            all.add(place);
        }
        place.settleIn();
        ofThread.set(place);
        return place;
    }

    synchronized int count() {
        return all.size();
    }
}
