package jdsm.runtime;

/** Gives the new values of fields or elements, one after the other: of an object's fields to a method of {@link Woven}. */
public abstract class FieldSource {
    /**
     * Goes on to the next field.
     *
     * @return whether the field gets a value; if so, one call of {@link #bits} or {@link #referent} follows
     */
    public abstract boolean next();

    /** The value of a primitive field, in the form of {@link FieldSink#put(long)}. */
    public abstract long bits();

    /** The object to which a reference field is to refer, or null. */
    public abstract Object referent();
}
