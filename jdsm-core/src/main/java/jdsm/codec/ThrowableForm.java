package jdsm.codec;

import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jdsm.runtime.Woven;

/**
 * How the JDK's part of the exceptions of one class is read and made. Methods of the JDK are called without those of woven classes that
 * override them, which would make checks. Thread-safe.
 */
final class ThrowableForm {
    private static final ClassValue<Optional<ThrowableForm>> FORMS = new ClassValue<>() {
        @Override
        protected Optional<ThrowableForm> computeValue(Class<?> type) {
            return made(type);
        }
    };

    private final StatefulThrowable state;
    private final Constructor<?> constructor;
    private final MethodHandle[] getters;
    private final MethodHandle getCause;
    private final MethodHandle getStackTrace;
    private final MethodHandle initCause;
    private final MethodHandle setStackTrace;

    private ThrowableForm(Class<?> type, Class<?> base, StatefulThrowable state, Methods methods)
            throws ReflectiveOperationException {
        this.state = state;
        this.constructor = Instances.constructor(type, state.type().getDeclaredConstructor(state.parameters()));
        this.getters = new MethodHandle[state.getters().size()];
        for (int i = 0; i < getters.length; i++) {
            String getter = state.getters().get(i);
            getters[i] = methods.find(getter, base.getMethod(getter).getReturnType());
        }
        this.getCause = methods.find("getCause", Throwable.class);
        this.getStackTrace = methods.find("getStackTrace", StackTraceElement[].class);
        this.initCause = methods.find("initCause", Throwable.class, Throwable.class);
        this.setStackTrace = methods.find("setStackTrace", void.class, StackTraceElement[].class);
    }

    /** Finds methods of the nearest superclass that is not woven. */
    private interface Methods {
        MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws ReflectiveOperationException;
    }

    /** The form of a class; null if there is none, for it has state of which only the JDK or a library knows. */
    static ThrowableForm of(Class<?> type) {
        return FORMS.get(type).orElse(null);
    }

    static boolean hasFields(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
    }

    private static Optional<ThrowableForm> made(Class<?> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            return Optional.empty();
        }
        Class<?> base = type;
        Class<?> topmost = null;
        while (Woven.class.isAssignableFrom(base)) {
            topmost = base;
            base = base.getSuperclass();
        }
        StatefulThrowable state = StatefulThrowable.of(base);
        try {
            if (state == null || !hasMethodsOfJdk(base, state)) {
                return Optional.empty();
            }
            return Optional.of(
                    new ThrowableForm(type, base, state, topmost == null ? ofJdk(state.type()) : above(topmost, base)));
        } catch (ReflectiveOperationException e) {
            throw new CodecException("class " + type.getName() + ": " + e, e);
        }
    }

    private static Methods ofJdk(Class<?> known) {
        return (name, result, parameters) -> MethodHandles.publicLookup()
                .findVirtual(known, name, MethodType.methodType(result, parameters))
                .asType(MethodType.methodType(result, parameters).insertParameterTypes(0, Throwable.class));
    }

    private static Methods above(Class<?> topmost, Class<?> base) throws IllegalAccessException {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(topmost, MethodHandles.lookup());
        return (name, result, parameters) -> lookup.findSpecial(
                        base, name, MethodType.methodType(result, parameters), topmost)
                .asType(MethodType.methodType(result, parameters).insertParameterTypes(0, Throwable.class));
    }

    /**
     * Whether the methods that tell of an exception are the JDK's, and none computes its message from that of its
     * constructor.
     */
    private static boolean hasMethodsOfJdk(Class<?> base, StatefulThrowable state) throws NoSuchMethodException {
        for (String name : List.of("getMessage", "getCause", "getStackTrace", "fillInStackTrace")) {
            if (isOfLibrary(base.getMethod(name).getDeclaringClass())) {
                return false;
            }
        }
        Class<?> says = base.getMethod("getMessage").getDeclaringClass();
        boolean asGiven = says == Throwable.class || says == NullPointerException.class || says == state.type();
        return asGiven && base.getMethod("hashCode").getDeclaringClass() == Object.class;
    }

    private static boolean isOfLibrary(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** The types of the values of {@link #values}. */
    Class<?>[] types() {
        Class<?>[] parameters = state.parameters();
        if (state == StatefulThrowable.INTERRUPTED) {
            parameters = Arrays.copyOf(parameters, parameters.length + 1);
            parameters[parameters.length - 1] = int.class;
        }
        return parameters;
    }

    /** The message, or what the class has in its place. */
    Object[] values(Throwable thrown) {
        Object[] values = new Object[types().length];
        for (int i = 0; i < getters.length; i++) {
            values[i] = call(getters[i], thrown);
        }
        if (thrown instanceof InterruptedIOException interrupted) {
            values[getters.length] = interrupted.bytesTransferred;
        }
        return values;
    }

    Throwable cause(Throwable thrown) {
        return (Throwable) call(getCause, thrown);
    }

    StackTraceElement[] frames(Throwable thrown) {
        return (StackTraceElement[]) call(getStackTrace, thrown);
    }

    void initCause(Throwable thrown, Throwable cause) {
        call(initCause, thrown, cause);
    }

    /**
     * Makes an exception without a cause.
     *
     * @throws CodecException if the constructor refuses the values
     */
    Throwable make(Object[] values, StackTraceElement[] frames) {
        try {
            Throwable made = (Throwable) constructor.newInstance(Arrays.copyOf(values, getters.length));
            if (made instanceof InterruptedIOException interrupted) {
                interrupted.bytesTransferred = (int) values[getters.length];
            }
            call(setStackTrace, made, frames);
            return made;
        } catch (InvocationTargetException e) {
            throw new CodecException("class " + constructor.getDeclaringClass().getName() + ": " + e.getCause(), e);
        } catch (InstantiationException | IllegalAccessException | IllegalArgumentException e) {
            throw new CodecException("class " + constructor.getDeclaringClass().getName() + ": " + e, e);
        }
    }

    private static Object call(MethodHandle method, Object... arguments) {
        try {
            return method.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // the methods declare none
            throw new IllegalStateException(e);
        }
    }
}
