package jdsm.agent;

import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Scope;
import jdsm.agent.analysis.SpinLoops;
import jdsm.agent.pass.Names;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Tells the runtime's stall report whether a thread executes a loop that may wait for ever. */
public final class SpinHints {
    private static volatile Scope scope = Scope.DEFAULT;

    private SpinHints() {}

    /** Sets the scope of the agent's options. */
    static void begin(Scope theScope) {
        scope = theScope;
    }

    /**
     * Describes the loop, if any, in which a thread may wait for ever. The runtime finds this method by name, for it
     * does not depend on the agent.
     *
     * @param stack the thread's frames, innermost first
     * @return one line, or an empty text
     */
    public static String of(StackTraceElement[] stack) {
        LoaderFiles files = new LoaderFiles(ClassLoader.getSystemClassLoader());
        ApplicationClasses classes = new ApplicationClasses(files, scope);
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName().replace('.', '/');
            boolean inProgram = frame.getLineNumber() > 0; // and not in a method that weaving has added
            if (inProgram && scope.covers(name) && classes.isApplication(name)) {
                return at(frame, name, files, classes); // the innermost frame of the application decides
            }
        }
        return "";
    }

    private static String at(StackTraceElement frame, String name, LoaderFiles files, ApplicationClasses classes) {
        byte[] classFile = files.find(name);
        if (classFile == null) {
            return "";
        }
        ClassNode node = new ClassNode();
        new ClassReader(classes.withHolders(classFile)).accept(node, ClassReader.SKIP_FRAMES);
        String method = Names.inProgram(frame.getMethodName());
        int line = frame.getLineNumber();
        return SpinLoops.of(node, classes).stream()
                .filter(spin -> spin.method().equals(method) && spin.firstLine() <= line && line <= spin.lastLine())
                .map(SpinLoops.Spin::text)
                .findFirst()
                .orElse("");
    }
}
