package jdsm.junit;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.SPMD;
import jdsm.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Has the programs of a test class: an SPMD class for each of its methods, made at run time, which calls the method. It
 * names the test class, so that the weaver sees which classes the program reaches. Thread-safe.
 */
final class TestPrograms {
    private final Class<?> tested;
    private final Files files;

    TestPrograms(Class<?> tested) {
        this.tested = tested;
        this.files = new Files(tested.getClassLoader());
    }

    /**
     * The program that runs a test method.
     *
     * @throws UsageException if the ranks cannot call the method, or one that JUnit would call before or behind it
     */
    Class<? extends SPMD> program(Method method) {
        requireInstantiable();
        List<Method> before = methods(BeforeEach.class, HierarchyTraversalMode.TOP_DOWN);
        List<Method> after = methods(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP);
        requireCallable(method);
        before.forEach(this::requireCallable);
        after.forEach(this::requireCallable);
        String name = tested.getName() + "$$" + method.getName() + "$" + (method.getParameterCount() == 0 ? "" : "job");
        byte[] file = new ProgramFile(name, tested)
                .method("initialize", true, before)
                .method("start", false, List.of(method))
                .method("finish", false, after)
                .bytes();
        return files.add(name, file);
    }

    private List<Method> methods(
            Class<? extends java.lang.annotation.Annotation> annotation, HierarchyTraversalMode order) {
        return AnnotationSupport.findAnnotatedMethods(tested, annotation, order);
    }

    private void requireInstantiable() {
        Constructor<?>[] all = tested.getDeclaredConstructors();
        if (all.length != 1 || all[0].getParameterCount() != 0 || Modifier.isPrivate(all[0].getModifiers())) {
            throw new UsageException("@JdsmTest needs a test class that each rank can instantiate: "
                    + tested.getName() + " has no single constructor without parameters that is not private"
                    + (tested.isMemberClass() ? "; an inner class must be static" : ""));
        }
    }

    private void requireCallable(Method method) {
        int access = method.getModifiers();
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (Modifier.isPrivate(access) || Modifier.isStatic(access) || method.getReturnType() != void.class) {
            throw new UsageException("method " + name
                    + " is private, static or returns a value: the ranks of a @JdsmTest cannot call it");
        }
        if (!Modifier.isPublic(access)
                && !method.getDeclaringClass().getPackageName().equals(tested.getPackageName())) {
            throw new UsageException("method " + name + " is of another package than " + tested.getName()
                    + " and not public: the ranks of a @JdsmTest cannot call it");
        }
        for (Class<?> type : method.getParameterTypes()) {
            if (type != SPMD.class || method.getParameterCount() > 1) {
                throw new UsageException("method " + name + " has parameters: on the ranks of a @JdsmTest there is one"
                        + " alone, of type jdsm.SPMD");
            }
        }
    }

    /** The class files of the test and of its programs. */
    private static final class Files extends ClassLoader {
        private static final String CLASS = ".class";
        private final Map<String, byte[]> programs = new ConcurrentHashMap<>();

        Files(ClassLoader parent) {
            super("jdsm-test-programs", parent);
        }

        Class<? extends SPMD> add(String name, byte[] file) {
            programs.putIfAbsent(name, file);
            try {
                return loadClass(name).asSubclass(SPMD.class);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = programs.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] file = name.endsWith(CLASS)
                    ? programs.get(
                            name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                    : null;
            return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
        }
    }
}
