package jdsm.util;

import java.lang.reflect.Array;
import java.util.Collection;

/** Arrays of a collection's elements. */
final class Copies {
    private Copies() {}

    /** A new array of a collection's elements, in the order of its iterator. */
    static Object[] of(Collection<?> elements) {
        Object[] all = new Object[elements.size()];
        int count = 0;
        for (Object element : elements) {
            all[count++] = element;
        }
        return all;
    }

    /** An array with a collection's elements, as {@link Collection#toArray(Object[])} specifies. */
    @SuppressWarnings("unchecked")
    static <T> T[] of(Collection<?> elements, T[] given) {
        int size = elements.size();
        T[] all = given.length >= size ? given : sized(given, size);
        int count = 0;
        for (Object element : elements) {
            all[count++] = (T) element;
        }
        if (all.length > size) {
            all[size] = null;
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    static <T> T[] sized(T[] given, int size) {
        return (T[]) Array.newInstance(given.getClass().getComponentType(), size);
    }
}
