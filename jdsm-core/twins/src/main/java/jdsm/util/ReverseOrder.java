package jdsm.util;

import java.util.Comparator;

/** The opposite of the natural order. A constant, as the JDK's is one object, so that {@code ==} holds on all ranks. */
enum ReverseOrder implements Comparator<Comparable<Object>> {
    ONLY;

    @Override
    public int compare(Comparable<Object> one, Comparable<Object> other) {
        return other.compareTo(one);
    }

    @Override
    public Comparator<Comparable<Object>> reversed() {
        return Comparator.naturalOrder();
    }
}
