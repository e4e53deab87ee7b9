package jdsm.directory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A map from ids that mostly follow each other: an entry costs one reference in a page. One thread puts, all threads
 * may read.
 */
final class PagedMap<V> {
    private static final int BITS = 8;
    private static final int PAGE = 1 << BITS;

    private final Map<Integer, AtomicReferenceArray<V>> pages = new ConcurrentHashMap<>();
    /** The value of an id from 0, or null. */
    V get(int id) {
        AtomicReferenceArray<V> page = pages.get(id >>> BITS);
        return page == null ? null : page.get(id & PAGE - 1);
    }

    void put(int id, V value) {
        pages.computeIfAbsent(id >>> BITS, none -> new AtomicReferenceArray<>(PAGE))
                .set(id & PAGE - 1, value);
    }

    /** Receives an entry. */
    interface Receiver<V> {
        void entry(int id, V value);
    }

    /** Gives the receiver each entry. One that is put meanwhile may or may not be among them. */
    void forEach(Receiver<V> receiver) {
        pages.forEach((number, page) -> {
            for (int i = 0; i < PAGE; i++) {
                V value = page.get(i);
                if (value != null) {
                    receiver.entry((number << BITS) + i, value);
                }
            }
        });
    }
}
