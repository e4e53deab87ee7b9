package jdsm.codec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdsm.runtime.Woven;

/** A shared field of a class, encoded in 64 bits: the bits of a primitive, or the number of a reference. Immutable. */
final class FieldSlot {
    private final Field field;
    private final boolean reference;

    /**
     * Makes the slot of a field.
     *
     * @throws CodecException if the field is final
     */
    FieldSlot(Field field) {
        this.field = field;
        this.reference = !field.getType().isPrimitive();
        if (Modifier.isFinal(field.getModifiers())) {
            throw new CodecException(describe()
                    + " is final, and the agent did not weave its class:"
                    + " remove final, or let the agent weave the class");
        }
    }

    String describe() {
        return "field " + Woven.nameOf(field.getDeclaringClass().getName(), field.getName());
    }

    Field field() {
        return field;
    }

    String name() {
        return field.getName();
    }

    Class<?> type() {
        return field.getType();
    }

    boolean isReference() {
        return reference;
    }

    /** The number of an object to which this field of {@code target} refers. */
    int numberOf(Object value, Object target, References references) {
        try {
            return references.numberOf(value);
        } catch (CannotTravelException e) {
            throw e.in(target, field);
        }
    }

    /** The failure to make this field refer to an object of another type. */
    CodecException mismatch(Object value) {
        return new CodecException(describe() + " has type " + field.getType().getName()
                + " and cannot refer to an object of " + value.getClass().getName());
    }

    /** The text of an encoded value, for messages. */
    String text(long bits) {
        Class<?> type = field.getType();
        if (isReference()) {
            return ReferenceSlots.shown((int) bits);
        } else if (type == double.class) {
            return Double.toString(Double.longBitsToDouble(bits));
        } else if (type == float.class) {
            return Float.toString(Float.intBitsToFloat((int) bits));
        } else if (type == boolean.class) {
            return Boolean.toString(bits != 0);
        } else if (type == char.class) {
            return Character.toString((char) bits);
        }
        return Long.toString(bits);
    }
}
