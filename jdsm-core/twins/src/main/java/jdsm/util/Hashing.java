package jdsm.util;

import java.util.Iterator;
import java.util.Objects;

/**
 * Hash codes and equality of collections, by the specifications of their interfaces. The methods are woven, unlike
 * those that the twins inherit, so that enum constants and classes count with the hash code that they have on all
 * ranks.
 */
final class Hashing {
    private Hashing() {}

    /** The hash code of a set. */
    static int sum(Iterable<?> elements) {
        int sum = 0;
        for (Object element : elements) {
            sum += Objects.hashCode(element);
        }
        return sum;
    }

    /** The hash code of a list. */
    static int ordered(Iterable<?> elements) {
        int hash = 1;
        for (Object element : elements) {
            hash = 31 * hash + Objects.hashCode(element);
        }
        return hash;
    }

    /** Whether two lists have equal elements in the same order. */
    static boolean areEqual(Iterable<?> one, Iterable<?> other) {
        Iterator<?> left = one.iterator();
        Iterator<?> right = other.iterator();
        while (left.hasNext() && right.hasNext()) {
            if (!Objects.equals(left.next(), right.next())) {
                return false;
            }
        }
        return !left.hasNext() && !right.hasNext();
    }
}
