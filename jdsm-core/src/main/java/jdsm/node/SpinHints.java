package jdsm.node;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Asks the agent, if there is one, for a hint on the loop that a thread executes. Looks for the agent at the first
 * report.
 */
final class SpinHints {
    /**
     * A class of the agent in the system class loader, whichever loader defined this class. Its method has only
     * platform types.
     */
    private static final String AGENT = "jdsm.agent.SpinHints";

    private static final MethodHandle AT = find();

    private SpinHints() {}

    /** A line with a hint on the loop at the top of the stack; empty if there is none. */
    static String of(StackTraceElement[] stack) {
        if (AT == null) {
            return "";
        }
        try {
            return (String) AT.invokeExact(stack);
        } catch (Throwable e) { // a report without a hint is better than none
            return "";
        }
    }

    private static MethodHandle find() {
        if (System.getProperty(jdsm.runtime.Woven.AGENT) == null) {
            return null;
        }
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            ClassLoader.getSystemClassLoader().loadClass(AGENT),
                            "of",
                            MethodType.methodType(String.class, StackTraceElement[].class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
