package jdsm.sync;

/** Finds the line of the program in which a thread has called the runtime. */
final class CallSite {
    private CallSite() {}

    /** For instance {@code " at Heat.start(Heat.java:31)"}, or an empty text. */
    static String of(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
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
        return !runtime && !className.startsWith("java.") && !className.startsWith("jdk.");
    }
}
