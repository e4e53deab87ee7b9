package jdsm.sync;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdsm.runtime.Woven;

/** Finds the line of the program from which a thread has called the runtime. */
public final class CallSite {
    /**
     * The packages whose frames may lie above the program's: those of the JDK, which may be linking a call, and of
     * libraries.
     */
    private static final String[] LIBRARIES = {
        "java.", "javax.", "jdk.", "sun.", "com.sun.", "io.netty.", "org.jctools.", "com.esotericsoftware."
    };

    private static final int MOST_FRAMES = 12;

    /** The end of the name that the agent gives a method made from the code of another. */
    private static final Pattern MADE = Pattern.compile("\\$(plain|private)\\d+$");

    private CallSite() {}

    /**
     * The innermost frame of the program in a thread's stack, as {@code " at Heat.start(Heat.java:31)"}; empty if there
     * is none.
     */
    static String of(Thread thread) {
        return of(thread.getStackTrace());
    }

    /** As {@link #of(Thread)}, for a stack recorded earlier. */
    public static String of(StackTraceElement[] stack) {
        return inSource(Arrays.stream(stack).filter(frame -> isProgram(frame.getClassName())))
                .map(frame -> " at " + text(frame))
                .orElse("");
    }

    /**
     * The first frame of the program with a line, or else the first of the program. Methods without lines are mostly those
     * that weaving has added.
     */
    private static Optional<StackTraceElement> inSource(Stream<StackTraceElement> frames) {
        StackTraceElement first = null;
        for (Iterator<StackTraceElement> each = frames.iterator(); each.hasNext(); ) {
            StackTraceElement frame = each.next();
            if (frame.getLineNumber() > 0) {
                return Optional.of(frame);
            }
            first = first == null ? frame : first;
        }
        return Optional.ofNullable(first);
    }

    /**
     * The line of the program from which the calling thread has called, as {@code Heat.start(Heat.java:31)}; empty if
     * there is none. Costs some microseconds.
     */
    public static String here() {
        return StackWalker.getInstance()
                .walk(frames -> inSource(frames.filter(frame -> isProgram(frame.getClassName()))
                                .limit(MOST_FRAMES)
                                .map(StackWalker.StackFrame::toStackTraceElement))
                        .map(CallSite::text)
                        .orElse(""));
    }

    /** The frames of the program, innermost first; at most twelve. Those without lines only if none has one. */
    public static List<String> frames(StackTraceElement[] stack) {
        List<StackTraceElement> frames = Arrays.stream(stack)
                .filter(frame -> isProgram(frame.getClassName()))
                .toList();
        boolean haveLines = frames.stream().anyMatch(frame -> frame.getLineNumber() > 0);
        return frames.stream()
                .filter(frame -> !haveLines || frame.getLineNumber() > 0)
                .limit(MOST_FRAMES)
                .map(CallSite::text)
                .toList();
    }

    /** Whether the stack is that of a thread of the program that is inside a call of the runtime. */
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

    /**
     * The frame with the method's name in the source, and without the class loader's name, which {@code toString} may
     * add.
     */
    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "."
                + MADE.matcher(frame.getMethodName()).replaceFirst("") + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static boolean isProgram(String className) {
        boolean runtime = className.startsWith("jdsm.") && !className.startsWith("jdsm.examples.");
        return !runtime && !Woven.isHolder(className) && Stream.of(LIBRARIES).noneMatch(className::startsWith);
    }
}
