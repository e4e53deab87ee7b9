package jdsm.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;
import org.objenesis.instantiator.ObjectInstantiator;

/**
 * Instantiates classes without a call of their constructors, for objects whose content arrives separately. Only the part
 * that an object inherits from a class of the JDK is constructed. Thread-safe.
 */
public final class Instances {
    private static final Objenesis OBJENESIS = new ObjenesisStd(false);

    private static final ClassValue<ObjectInstantiator<?>> EMPTY = new ClassValue<>() {
        @Override
        protected ObjectInstantiator<?> computeValue(Class<?> type) {
            return OBJENESIS.getInstantiatorOf(type);
        }
    };

    /** For a class that extends one of the JDK other than Object: the constructor of this part alone; else null. */
    private static final ClassValue<Constructor<?>> INHERITED = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            return inherited(type);
        }
    };

    private Instances() {}

    /**
     * Makes objects with the default value in each field of the application, until the array is full.
     *
     * @param made gets the objects
     */
    public static void of(Class<?> type, Object[] made) {
        boolean isEmpty = INHERITED.get(type) == null;
        ObjectInstantiator<?> instantiator = isEmpty ? EMPTY.get(type) : null;
        for (int i = 0; i < made.length; i++) {
            made[i] = isEmpty ? instantiator.newInstance() : of(type);
        }
    }

    /** Makes an object with the default value in each field of the application. */
    public static <T> T of(Class<T> type) {
        Constructor<?> constructor = INHERITED.get(type);
        try {
            return constructor == null
                    ? type.cast(EMPTY.get(type).newInstance())
                    : type.cast(constructor.newInstance());
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new CodecException("class " + type.getName() + ": " + e, e);
        }
    }

    private static Constructor<?> inherited(Class<?> type) {
        Class<?> base = type;
        while (base.getClassLoader() != null && base.getClassLoader() != ClassLoader.getPlatformClassLoader()) {
            base = base.getSuperclass();
        }
        if (base == Object.class) {
            return null;
        }
        try {
            // As Java serialisation does for a superclass that is not serialisable. No named API makes such objects.
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Object one = factory.getMethod("getReflectionFactory").invoke(null);
            return (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(one, type, base.getDeclaredConstructor());
        } catch (ReflectiveOperationException e) {
            return null; // such as a superclass without such a constructor
        }
    }
}
