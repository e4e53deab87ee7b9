package jdsm.util;

import java.util.Comparator;
import jdsm.Local;
import jdsm.runtime.ObjectCalls;

/** Elements with an order: the natural one, or a comparator's. */
abstract class Ordered<K> {
    final boolean isNatural;
    /** Each rank's own: null where another rank made the object while ranks computed. */
    @Local
    private Comparator<? super K> order;

    /** The comparator, if it is an object that can be shared, or a value. */
    private final Comparator<? super K> travelling;

    /** @param order null for the natural one */
    Ordered(Comparator<? super K> order) {
        this.order = order;
        this.isNatural = order == null;
        this.travelling = Given.travels(order) ? order : null;
    }

    /** The comparator; null for the natural order. */
    final Comparator<? super K> order() {
        if (order == null && !isNatural) {
            if (travelling == null) {
                throw ObjectCalls.refused("the comparator of a sorted collection that another rank made while ranks"
                        + " compute is not here, for the JDK made the comparator: make the collection in initialize(), or"
                        + " give it a lambda or an object of the program");
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
