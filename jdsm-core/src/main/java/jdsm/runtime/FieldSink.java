package jdsm.runtime;

/** Takes the values of fields or elements, one after the other: of an object's fields from a method of {@link Woven}. */
public abstract class FieldSink {
    /** Takes the value of a primitive field: an integer with its sign, 0 or 1, or the raw bits of a floating-point number. */
    public abstract void put(long bits);

    /** Takes the object to which a reference field refers, or null. */
    public abstract void put(Object referent);
}
