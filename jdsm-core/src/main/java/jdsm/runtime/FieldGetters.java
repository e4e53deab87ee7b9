package jdsm.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Makes method handles that get or set fields, in place of those of a {@link Lookup}. A call of such a handle is what the
 * access in the code would be: it is checked before, and to a volatile field it is a volatile access. Thread-safe.
 */
public final class FieldGetters {
    private static final MethodHandle READS = find("reads");
    private static final MethodHandle WRITES = find("writes");

    private FieldGetters() {}

    private static MethodHandle find(String name) {
        try {
            return MethodHandles.lookup()
                    .findStatic(ObjectCalls.class, name, MethodType.methodType(void.class, Field.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@link Lookup#findGetter}. */
    public static MethodHandle findGetter(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle plain = lookup.findGetter(type, name, fieldType);
        Field field = VarHandles.find(type, name);
        if (field != null && Modifier.isVolatile(field.getModifiers()) && isShared(field)) {
            return access(AccessMode.GET, VarHandles.findVarHandle(lookup, type, name, fieldType), plain.type());
        }
        return field == null ? plain : checked(READS, field, plain);
    }

    /** {@link Lookup#findSetter}. */
    public static MethodHandle findSetter(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle plain = lookup.findSetter(type, name, fieldType);
        Field field = VarHandles.find(type, name);
        if (field != null && Modifier.isVolatile(field.getModifiers()) && isShared(field)) {
            return access(AccessMode.SET, VarHandles.findVarHandle(lookup, type, name, fieldType), plain.type());
        }
        return field == null ? plain : checked(WRITES, field, plain);
    }

    /** {@link Lookup#findStaticGetter}. */
    public static MethodHandle findStaticGetter(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        Field moved = VarHandles.moved(type, name);
        if (moved == null) {
            return lookup.findStaticGetter(type, name, fieldType);
        }
        Class<?> holder = moved.getDeclaringClass();
        return findGetter(of(holder), holder, name, fieldType).bindTo(VarHandles.onlyObject(holder));
    }

    /**
     * {@link Lookup#findStaticSetter}.
     *
     * @throws UnsupportedOperationException if each rank has a value of its own that the program does not mark
     */
    public static MethodHandle findStaticSetter(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        Field moved = VarHandles.moved(type, name);
        if (moved == null) {
            MethodHandle plain = lookup.findStaticSetter(type, name, fieldType);
            VarHandles.findStaticVarHandle(lookup, type, name, fieldType); // refuses what each rank has of its own
            return plain;
        }
        Class<?> holder = moved.getDeclaringClass();
        return findSetter(of(holder), holder, name, fieldType).bindTo(VarHandles.onlyObject(holder));
    }

    private static Lookup of(Class<?> holder) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(holder, MethodHandles.lookup());
    }

    private static boolean isShared(Field field) {
        return Woven.class.isAssignableFrom(field.getDeclaringClass());
    }

    /** A plain access with the check before it. */
    private static MethodHandle checked(MethodHandle check, Field field, MethodHandle plain) {
        Class<?> object = plain.type().parameterType(0);
        return MethodHandles.foldArguments(
                plain, check.bindTo(field).asType(MethodType.methodType(void.class, object)));
    }

    private static MethodHandle access(AccessMode mode, VarHandle handle, MethodType type) {
        return HandleCode.of(mode, type.insertParameterTypes(0, VarHandle.class))
                .bindTo(handle);
    }
}
