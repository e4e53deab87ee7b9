package jdsm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.Local;

/**
 * Makes {@link VarHandle}s of fields, and links their accesses: in woven code these are accesses to volatile fields or
 * elements, whatever their mode. VarHandles of elements are the JDK's own. Thread-safe.
 */
public final class VarHandles {
    /** A static field of the program. */
    private record StaticField(Class<?> holder, String name) {}

    /** The handles of static fields, and the objects that have these fields. A field has one handle. */
    private static final Map<StaticField, VarHandle> STATIC = new ConcurrentHashMap<>();

    private static final Map<VarHandle, Object> OBJECTS = new ConcurrentHashMap<>();

    private VarHandles() {}

    /**
     * {@link Lookup#findVarHandle}.
     *
     * @throws UnsupportedOperationException if the field can be shared and is neither volatile nor final
     */
    public static VarHandle findVarHandle(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        VarHandle handle = lookup.findVarHandle(type, name, fieldType);
        Field field = find(type, name);
        if (field == null || !Woven.class.isAssignableFrom(field.getDeclaringClass())) {
            return handle;
        }
        boolean own = Modifier.isTransient(field.getModifiers()) || field.isAnnotationPresent(Local.class);
        if (!own) {
            requireVolatile(field, field.getDeclaringClass());
        }
        return Atomics.known(handle, field.getDeclaringClass(), name);
    }

    /**
     * {@link Lookup#findStaticVarHandle}. A static field that the program may change is a field of its class's holder.
     *
     * @throws UnsupportedOperationException if the field is neither volatile nor final, or if each rank has a value of
     *     its own that the program does not mark
     */
    public static VarHandle findStaticVarHandle(Lookup lookup, Class<?> type, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        Field moved = moved(type, name);
        if (moved != null) {
            Class<?> holder = moved.getDeclaringClass();
            requireVolatile(moved, holder);
            return ofHolder(holder, name, fieldType);
        }
        VarHandle handle = lookup.findStaticVarHandle(type, name, fieldType);
        Field field = find(type, name);
        if (field != null
                && OwnState.isOfApplication(field.getDeclaringClass())
                && !Modifier.isFinal(field.getModifiers())
                && !field.isAnnotationPresent(Local.class)) {
            String named = Woven.nameOf(field.getDeclaringClass().getName(), name);
            throw Refusal.of("a VarHandle of static field " + named + " would change this rank's value only; "
                    + Remedies.ofStatic(named));
        }
        return handle;
    }

    /** The object that has the static field of a handle; null if the handle is of another kind. */
    static Object holderOf(VarHandle handle) {
        return OBJECTS.get(handle);
    }

    /** The handle of the holder's field; {@link HandleCode} adds the object at each access. */
    private static VarHandle ofHolder(Class<?> holder, String name, Class<?> fieldType)
            throws NoSuchFieldException, IllegalAccessException {
        Lookup all = MethodHandles.privateLookupIn(holder, MethodHandles.lookup());
        VarHandle found = all.findVarHandle(holder, name, fieldType);
        return STATIC.computeIfAbsent(new StaticField(holder, name), field -> {
            OBJECTS.put(found, onlyObject(holder));
            return Atomics.known(found, holder, name);
        });
    }

    /** The object that has the static fields of a class. @param holder the class of the object */
    static Object onlyObject(Class<?> holder) {
        try {
            return holder.getField(Woven.HOLDER_OBJECT).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the object of " + holder.getName(), e);
        }
    }

    /** The class with the static fields of a class that the program may change, or null. */
    static Class<?> holderOf(Class<?> type) {
        try {
            return Class.forName(type.getName() + Woven.HOLDER, false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /**
     * The field of a holder that stands for a static field which a class declares or inherits from a superclass; null if the static
     * field stays where it is.
     */
    static Field moved(Class<?> type, String name) {
        Field moved = null;
        for (Class<?> at = type; moved == null && at != null && OwnState.isOfApplication(at); at = at.getSuperclass()) {
            moved = movedFrom(at, name);
        }
        return moved;
    }

    /** As {@link #moved}, of a static field that the class itself declares. */
    static Field movedFrom(Class<?> type, String name) {
        Class<?> holder = holderOf(type);
        Field field = holder == null ? null : declared(holder, name);
        return field == null || Modifier.isStatic(field.getModifiers()) ? null : field;
    }

    static Field declared(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    /** The field that a class declares or inherits from a superclass, or null. */
    static Field find(Class<?> type, String name) {
        Field found = null;
        for (Class<?> at = type; found == null && at != null; at = at.getSuperclass()) {
            found = declared(at, name);
        }
        return found;
    }

    private static void requireVolatile(Field field, Class<?> declaring) {
        if ((field.getModifiers() & (Modifier.VOLATILE | Modifier.FINAL)) == 0) {
            String named = Woven.nameOf(declaring.getName(), field.getName());
            throw Refusal.of("field " + named + " has a VarHandle, and is not volatile: its other accesses would be in"
                    + " another unit; declare it volatile");
        }
    }

    /**
     * Links an access by a handle. A bootstrap method.
     *
     * @param name the method of {@link VarHandle}
     * @param type its type, with the handle as the first parameter
     */
    public static CallSite access(Lookup caller, String name, MethodType type) {
        return new ConstantCallSite(HandleCode.of(AccessMode.valueFromMethodName(name), type));
    }
}
