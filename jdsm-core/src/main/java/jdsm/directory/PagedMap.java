package jdsm.directory;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A map from ids that mostly follow each other: an entry costs one reference in a page. One thread puts and removes, all threads
 * may read.
 */
final class PagedMap<V> {
    private static final int PAGE_BITS = 8;
    private static final int BOOK_BITS = 12;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int BOOK = 1 << BOOK_BITS;

    /** The pages of a range of ids. */
    private final AtomicReferenceArray<AtomicReferenceArray<AtomicReferenceArray<V>>> books =
            new AtomicReferenceArray<>(1 << Integer.SIZE - 1 - PAGE_BITS - BOOK_BITS);

    /** The value of an id from 0, or null. */
    V get(int id) {
        AtomicReferenceArray<AtomicReferenceArray<V>> book = books.get(id >>> PAGE_BITS + BOOK_BITS);
        if (book == null) {
            return null;
        }
        AtomicReferenceArray<V> page = book.get(id >>> PAGE_BITS & BOOK - 1);
        return page == null ? null : page.get(id & PAGE - 1);
    }

    void put(int id, V value) {
        int bookNumber = id >>> PAGE_BITS + BOOK_BITS;
        AtomicReferenceArray<AtomicReferenceArray<V>> book = books.get(bookNumber);
        if (book == null) {
            book = new AtomicReferenceArray<>(BOOK);
            books.set(bookNumber, book);
        }
        int pageNumber = id >>> PAGE_BITS & BOOK - 1;
        AtomicReferenceArray<V> page = book.get(pageNumber);
        if (page == null) {
            page = new AtomicReferenceArray<>(PAGE);
            book.set(pageNumber, page);
        }
        page.set(id & PAGE - 1, value);
    }

    /** Removes an entry, and the page that has no other. */
    void remove(int id) {
        AtomicReferenceArray<AtomicReferenceArray<V>> book = books.get(id >>> PAGE_BITS + BOOK_BITS);
        int pageNumber = id >>> PAGE_BITS & BOOK - 1;
        AtomicReferenceArray<V> page = book == null ? null : book.get(pageNumber);
        if (page == null) {
            return;
        }
        page.set(id & PAGE - 1, null);
        for (int i = 1; i < PAGE; i++) {
            if (page.get(id + i & PAGE - 1) != null) { // most often the next one, as ids are removed in their order
                return;
            }
        }
        book.set(pageNumber, null);
    }

    /** Receives an entry. */
    interface Receiver<V> {
        void entry(int id, V value);
    }

    /** Gives the receiver each entry. One that is put meanwhile may or may not be among them. */
    void forEach(Receiver<V> receiver) {
        forEach(0, Integer.MAX_VALUE, receiver);
    }

    /** As {@link #forEach(Receiver)}, of ids from {@code first} to {@code first + count - 1}. Takes no time for pages that are empty. */
    void forEach(int first, int count, Receiver<V> receiver) {
        int last = (int) Math.min((long) first + count - 1, Integer.MAX_VALUE);
        for (int b = first >> PAGE_BITS + BOOK_BITS; b <= last >> PAGE_BITS + BOOK_BITS; b++) {
            AtomicReferenceArray<AtomicReferenceArray<V>> book = books.get(b);
            if (book != null) {
                int base = b << BOOK_BITS;
                int to = Math.min(BOOK - 1, (last >> PAGE_BITS) - base);
                for (int p = Math.max(0, (first >> PAGE_BITS) - base); p <= to; p++) {
                    forEach(book.get(p), base + p << PAGE_BITS, first, last, receiver);
                }
            }
        }
    }

    private static <V> void forEach(AtomicReferenceArray<V> page, int base, int first, int last, Receiver<V> receiver) {
        if (page == null) {
            return;
        }
        int to = Math.min(PAGE - 1, last - base);
        for (int i = Math.max(0, first - base); i <= to; i++) {
            V value = page.get(i);
            if (value != null) {
                receiver.entry(base + i, value);
            }
        }
    }
}
