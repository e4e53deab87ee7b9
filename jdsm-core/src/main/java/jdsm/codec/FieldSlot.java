package jdsm.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdsm.runtime.Woven;

/**
 * A shared field of a class, encoded in 64 bits: the bits of a primitive, or the number of a reference. Thread-safe.
 */
public final class FieldSlot {
    private static final MethodType GET_BITS = MethodType.methodType(long.class, Object.class);
    private static final MethodType SET_BITS = MethodType.methodType(void.class, Object.class, long.class);
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, Object.class);

    private final Field field;
    private final boolean reference;
    /**
     * Of type {@link #GET_BITS}, and the setter of {@link #SET_BITS}; for a reference of {@link #GET} and {@link #SET}.
     */
    private final MethodHandle getter;

    private final MethodHandle setter;

    /**
     * Makes the slot of a field.
     *
     * @throws CodecException if the field cannot be accessed, or is final
     */
    public FieldSlot(Field field) {
        this.field = field;
        this.reference = !field.getType().isPrimitive();
        if (Modifier.isFinal(field.getModifiers())) {
            throw new CodecException(describe()
                    + " is final, and the agent did not weave its class:"
                    + " remove final, or let the agent weave the class");
        }
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup());
            MethodHandle plainGetter = lookup.unreflectGetter(field);
            MethodHandle plainSetter = lookup.unreflectSetter(field);
            getter = isReference() ? plainGetter.asType(GET) : bitsOf(plainGetter, field.getType());
            setter = isReference() ? plainSetter.asType(SET) : ofBits(plainSetter, field.getType());
        } catch (ReflectiveOperationException e) {
            throw new CodecException(describe() + " cannot be accessed: " + e.getMessage(), e);
        }
    }

    private static MethodHandle bitsOf(MethodHandle getter, Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle bits = getter;
        if (type == double.class) {
            bits = MethodHandles.filterReturnValue(
                    getter,
                    lookup.findStatic(
                            Double.class, "doubleToRawLongBits", MethodType.methodType(long.class, double.class)));
        } else if (type == float.class) {
            bits = MethodHandles.filterReturnValue(
                    getter,
                    lookup.findStatic(Float.class, "floatToRawIntBits", MethodType.methodType(int.class, float.class)));
        }
        return MethodHandles.explicitCastArguments(bits, GET_BITS);
    }

    private static MethodHandle ofBits(MethodHandle setter, Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle bits = setter;
        if (type == double.class) {
            bits = MethodHandles.filterArguments(
                    setter,
                    1,
                    lookup.findStatic(
                            Double.class, "longBitsToDouble", MethodType.methodType(double.class, long.class)));
        } else if (type == float.class) {
            bits = MethodHandles.filterArguments(
                    setter,
                    1,
                    lookup.findStatic(Float.class, "intBitsToFloat", MethodType.methodType(float.class, int.class)));
        }
        return MethodHandles.explicitCastArguments(bits, SET_BITS);
    }

    private String describe() {
        return "field " + Woven.nameOf(field.getDeclaringClass().getName(), field.getName());
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

    /** The bits of a primitive field. */
    long bits(Object target) {
        try {
            return (long) getter.invokeExact(target);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a field access throws no checked exception
            throw new IllegalStateException(describe(), e);
        }
    }

    /** The object to which a reference field refers, or null. */
    Object referent(Object target) {
        try {
            return (Object) getter.invokeExact(target);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a field access throws no checked exception
            throw new IllegalStateException(describe(), e);
        }
    }

    /** The number of an object to which this field of {@code target} refers. */
    int numberOf(Object value, Object target, References references) {
        try {
            return references.numberOf(value);
        } catch (CannotTravelException e) {
            throw e.in(target, field);
        }
    }

    void set(Object target, long bits, References references) {
        if (isReference()) {
            setReferent(target, bits, references);
            return;
        }
        try {
            setter.invokeExact(target, bits);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a field access throws no checked exception
            throw new IllegalStateException(describe(), e);
        }
    }

    private void setReferent(Object target, long bits, References references) {
        Object value = bits == References.NULL ? null : references.objectOf((int) bits);
        if (value != null && !field.getType().isInstance(value)) {
            throw new CodecException(describe() + " has type " + field.getType().getName()
                    + " and cannot refer to an object of " + value.getClass().getName());
        }
        referent(target, value);
    }

    /** Makes a reference field refer to an object of its type, or to nothing. */
    void referent(Object target, Object value) {
        try {
            setter.invokeExact(target, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a field access throws no checked exception
            throw new IllegalStateException(describe(), e);
        }
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
