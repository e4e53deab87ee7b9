package jdsm.codec;

import java.util.Optional;

/**
 * Maps references in the content of units to numbers of shared objects and of values, which have the same meaning on
 * all ranks. The service loop uses it.
 */
public interface References {
    /** The number of the null reference. */
    int NULL = 0;

    /**
     * The number of an object. An object without a number gets one.
     *
     * @throws CodecException if the object can be neither shared nor copied
     */
    int numberOf(Object object);

    /**
     * The number of an element of an array. Where the element gets its number now, elements behind it may get theirs
     * together with it.
     *
     * @param element the element at {@code index} when it was read
     * @param end the end of the elements that are going to be asked for
     * @throws CodecException as {@link #numberOf(Object)}
     */
    default int numberOf(Object element, Object[] array, int index, int end) {
        return numberOf(element);
    }

    /**
     * This rank's instance of the object or value with a number.
     *
     * @throws CodecException if there is none
     */
    Object objectOf(int number);

    /**
     * Translates another rank's number into the number that this rank uses for the same object. Equal values may have
     * several numbers.
     *
     * @throws CodecException if the number is unknown
     */
    default int ownNumber(int number) {
        return number;
    }

    /**
     * The object to which a reference leads: the content of an optional, which has no identity, or of one in it; else
     * the object itself. Null for an empty optional.
     */
    static Object behind(Object referent) {
        Object behind = referent;
        while (behind instanceof Optional<?> optional) {
            behind = optional.orElse(null);
        }
        return behind;
    }
}
