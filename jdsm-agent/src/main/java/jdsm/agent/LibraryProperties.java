package jdsm.agent;

import java.lang.reflect.InvocationTargetException;

/**
 * System properties that keep the libraries in the agent's jar from operations that newer JVMs warn about. The launcher
 * passes flags that allow these operations; {@code java -javaagent} passes none. A property that the user has set keeps
 * its value.
 */
final class LibraryProperties {
    /** The first Java version that warns about the memory access of sun.misc.Unsafe and about native access. */
    private static final int FIRST_WARNING_FEATURE = 24;
    /** The system property that shows the value of the flag {@code --sun-misc-unsafe-memory-access}. */
    private static final String UNSAFE_ACCESS = "sun.misc.unsafe.memory.access";

    private LibraryProperties() {}

    /** Sets the properties that this JVM needs, before the first use of the libraries. */
    static void set() {
        if (Runtime.version().feature() < FIRST_WARNING_FEATURE) {
            return;
        }
        if (!"allow".equals(System.getProperty(UNSAFE_ACCESS))) {
            setIfAbsent("kryo.unsafe", "false");
            setIfAbsent("io.netty.noUnsafe", "true");
        }
        if (!isNativeAccessEnabled()) {
            setIfAbsent("io.netty.transport.noNative", "true");
        }
    }

    private static void setIfAbsent(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    /** Calls Module.isNativeAccessEnabled by reflection, for Java 17 lacks this method. */
    private static boolean isNativeAccessEnabled() {
        Module own = LibraryProperties.class.getModule();
        try {
            return (Boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("every Java since 22 has Module.isNativeAccessEnabled", e);
        }
    }
}
