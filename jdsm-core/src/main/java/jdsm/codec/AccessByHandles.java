package jdsm.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/** Access by method handles, to the fields of a class that the agent did not weave. */
final class AccessByHandles implements FieldAccess {
    private static final MethodType GET_BITS = MethodType.methodType(long.class, Object.class);
    private static final MethodType SET_BITS = MethodType.methodType(void.class, Object.class, long.class);
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, Object.class);

    private final List<Handles> fields;

    /**
     * Makes the handles.
     *
     * @throws CodecException if a field cannot be accessed
     */
    AccessByHandles(List<FieldSlot> slots) {
        fields = slots.stream().map(Handles::new).toList();
    }

    @Override
    public void put(Object target, FieldSink sink) {
        fields.forEach(field -> field.put(target, sink));
    }

    @Override
    public void set(Object target, FieldSource source) {
        for (Handles field : fields) {
            if (source.next()) {
                field.set(target, source);
            }
        }
    }

    /** The handles of a field. */
    private static final class Handles {
        private final FieldSlot slot;
        /** Of type {@link #GET_BITS}, and the setter of {@link #SET_BITS}; for a reference of {@link #GET} and {@link #SET}. */
        private final MethodHandle getter;

        private final MethodHandle setter;

        Handles(FieldSlot slot) {
            this.slot = slot;
            Field field = slot.field();
            try {
                MethodHandles.Lookup lookup =
                        MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup());
                MethodHandle plainGetter = lookup.unreflectGetter(field);
                MethodHandle plainSetter = lookup.unreflectSetter(field);
                getter = slot.isReference() ? plainGetter.asType(GET) : bitsOf(plainGetter, field.getType());
                setter = slot.isReference() ? plainSetter.asType(SET) : ofBits(plainSetter, field.getType());
            } catch (ReflectiveOperationException e) {
                throw new CodecException(slot.describe() + " cannot be accessed: " + e.getMessage(), e);
            }
        }

        void put(Object target, FieldSink sink) {
            try {
                if (slot.isReference()) {
                    sink.put((Object) getter.invokeExact(target));
                } else {
                    sink.put((long) getter.invokeExact(target));
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) { // a field access throws no checked exception
                throw new IllegalStateException(slot.describe(), e);
            }
        }

        void set(Object target, FieldSource source) {
            try {
                if (slot.isReference()) {
                    setter.invokeExact(target, source.referent());
                } else {
                    setter.invokeExact(target, source.bits());
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) { // a field access throws no checked exception
                throw new IllegalStateException(slot.describe(), e);
            }
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
}
