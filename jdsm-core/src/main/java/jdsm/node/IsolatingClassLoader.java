package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Gives a rank that shares its JVM with others its own jdsm-core and application: it defines their classes anew, so that
 * statics and class ids are the rank's. Common to all ranks are the platform, jdsm-comm, through which they meet, and the
 * libraries that JDSM brings.
 */
final class IsolatingClassLoader extends ClassLoader {
    private static final List<String> COMMON = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "jdsm.comm.",
            "io.netty.",
            "com.esotericsoftware.",
            "org.objenesis.",
            "org.jctools.",
            "com.fasterxml.jackson.",
            "picocli.",
            "org.junit.",
            "org.assertj.");

    static {
        registerAsParallelCapable();
    }

    IsolatingClassLoader(int rank, ClassLoader parent) {
        super("jdsm-rank-" + rank, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (COMMON.stream().anyMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                type = define(name);
            }
            if (type == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    /** The class anew from the bytes that the parent would use, or null if those are nowhere. */
    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
