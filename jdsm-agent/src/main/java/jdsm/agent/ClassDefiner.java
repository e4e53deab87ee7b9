package jdsm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/** Defines classes that the weaver makes, in the class loader of the classes to which they belong. Thread-safe. */
final class ClassDefiner {
    private final Instrumentation instrumentation;
    private MethodHandle defineClass;

    ClassDefiner(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * Defines a class and returns it.
     *
     * @throws LinkageError if the loader has defined such a class already
     */
    Class<?> define(ClassLoader loader, String name, byte[] classFile, ProtectionDomain domain) {
        try {
            return (Class<?>)
                    handle().invokeExact(loader, name.replace('/', '.'), classFile, 0, classFile.length, domain);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The method of {@link ClassLoader} that defines a class, which its package must be opened for. */
    private synchronized MethodHandle handle() throws ReflectiveOperationException {
        if (defineClass == null) {
            instrumentation.redefineModule(
                    Object.class.getModule(),
                    Set.of(),
                    Map.of(),
                    Map.of("java.lang", Set.of(ClassDefiner.class.getModule())),
                    Set.of(),
                    Map.of());
            defineClass = MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup())
                    .findVirtual(
                            ClassLoader.class,
                            "defineClass",
                            MethodType.methodType(
                                    Class.class,
                                    String.class,
                                    byte[].class,
                                    int.class,
                                    int.class,
                                    ProtectionDomain.class));
        }
        return defineClass;
    }
}
