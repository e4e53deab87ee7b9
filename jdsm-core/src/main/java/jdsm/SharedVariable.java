package jdsm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Names a field of a class, or the elements of arrays of one type, for single accesses through a {@link SharedView}.
 *
 * <p>The look-up of a field is slow and is done once, when the instance is made: keep it in a static final field.
 * <pre>
 *   static final SharedVariable&lt;Boolean&gt; READY = SharedVariable.field(Flag.class, "ready", boolean.class);
 *   static final SharedVariable&lt;Integer&gt; INTS = SharedVariable.element(int.class);
 *   ...
 *   pool.of(flag).writeVolatile(READY, true);
 *   int ticket = pool.of(tickets, 1).readVolatile(INTS);
 * </pre>
 * Immutable and thread-safe.
 *
 * @param <V> the type of the values; of a primitive type, its wrapper
 */
public final class SharedVariable<V> {
    private final VarHandle handle;
    private final String name;
    private final boolean element;

    private SharedVariable(VarHandle handle, String name, boolean element) {
        this.handle = handle;
        this.name = name;
        this.element = element;
    }

    /**
     * An instance field of a class; its visibility does not matter.
     *
     * @param declaring the class that declares the field
     * @param name the field's name
     * @param type the field's declared type, for instance {@code int.class}
     * @throws IllegalArgumentException if the class has no such instance field, or its module is not open to JDSM
     */
    public static <V> SharedVariable<V> field(Class<?> declaring, String name, Class<V> type) {
        try {
            VarHandle handle = MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
                    .findVarHandle(declaring, name, type);
            return new SharedVariable<>(handle, declaring.getName() + "." + name, false);
        } catch (NoSuchFieldException e) {
            throw new IllegalArgumentException(
                    "class " + declaring.getName() + " declares no instance field '" + name + "' of type "
                            + type.getTypeName() + "; it declares: " + fieldsOf(declaring),
                    e);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "no access to instance field " + declaring.getName() + "." + name + ": " + e.getMessage(), e);
        }
    }

    private static String fieldsOf(Class<?> declaring) {
        return Arrays.stream(declaring.getDeclaredFields())
                .filter(each -> !Modifier.isStatic(each.getModifiers()))
                .map(each -> each.getType().getTypeName() + " " + each.getName())
                .collect(Collectors.joining(", "));
    }

    /**
     * The elements of arrays.
     *
     * @param type the arrays' element type, for instance {@code int.class} for {@code int[]}
     */
    public static <V> SharedVariable<V> element(Class<V> type) {
        return new SharedVariable<>(
                MethodHandles.arrayElementVarHandle(type.arrayType()), "element of " + type.getTypeName() + "[]", true);
    }

    VarHandle handle() {
        return handle;
    }

    boolean isElement() {
        return element;
    }

    /** The field's class and name, or the arrays' type. */
    @Override
    public String toString() {
        return name;
    }
}
