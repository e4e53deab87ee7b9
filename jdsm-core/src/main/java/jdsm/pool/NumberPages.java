package jdsm.pool;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * A map from numbers that are given in a row to objects, in pages: a look-up of one of a million objects in a hash table mostly waits for
 * memory. Not thread-safe.
 */
final class NumberPages<T> {
    private static final int BITS = 10;
    private static final int LENGTH = 1 << BITS;

    /** A page is null while it has no object. */
    private Object[][] pages = new Object[1][];

    /**
     * The object with a number, or null.
     *
     * @param number 0 or more
     */
    @SuppressWarnings("unchecked")
    T get(int number) {
        int page = number >>> BITS;
        Object[] objects = page < pages.length ? pages[page] : null;
        return objects == null ? null : (T) objects[number & LENGTH - 1];
    }

    /** @param number 0 or more */
    void put(int number, T object) {
        int page = number >>> BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
        }
        if (pages[page] == null) {
            pages[page] = new Object[LENGTH];
        }
        pages[page][number & LENGTH - 1] = object;
    }

    /** Removes the objects for which the condition is true, and pages that have none. */
    @SuppressWarnings("unchecked")
    void removeIf(Predicate<T> condition) {
        for (int page = 0; page < pages.length; page++) {
            if (pages[page] != null) {
                boolean any = false;
                for (int i = 0; i < LENGTH; i++) {
                    T object = (T) pages[page][i];
                    if (object != null && condition.test(object)) {
                        pages[page][i] = null;
                    } else if (object != null) {
                        any = true;
                    }
                }
                pages[page] = any ? pages[page] : null;
            }
        }
    }
}
