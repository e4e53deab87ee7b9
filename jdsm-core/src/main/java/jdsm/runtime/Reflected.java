package jdsm.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces methods of {@link Class} and {@link Field}: finds what the program has written, and not what weaving has added. Static fields that are
 * shared have moved to a class of their own, see {@link Woven#HOLDER}, and are not found. Thread-safe.
 */
public final class Reflected {
    /** Found in the names of synthetic members that weaving adds; compilers make no synthetic {@code hashCode}. */
    private static final Pattern MADE = Pattern.compile(Woven.MADE_END + "|^hashCode$");

    private Reflected() {}

    /**
     * {@link Class#getField}.
     *
     * @throws UnsupportedOperationException if the field is static and shared
     */
    public static Field getField(Class<?> type, String name) throws NoSuchFieldException {
        try {
            return written(type.getField(name));
        } catch (NoSuchFieldException e) {
            requireNone(VarHandles.moved(type, name));
            throw e;
        }
    }

    /**
     * {@link Class#getDeclaredField}.
     *
     * @throws UnsupportedOperationException if the field is static and shared
     */
    public static Field getDeclaredField(Class<?> type, String name) throws NoSuchFieldException {
        try {
            return written(type.getDeclaredField(name));
        } catch (NoSuchFieldException e) {
            requireNone(VarHandles.movedFrom(type, name));
            throw e;
        }
    }

    private static Field written(Field field) throws NoSuchFieldException {
        if (isWritten(field)) {
            return field;
        }
        throw new NoSuchFieldException(field.getName());
    }

    /** @param moved the field of a holder that stands for the wanted one, or null */
    private static void requireNone(Field moved) {
        if (moved != null && isWritten(moved)) {
            String named = Woven.nameOf(moved.getDeclaringClass().getName(), moved.getName());
            throw Refusal.of(
                    "static field " + named + " is shared, and reflection does not find it: use the field itself, or "
                            + Remedies.ofStatic(named));
        }
    }

    /** {@link Class#getFields}. */
    public static Field[] getFields(Class<?> type) {
        return written(type.getFields(), Reflected::isWritten);
    }

    /** {@link Class#getDeclaredFields}. */
    public static Field[] getDeclaredFields(Class<?> type) {
        return written(type.getDeclaredFields(), Reflected::isWritten);
    }

    /** {@link Class#getMethods}. */
    public static Method[] getMethods(Class<?> type) {
        return written(type.getMethods(), Reflected::isWritten);
    }

    /** {@link Class#getDeclaredMethods}. */
    public static Method[] getDeclaredMethods(Class<?> type) {
        return written(type.getDeclaredMethods(), Reflected::isWritten);
    }

    /** {@link Class#getDeclaredConstructors}. */
    public static Constructor<?>[] getDeclaredConstructors(Class<?> type) {
        return written(
                type.getDeclaredConstructors(),
                made -> !made.isSynthetic()
                        || Stream.of(made.getParameterTypes()).noneMatch(Woven.class::equals));
    }

    /** {@link Class#getInterfaces}. */
    public static Class<?>[] getInterfaces(Class<?> type) {
        return written(type.getInterfaces(), each -> each != Woven.class);
    }

    /** {@link Field#getModifiers}. */
    public static int getModifiers(Field field) {
        Field changed = VarHandles.declared(field.getDeclaringClass(), Woven.MODIFIERS);
        if (changed == null) {
            return field.getModifiers();
        }
        changed.setAccessible(true);
        try {
            return modifiers(field, (String) changed.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it is accessible
        }
    }

    /** @param changed see {@link Woven#MODIFIERS} */
    private static int modifiers(Field field, String changed) {
        String before = field.getName() + " ";
        return changed.lines()
                .filter(line -> line.startsWith(before))
                .mapToInt(line -> Integer.parseInt(line.substring(before.length())))
                .findFirst()
                .orElseGet(field::getModifiers);
    }

    private static boolean isWritten(Member member) {
        return member.getDeclaringClass() != Woven.class
                && !(member.isSynthetic() && MADE.matcher(member.getName()).find());
    }

    /** @param all a copy that the caller owns, as {@link Class} returns one */
    private static <T> T[] written(T[] all, Predicate<? super T> isWritten) {
        int kept = 0;
        for (T each : all) {
            if (isWritten.test(each)) {
                all[kept++] = each;
            }
        }
        return Arrays.copyOf(all, kept);
    }
}
