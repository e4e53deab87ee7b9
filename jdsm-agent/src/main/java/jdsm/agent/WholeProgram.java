package jdsm.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.SharedFields;
import jdsm.agent.analysis.SpinLoops;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Report;
import jdsm.runtime.Remedies;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves and examines a program as a whole: all classes of the application that its class files name, transitively. */
final class WholeProgram {
    private final ApplicationClasses classes;
    private final LoaderFiles files;
    private final Weaver weaver;
    private final ClassDump dump;

    WholeProgram(ApplicationClasses classes, LoaderFiles files, AgentOptions options) {
        this.classes = classes;
        this.files = files;
        this.weaver = new Weaver(classes, options);
        this.dump = new ClassDump(options.dump());
    }

    /**
     * Weaves all classes of a program and drops the result, but for the option {@code dump}.
     *
     * @param first internal names of the application's classes to start from
     * @param report receives refusals and the places of checks
     * @return the number of classes
     * @throws WeavingException if a class cannot be woven
     */
    int weave(Collection<String> first, Report report) {
        Set<String> reached = reached(first);
        for (String name : reached) {
            byte[] classFile = files.find(name);
            dump.write(name, classFile, weaver.weave(classFile, report));
        }
        return reached.size();
    }

    /**
     * Collects all refusals of the program and of one refused class, a line each.
     *
     * @param program internal name of the started class, or null if it is not known
     * @param refused internal name of the refused class, which the program need not name
     */
    List<String> refusals(String program, String refused) {
        Set<String> first = new LinkedHashSet<>();
        if (program != null && classes.isApplication(program)) {
            first.addAll(
                    SharedFields.isProgram(program, classes)
                            ? SharedFields.of(program, classes).classes()
                            : List.of(program));
        }
        first.add(refused);
        Set<String> lines = new LinkedHashSet<>();
        for (String name : reached(first)) {
            List<Refusal> refusals = new ArrayList<>();
            try {
                weaver.weave(files.find(name), refusals::add);
                refusals.forEach(refusal -> lines.add(refusal.toString()));
            } catch (WeavingException e) {
                lines.add(e.getMessage());
            }
        }
        return List.copyOf(lines);
    }

    /** Reports loops that may wait for ever, and changes of enum constants, a line each. */
    List<String> warnings(Collection<String> first) {
        List<String> lines = new ArrayList<>();
        for (String name : reached(first)) {
            ClassNode node = new ClassNode();
            new ClassReader(classes.withHolders(files.find(name))).accept(node, ClassReader.SKIP_FRAMES);
            SpinLoops.of(node, classes)
                    .forEach(spin -> lines.add(
                            new Refusal(Names.of(name, spin.method()), node.sourceFile, spin.line(), spin.text())
                                    .toString()));
            node.methods.forEach(method -> changesOfEnums(node, method, lines));
        }
        return lines;
    }

    /** Reports writes of constants' fields, which {@link jdsm.runtime.Statics} refuses while ranks compute. */
    private void changesOfEnums(ClassNode node, MethodNode method, List<String> lines) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (method.name.equals("<init>")
                    || !(instruction instanceof FieldInsnNode write)
                    || write.getOpcode() != Opcodes.PUTFIELD) {
                continue;
            }
            String owner = classes.declaringOwn(write.owner, write.name, write.desc);
            if (owner != null) {
                String field = Names.of(owner, write.name);
                lines.add(Names.refusal(
                                node,
                                method,
                                instruction,
                                "field " + field
                                        + " of an enum's constants is changed, of which each rank has its own: an error while"
                                        + " ranks compute; " + Remedies.ofStatic(field))
                        .toString());
            }
        }
    }

    private Set<String> reached(Collection<String> first) {
        Set<String> reached = new LinkedHashSet<>(first);
        ArrayDeque<String> left = new ArrayDeque<>(first);
        Remapper collector = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                if (!name.startsWith("[") && !Twins.isTwin(name) && classes.isApplication(name) && reached.add(name)) {
                    left.add(name);
                }
                return name;
            }
        };
        while (!left.isEmpty()) {
            new ClassReader(files.find(left.remove()))
                    .accept(new ClassRemapper(new ClassNode(), collector), ClassReader.SKIP_FRAMES);
        }
        return reached;
    }
}
