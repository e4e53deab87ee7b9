package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.CheckReport;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves one method so that the JIT compiler still compiles it: if the checks make it too long, without copies of
 * loops, or else with loops as methods of their own.
 */
final class MethodWeaving {
    private static final String TOO_LONG = "the JVM only interprets methods of more than "
            + PlainMethods.MAX_COMPILED_BYTES + " bytes: divide the method";

    private final String owner;
    private final Set<String> fields;
    private final Classes classes;
    private final PlainMethods methods;
    private final PrivateCopies copies;
    private final Set<Integer> privateVariables;
    private final List<MethodNode> parts = new ArrayList<>();

    /**
     * @param fields the fields that the class declares, as {@code name:descriptor}
     * @param methods receives the new methods, which contain no check
     * @param copies receives the copies of methods that the woven code calls
     * @param privateVariables the variables that contain private arrays at the method's start
     */
    MethodWeaving(
            String owner,
            Set<String> fields,
            Classes classes,
            PlainMethods methods,
            PrivateCopies copies,
            Set<Integer> privateVariables) {
        this.owner = owner;
        this.fields = fields;
        this.classes = classes;
        this.methods = methods;
        this.copies = copies;
        this.privateVariables = privateVariables;
    }

    /** The new methods whose checks are still to be woven. */
    List<MethodNode> parts() {
        return parts;
    }

    /** Weaves a method, which it may change. @return the woven method */
    MethodNode weave(MethodNode method, CheckReport report) {
        if (!methods.mayBecomeTooLong(CodeSize.of(method.instructions).max())) {
            run(method, methods, report);
            return method;
        }
        MethodNode whole = copy(method);
        List<Runnable> told = new ArrayList<>();
        int before = methods.size();
        run(method, methods, later(report, told));
        if (methods.isTooLong(method)) {
            methods.take(before);
            told.clear();
            method = copy(whole);
            run(method, methods.none(), later(report, told));
        }
        if (methods.isTooLong(method)) {
            List<MethodNode> loops = LongMethod.divide(model(whole), methods, methods.shareThatFits(method));
            if (!loops.isEmpty()) {
                parts.addAll(loops);
                return weave(whole, report);
            }
        }
        told.forEach(Runnable::run);
        if (methods.isTooLong(method)) {
            String name = Names.of(owner, Names.inProgram(method.name));
            int bytes = CodeSize.of(method.instructions).max();
            report.check(name, firstLine(method), bytes + " bytes of code", false, TOO_LONG);
        }
        return method;
    }

    private static int firstLine(MethodNode method) {
        return StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(LineNumberNode.class::isInstance)
                .mapToInt(node -> ((LineNumberNode) node).line)
                .min()
                .orElse(0);
    }

    private static CheckReport later(CheckReport report, List<Runnable> told) {
        return report == CheckReport.NONE
                ? report
                : (method, line, access, inLoop, reason) ->
                        told.add(() -> report.check(method, line, access, inLoop, reason));
    }

    private void run(MethodNode method, PlainMethods made, CheckReport report) {
        new MethodWeaver(model(method), report, made).weave();
    }

    private MethodModel model(MethodNode method) {
        return new MethodModel(owner, fields, method, classes, copies, privateVariables);
    }

    static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(
                Opcodes.ASM9,
                method.access,
                method.name,
                method.desc,
                method.signature,
                method.exceptions.toArray(new String[0]));
        method.accept(copy);
        return copy;
    }
}
