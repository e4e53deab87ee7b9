package jdsm.node;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What the agent, where there is one, knows of the loop that a thread is in. Looked for when the first report is made. */
final class SpinHints {
    /** Of the system's class loader, wherever this class is: it is given and returns types of the platform only. */
    private static final String AGENT = "jdsm.agent.SpinHints";

    private static final MethodHandle AT = find();

    private SpinHints() {}

    /** A line, or an empty text. */
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
