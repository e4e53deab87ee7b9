package jdsm.codec;

import java.lang.reflect.Field;

/**
 * Thrown for an object that this rank stored into a shared object and that cannot be sent to another rank. The runtime
 * adds the place of the object when it is known.
 */
public final class CannotTravelException extends CodecException {
    private static final long serialVersionUID = 1L;

    /** Transient: exceptions of this kind stay on their rank, and the fields only serve the message. */
    private final transient Object value;

    private transient Object holder;
    private transient Field field;
    private transient String step = "";

    /**
     * Makes an exception without a place.
     *
     * @param reason the problem, with the class
     * @param value the object that cannot travel, if the use of another type helps; null if the reason says what to do
     */
    public CannotTravelException(String reason, Object value) {
        super(reason);
        this.value = value;
    }

    /** Adds the place: a field of an object. Only the first place is kept. */
    CannotTravelException in(Object object, Field byField) {
        if (holder == null) {
            holder = object;
            field = byField;
            step = "." + byField.getName();
        }
        return this;
    }

    /** Adds the place: an element of an array. Only the first place is kept. */
    CannotTravelException in(Object[] array, int index) {
        if (holder == null) {
            holder = array;
            step = "[" + index + "]";
        }
        return this;
    }

    /** Adds the place: any object that {@code object} leads to. Only the first place is kept. */
    public CannotTravelException within(Object object) {
        if (holder == null) {
            holder = object;
        }
        return this;
    }

    /** The object that cannot travel; null if the message says what to do. */
    public Object value() {
        return value;
    }

    /** The shared object or array that leads to the value, or null. */
    public Object holder() {
        return holder;
    }

    /** The field that leads to the value, or null. */
    public Field field() {
        return field;
    }

    /** The step from the holder to the value: {@code .field}, {@code [index]}, or empty. */
    public String step() {
        return step;
    }
}
