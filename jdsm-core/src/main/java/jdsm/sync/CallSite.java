package jdsm.sync;

import java.util.stream.Stream;

/** Finds the line of the program in which a thread has called the runtime. */
public final class CallSite {
    /** Whose frames may lie above the program's: a thread is looked at while it runs, maybe while the JDK links a call. */
    private static final String[] LIBRARIES = {
        "java.", "javax.", "jdk.", "sun.", "com.sun.", "io.netty.", "org.jctools.", "com.esotericsoftware."
    };

    private CallSite() {}

    /** For instance {@code " at Heat.start(Heat.java:31)"}, or an empty text. */
    static String of(Thread thread) {
        return of(thread.getStackTrace());
    }

    /** As {@link #of(Thread)}, where a stack was. */
    public static String of(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (isProgram(frame.getClassName())) {
                // Without the class loader's name, which the frame's own text may begin with.
                return " at " + frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                        + frame.getLineNumber() + ")";
            }
        }
        return "";
    }

    private static boolean isProgram(String className) {
        boolean runtime = className.startsWith("jdsm.") && !className.startsWith("jdsm.examples.");
        return !runtime && Stream.of(LIBRARIES).noneMatch(className::startsWith);
    }
}
