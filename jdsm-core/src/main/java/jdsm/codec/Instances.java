package jdsm.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import jdsm.runtime.LateInitializers;
import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;
import org.objenesis.instantiator.ObjectInstantiator;

/**
 * Instantiates classes without a call of their constructors, for objects whose content arrives separately. Only the part
 * that an object inherits from a class of the JDK is constructed. Thread-safe.
 */
public final class Instances {
    private static final Objenesis OBJENESIS = new ObjenesisStd(false);

    private static final ClassValue<ObjectInstantiator<?>> INSTANTIATORS = new ClassValue<>() {
        @Override
        protected ObjectInstantiator<?> computeValue(Class<?> type) {
            Constructor<?> inherited = inherited(type);
            return inherited == null ? OBJENESIS.getInstantiatorOf(type) : () -> made(type, inherited);
        }
    };

    private Instances() {}

    /** Makes an object with the default value in each field of the application. */
    public static <T> T of(Class<T> type) {
        LateInitializers.initialize(type);
        return type.cast(INSTANTIATORS.get(type).newInstance());
    }

    private static Object made(Class<?> type, Constructor<?> inherited) {
        try {
            Object instance = inherited.newInstance();
            if (instance instanceof Thread thread) {
                thread.setName("a thread of another rank"); // its name is not known here
            }
            return instance;
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new CodecException("class " + type.getName() + ": " + e, e);
        }
    }

    /** For a class that extends one of the JDK other than Object: the constructor of this part alone; else null. */
    private static Constructor<?> inherited(Class<?> type) {
        Class<?> base = type;
        while (base.getClassLoader() != null && base.getClassLoader() != ClassLoader.getPlatformClassLoader()) {
            base = base.getSuperclass();
        }
        if (base == Object.class) {
            return null;
        }
        try {
            return constructor(type, base.getDeclaredConstructor());
        } catch (ReflectiveOperationException e) {
            return null; // such as a superclass without such a constructor
        }
    }

    /**
     * A constructor of a class that runs one of a superclass alone, as Java serialisation does for a superclass that is not
     * serialisable. No named API makes such objects.
     */
    static Constructor<?> constructor(Class<?> type, Constructor<?> inherited) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object one = factory.getMethod("getReflectionFactory").invoke(null);
        return (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(one, type, inherited);
    }
}
