package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/**
 * The class loader of a rank that shares its JVM with other ranks. It defines the classes of jdsm-core and the
 * application anew, so that each rank has its own statics and class ids. All ranks share the classes of the platform,
 * of jdsm-comm, through which they communicate, and of JDSM's libraries.
 */
class IsolatingClassLoader extends ClassLoader {
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
            "org.opentest4j.",
            "org.apiguardian.",
            "org.assertj.");

    static {
        registerAsParallelCapable();
    }

    private final Definitions definitions;

    /** Gives the class files to define in place of one that was found. */
    interface Definitions {
        /**
         * The class files to define, by name, in their order: the class itself is among them.
         *
         * @throws LinkageError if the class must not run
         */
        Map<String, byte[]> of(String name, byte[] found);
    }

    IsolatingClassLoader(int rank, ClassLoader parent) {
        this(rank, parent, Map::of);
    }

    IsolatingClassLoader(int rank, ClassLoader parent, Definitions definitions) {
        super("jdsm-rank-" + rank, parent);
        this.definitions = definitions;
    }

    /** Finds files where the classes come from. */
    @Override
    public InputStream getResourceAsStream(String name) {
        return getParent().getResourceAsStream(name);
    }

    /** Whether the ranks of a JVM share the class of a name. */
    static boolean isCommon(String name) {
        return COMMON.stream().anyMatch(name::startsWith);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isCommon(name)) {
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
            Class<?> type = null;
            for (Map.Entry<String, byte[]> each :
                    definitions.of(name, in.readAllBytes()).entrySet()) {
                Class<?> known = findLoadedClass(each.getKey()); // a companion is there since an earlier attempt
                byte[] file = each.getValue();
                Class<?> defined = known != null ? known : defineClass(each.getKey(), file, 0, file.length);
                type = each.getKey().equals(name) ? defined : type;
            }
            return type;
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
