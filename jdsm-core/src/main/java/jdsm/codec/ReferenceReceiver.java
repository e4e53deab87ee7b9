package jdsm.codec;

/** Is told of the references in an encoded content. */
@FunctionalInterface
public interface ReferenceReceiver {
    /**
     * One reference.
     *
     * @param number as {@link References} has it
     * @param declared the type of the field, or of the array's elements: nothing else may be there
     */
    void reference(int number, Class<?> declared);
}
