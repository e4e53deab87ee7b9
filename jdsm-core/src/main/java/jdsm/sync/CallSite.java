package jdsm.sync;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the line of the program in which a thread has called the runtime. */
public final class CallSite {
    /** Whose frames may lie above the program's: a thread is looked at while it runs, maybe while the JDK links a call. */
    private static final String[] LIBRARIES = {
        "java.", "javax.", "jdk.", "sun.", "com.sun.", "io.netty.", "org.jctools.", "com.esotericsoftware."
    };

    private static final int MOST_FRAMES = 12;

    /** How the agent names a method that it makes of another one's code. */
    private static final Pattern MADE = Pattern.compile("\\$plain\\d+$");

    private CallSite() {}

    /** For instance {@code " at Heat.start(Heat.java:31)"}, or an empty text. */
    static String of(Thread thread) {
        return of(thread.getStackTrace());
    }

    /** As {@link #of(Thread)}, where a stack was. */
    public static String of(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (isProgram(frame.getClassName())) {
                return " at " + text(frame);
            }
        }
        return "";
    }

    /** The frames of the program, innermost first; not more than a person reads. */
    public static List<String> frames(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> isProgram(frame.getClassName()))
                .limit(MOST_FRAMES)
                .map(CallSite::text)
                .toList();
    }

    /** Whether a thread of the program has called the runtime, and is there. */
    public static boolean isInRuntime(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (isProgram(frame.getClassName())) {
                return false;
            } else if (frame.getClassName().startsWith("jdsm.")) {
                return Arrays.stream(stack).anyMatch(below -> isProgram(below.getClassName()));
            }
        }
        return false;
    }

    /** Without the class loader's name, which the frame's own text may begin with, and by the method's name in the source. */
    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "."
                + MADE.matcher(frame.getMethodName()).replaceFirst("") + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static boolean isProgram(String className) {
        boolean runtime = className.startsWith("jdsm.") && !className.startsWith("jdsm.examples.");
        return !runtime && Stream.of(LIBRARIES).noneMatch(className::startsWith);
    }
}
