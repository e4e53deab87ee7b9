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
