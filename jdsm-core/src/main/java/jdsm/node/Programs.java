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
     * @param woven whether classes are woven here
     * @throws UsageException if the class does not exist or is no program, or is not woven although others are
     */
    static Class<? extends SPMD> find(String className, ClassLoader loader, boolean woven) {
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
        if (woven && !Woven.class.isAssignableFrom(type)) {
            throw new UsageException(
                    "program " + className + " is not woven, so that its fields would not be shared: its name"
                            + " is excluded, or one of JDSM's own; include it (--include, include=), or, if it shares by the pool alone,"
                            + " run it without the agent (--no-agent)");
        }
        return type.asSubclass(SPMD.class);
    }

    /** Whether a name is that of SPMD or of a class that extends it, or of no class that can be loaded. */
    static boolean isProgram(String className, ClassLoader loader) {
        try {
            return SPMD.class.isAssignableFrom(Class.forName(className, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return true; // whose loading will say more
        }
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
