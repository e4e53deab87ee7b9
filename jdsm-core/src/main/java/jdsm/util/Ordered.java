package jdsm.util;

import java.util.Comparator;
import jdsm.Local;
import jdsm.runtime.ObjectCalls;
import jdsm.runtime.Woven;

/** Elements with an order: the natural one, or a comparator's. */
abstract class Ordered<K> {
    final boolean isNatural;
    /** Each rank's own, for lambdas do not travel: null where another rank made the object while ranks computed. */
    @Local
    private Comparator<? super K> order;

    /** The comparator, if it is an object that can be shared, or a value. */
    private final Comparator<? super K> travelling;

    /** @param order null for the natural one */
    Ordered(Comparator<? super K> order) {
        this.order = order;
        this.isNatural = order == null;
        this.travelling = order instanceof Woven || order instanceof Enum ? order : null;
    }

    /** The comparator; null for the natural order. */
    final Comparator<? super K> order() {
        if (order == null && !isNatural) {
            if (travelling == null) {
                throw ObjectCalls.refused("the comparator of a sorted collection that another rank made while ranks"
                        + " compute is not here: make the collection in initialize(), or give it a comparator of a class"
                        + " of the program, not a lambda");
            }
            order = travelling;
        }
        return order;
    }

    @SuppressWarnings("unchecked")
    final int compare(Object one, Object other) {
        return isNatural ? ((Comparable<Object>) one).compareTo(other) : order().compare((K) one, (K) other);
    }
}
