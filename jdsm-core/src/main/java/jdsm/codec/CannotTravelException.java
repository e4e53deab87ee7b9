package jdsm.codec;

import java.lang.reflect.Field;

/**
 * Something that this rank has stored into a shared object and that no other rank can have. Knows where it was found, as that
 * becomes known.
 */
public final class CannotTravelException extends CodecException {
    private static final long serialVersionUID = 1L;

    /** Not more than a message needs: exceptions of this kind stay on their rank. */
    private final transient Object value;

    private transient Object holder;
    private transient Field field;
    private transient String step = "";

    /**
     * @param reason what is wrong, of which class
     * @param value what it is wrong with, if a use of something else helps; null if the reason says what to do
     */
    public CannotTravelException(String reason, Object value) {
        super(reason);
        this.value = value;
    }

    /** By a field of an object. */
    CannotTravelException in(Object object, Field byField) {
        if (holder == null) {
            holder = object;
            field = byField;
            step = "." + byField.getName();
        }
        return this;
    }

    /** As an element of an array. */
    CannotTravelException in(Object[] array, int index) {
        if (holder == null) {
            holder = array;
            step = "[" + index + "]";
        }
        return this;
    }

    /** Somewhere in what a unit's object leads to. */
    public CannotTravelException within(Object object) {
        if (holder == null) {
            holder = object;
        }
        return this;
    }

    /** What cannot travel; null if the message says what to do. */
    public Object value() {
        return value;
    }

    /** The shared object or array in which it was found, or null. */
    public Object holder() {
        return holder;
    }

    /** The field in which it was found, or null. */
    public Field field() {
        return field;
    }

    /** The way from the holder: {@code .field}, {@code [index]}, or empty. */
    public String step() {
        return step;
    }
}
