package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Objects;

/** The class that the elements, keys or values of a checked collection must have. */
final class ElementType<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    final Class<E> type;

    /** The noun for the elements, and that for the collection, in messages. */
    private final String what;

    private final String whole;

    ElementType(Class<E> type, String what, String whole) {
        this.type = Objects.requireNonNull(type);
        this.what = what;
        this.whole = whole;
    }

    static <E> ElementType<E> of(Class<E> type) {
        return new ElementType<>(type, "element", "collection");
    }

    /**
     * The same element.
     *
     * @throws ClassCastException if it has another class
     */
    @SuppressWarnings("unchecked")
    E check(Object element) {
        if (element != null && !type.isInstance(element)) {
            throw new ClassCastException("Attempt to insert " + element.getClass() + " " + what + " into " + whole
                    + " with " + what + " type " + type);
        }
        return (E) element;
    }

    /** A copy of the elements of another collection, all of which have the class. */
    ArrayList<E> checked(Collection<?> others) {
        ArrayList<E> all = new ArrayList<>(others.size());
        for (Object element : others.toArray()) {
            all.add(check(element));
        }
        return all;
    }
}
