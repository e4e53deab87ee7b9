package jdsm.codec;

/**
 * What stands for references in the content of units: numbers, of shared objects and of values, that mean the same on all
 * ranks. The service loop uses it.
 */
public interface References {
    /** Stands for null. */
    int NULL = 0;

    /**
     * The number of an object; it gets one if it has none.
     *
     * @throws CodecException if it can be neither shared nor copied
     */
    int numberOf(Object object);

    /**
     * This rank's instance of what a number stands for.
     *
     * @throws CodecException if there is none
     */
    Object objectOf(int number);

    /**
     * The number that this rank itself has for what another rank's number stands for: values may have several.
     *
     * @throws CodecException if nothing is known of the number
     */
    default int ownNumber(int number) {
        return number;
    }
}
