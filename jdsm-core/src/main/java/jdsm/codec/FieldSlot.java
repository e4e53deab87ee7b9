package jdsm.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** A field of a class as it travels. Thread-safe. */
public final class FieldSlot {
    private final Field field;
    private final VarHandle handle;

    /** @throws CodecException if the field cannot be accessed, or is final */
    public FieldSlot(Field field) {
        this.field = field;
        try {
            handle = MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                    .unreflectVarHandle(field);
        } catch (IllegalAccessException e) {
            throw new CodecException(describe() + " cannot be accessed: " + e.getMessage(), e);
        }
        if (!handle.isAccessModeSupported(VarHandle.AccessMode.SET)) {
            throw new CodecException(describe() + " is final, and its class was not woven");
        }
    }

    private String describe() {
        return "field " + field.getDeclaringClass().getName() + "." + field.getName();
    }

    String name() {
        return field.getName();
    }

    boolean isReference() {
        return !field.getType().isPrimitive();
    }

    long bits(Object target, References references) {
        Object value = handle.get(target);
        if (isReference()) {
            return value == null ? References.NULL : references.numberOf(value);
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        } else if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        } else if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        } else if (value instanceof Character character) {
            return character;
        }
        return ((Number) value).longValue();
    }

    void set(Object target, long bits, References references) {
        Class<?> type = field.getType();
        if (isReference()) {
            Object value = bits == References.NULL ? null : references.objectOf((int) bits);
            if (value != null && !type.isInstance(value)) {
                throw new CodecException(
                        describe() + " is no " + value.getClass().getName());
            }
            handle.set(target, value);
        } else if (type == double.class) {
            handle.set(target, Double.longBitsToDouble(bits));
        } else if (type == int.class) {
            handle.set(target, (int) bits);
        } else if (type == long.class) {
            handle.set(target, bits);
        } else if (type == boolean.class) {
            handle.set(target, bits != 0);
        } else if (type == float.class) {
            handle.set(target, Float.intBitsToFloat((int) bits));
        } else if (type == char.class) {
            handle.set(target, (char) bits);
        } else if (type == short.class) {
            handle.set(target, (short) bits);
        } else {
            handle.set(target, (byte) bits);
        }
    }

    /** A value in words. */
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
