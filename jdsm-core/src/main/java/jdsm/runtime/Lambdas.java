package jdsm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * Defines the classes of lambdas that may be shared. The agent makes such a class in place of the hidden one that the
 * JVM would make, for ranks find classes by their names. No class loader has its file, so it is defined when the lambda
 * is first made, or comes from another rank. Thread-safe.
 */
public final class Lambdas {
    private Lambdas() {}

    /**
     * The bootstrap method of an instruction before the first use of a lambda's class: it defines the class, and the
     * instruction does nothing from then on.
     *
     * @param classFile the class file, a char for each byte
     */
    public static CallSite define(Lookup maker, String name, MethodType type, String classFile, int number)
            throws IllegalAccessException {
        define(maker, maker.lookupClass().getName() + Woven.LAMBDA + number, classFile);
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    /**
     * The class of that name, which may be a lambda's or one of heavy parts; initialises no class.
     *
     * @throws ClassNotFoundException if there is none
     */
    public static Class<?> classNamed(String name, ClassLoader loader) throws ClassNotFoundException {
        if (Woven.isHeavy(name)) {
            Class.forName(Woven.ownerOf(name), false, loader); // the agent defines the parts' class with it
        }
        if (!Woven.isLambda(name)) {
            return Class.forName(name, false, loader);
        }
        Class<?> maker = Class.forName(Woven.makerOf(name), false, loader);
        LambdaFiles files = maker.getAnnotation(LambdaFiles.class);
        int number = Woven.numberOf(name);
        if (files == null || number >= files.value().length) {
            throw new ClassNotFoundException(name + ": " + maker + " has no such lambda");
        }
        try {
            return define(MethodHandles.privateLookupIn(maker, MethodHandles.lookup()), name, files.value()[number]);
        } catch (IllegalAccessException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static Class<?> define(Lookup maker, String name, String classFile) throws IllegalAccessException {
        Class<?> known = find(maker, name);
        if (known != null) {
            return known;
        }
        try {
            return maker.defineClass(classFile.getBytes(StandardCharsets.ISO_8859_1));
        } catch (LinkageError e) {
            Class<?> defined = e.getClass() == LinkageError.class ? find(maker, name) : null; // by another thread
            if (defined == null) {
                throw e;
            }
            return defined;
        }
    }

    private static Class<?> find(Lookup maker, String name) {
        try {
            return Class.forName(name, false, maker.lookupClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
