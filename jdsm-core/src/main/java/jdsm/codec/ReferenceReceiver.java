package jdsm.codec;

/** Receives the references in an encoded content. */
@FunctionalInterface
public interface ReferenceReceiver {
    /**
     * Receives one reference.
     *
     * @param number the number of the object or value, see {@link References}
     * @param declared the type of the field, or of the array's elements; another object there would be an error
     */
    void reference(int number, Class<?> declared);
}
