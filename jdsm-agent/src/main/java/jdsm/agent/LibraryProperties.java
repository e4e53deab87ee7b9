package jdsm.agent;

import java.lang.reflect.InvocationTargetException;

/**
 * System properties that keep the libraries inside the agent's jar from doing what newer JVMs warn of. A launched JVM
 * has flags that allow it instead; under {@code java -javaagent} nobody passes flags. What the user has set stays.
 */
final class LibraryProperties {
    /** Since this version a JVM warns of sun.misc.Unsafe's memory access and of native access. */
    private static final int FIRST_WARNING_FEATURE = 24;
    /** Mirrors {@code --sun-misc-unsafe-memory-access}. */
    private static final String UNSAFE_ACCESS = "sun.misc.unsafe.memory.access";

    private LibraryProperties() {}

    /** Sets what this JVM needs; must come before the first use of the libraries. */
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

    /** Module.isNativeAccessEnabled, which Java 17 does not have. */
    private static boolean isNativeAccessEnabled() {
        Module own = LibraryProperties.class.getModule();
        try {
            return (Boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("every Java since 22 has Module.isNativeAccessEnabled", e);
        }
    }
}
