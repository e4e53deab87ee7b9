package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The class loader of a rank that shares its JVM with other ranks. It defines the classes of jdsm-core and the
 * application anew, so that each rank has its own statics and class ids. All ranks share the classes of the platform,
 * of jdsm-comm, through which they communicate, and of JDSM's libraries.
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

    /** Defines a class from the bytes that the parent would use; null if the parent finds none. */
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
