package jdsm.node;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.runtime.Woven;

/** Loads and instantiates SPMD programs. */
final class Programs {
    private Programs() {}

    /**
     * Loads the class of a program.
     *
     * @throws UsageException if the class does not exist or is no program, or the agent is present but has not woven
     *     the class
     */
    static Class<? extends SPMD> find(String className, ClassLoader loader) {
        Class<?> type;
        try {
            type = Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new UsageException("no class " + className + " on the class path");
        } catch (LinkageError e) {
            throw new UsageException("class " + className + " cannot be loaded: " + e);
        }
        if (!SPMD.class.isAssignableFrom(type)) {
            throw new UsageException("class " + className + " is no program: it does not extend jdsm.SPMD");
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new UsageException("class " + className + " is no program: it is abstract");
        }
        if (System.getProperty(Woven.AGENT) != null && !Woven.class.isAssignableFrom(type)) {
            throw new UsageException(
                    "program " + className + " is not woven, so that its fields would not be shared: its name"
                            + " is excluded, or one of JDSM's own; include it (--include, include=), or, if it shares by the pool alone,"
                            + " run it without the agent (--no-agent)");
        }
        return type.asSubclass(SPMD.class);
    }

    /**
     * Makes an instance of a program by its constructor without parameters. The current rank's context must be
     * attached.
     *
     * @throws Exception any exception of the constructor
     */
    static SPMD make(Class<? extends SPMD> type) throws Exception {
        Constructor<? extends SPMD> constructor;
        try {
            constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw new UsageException(
                    "class " + type.getName() + " is no program: it has no constructor without arguments");
        }
        constructor.setAccessible(true);
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
