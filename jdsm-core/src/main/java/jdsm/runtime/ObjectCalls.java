package jdsm.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdsm.Local;

/**
 * Where woven code has the JDK access the fields of an object that it hands over: nothing checks inside. Thread-safe;
 * blocks where a copy has to be fetched.
 */
public final class ObjectCalls {
    private ObjectCalls() {}

    /**
     * Before Java serialisation writes an object, or reads arrays of numbers.
     *
     * @param object anything
     * @throws UnsupportedOperationException for a shared object, or array of such: who would check what it refers to?
     */
    public static void serialized(Object object) {
        if (isSharedArray(object)) {
            ArrayCalls.read(object);
        }
    }

    /**
     * What Java serialisation is to write for an object that it has come to: a copy for a shared array of numbers, for the stream
     * below may be the program's, and synchronise; all else as it is.
     *
     * @param object anything
     * @throws UnsupportedOperationException as {@link #serialized}
     */
    public static Object written(Object object) {
        return isSharedArray(object) ? ArrayCopy.given(ArrayCopy.toRead(object), object) : object;
    }

    /** Whether an object is a shared array of numbers; refuses what else is shared. */
    private static boolean isSharedArray(Object object) {
        Shared known = Checks.ofAny(object);
        if (known == null || known instanceof Constant) {
            return false;
        }
        Class<?> element = object.getClass();
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (!element.isPrimitive()) {
            throw Refusal.of("Java serialisation of a shared "
                    + object.getClass().getTypeName()
                    + " is not kept coherent: write its fields one by one, or a record"
                    + " of them");
        }
        return true;
    }

    /**
     * Before {@link Field#get} and the like. @throws UnsupportedOperationException for a volatile field of a shared
     * object
     */
    public static void reads(Field field, Object object) {
        Checks.read(ofFieldIn(field, object));
    }

    /**
     * Before {@link Field#set} and the like. @throws UnsupportedOperationException for a volatile field of a shared
     * object
     */
    public static void writes(Field field, Object object) {
        Checks.write(ofFieldIn(field, object));
    }

    private static Shared ofFieldIn(Field field, Object object) {
        int modifiers = field == null ? Modifier.STATIC : field.getModifiers();
        boolean own =
                (modifiers & (Modifier.STATIC | Modifier.TRANSIENT)) != 0 || field.isAnnotationPresent(Local.class);
        Shared shared = own ? null : Checks.ofAny(object);
        if (shared != null && Modifier.isVolatile(modifiers)) {
            throw Refusal.of("volatile field "
                    + field.getDeclaringClass().getName() + "." + field.getName()
                    + " of a shared object is not kept coherent by reflection: use the field itself");
        }
        return shared;
    }

    /** In place of a call of {@code Object.hashCode} on what may be an array: as {@link Hashes#of}, where no class has its own. */
    public static int hashCode(Object object) {
        Class<?> type = object.getClass();
        return type.isArray() || type == Object.class ? Hashes.of(object) : object.hashCode();
    }
}
