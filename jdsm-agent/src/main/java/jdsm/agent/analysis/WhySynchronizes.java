package jdsm.agent.analysis;

import java.util.List;
import jdsm.agent.analysis.Targets.Target;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Explains in words why a call may synchronise, for the output of {@code explain}. */
final class WhySynchronizes {
    /** The greatest length of a chain of calls in an explanation. */
    private static final int MOST_CALLS = 4;

    private static final String UNKNOWN = "whose code is not known";

    private final ApplicationClasses classes;

    WhySynchronizes(ApplicationClasses classes) {
        this.classes = classes;
    }

    /** Explains a call by a relative clause, such as {@code which is synchronized}. */
    String of(String owner, String name, String descriptor, boolean virtual) {
        return of(owner, name, descriptor, virtual, 0);
    }

    private String of(String owner, String name, String descriptor, boolean virtual, int depth) {
        String declaring = classes.declaring(owner, name, descriptor);
        if (owner.startsWith("[") || declaring == null) {
            return UNKNOWN;
        }
        if (declaring.equals("jdsm/SPMD") || declaring.equals("jdsm/Collectives")) {
            return "which synchronises";
        }
        if (!Targets.isKnown(declaring, classes)) {
            return "which is not woven, and not known to be free of synchronisation";
        }
        Call call = new Call(owner, name, descriptor, virtual);
        List<Target> targets = classes.targets(call);
        if (targets == null) {
            return unknownTargets(call, classes.find(declaring));
        }
        for (Target target : targets) {
            Call alone = target.declared();
            if (classes.maySynchronize(alone)) {
                return alone.equals(new Call(declaring, name, descriptor, false))
                        ? code(declaring, name, descriptor, depth)
                        : "which may run " + simple(target.owner()) + "." + alone.name()
                                + (depth < MOST_CALLS
                                        ? ", " + of(alone.owner(), alone.name(), alone.descriptor(), false, depth + 1)
                                        : "");
            }
        }
        return UNKNOWN;
    }

    /** Explains why classes that are not known may have the method that a virtual call runs. */
    private String unknownTargets(Call call, ClassFacts declaring) {
        Subtypes subtypes = classes.subtypes();
        if (subtypes == null || !subtypes.contains(call.owner())) {
            boolean isAbstract = (declaring.method(call.name(), call.descriptor()) & Opcodes.ACC_ABSTRACT) != 0;
            return isAbstract
                    ? "which is abstract: any class may implement it"
                    : "which may be overridden: neither it nor its class is final";
        } else if (subtypes.defining() != null) {
            return "which a class made at run time may override: " + simple(subtypes.defining())
                    + " may define hidden classes";
        } else if (subtypes.proxying(call.owner()) != null && classes.isInterface(call.owner())) {
            return "which a proxy may implement: " + simple(subtypes.proxying(call.owner())) + " makes proxies";
        }
        return "which no class on the class path implements by code that is known";
    }

    /** Explains a call by the first instruction of the method that may synchronise. */
    private String code(String owner, String name, String descriptor, int depth) {
        ClassNode node = new ClassNode();
        byte[] classFile = classes.classFile(owner);
        if (classFile == null) {
            return UNKNOWN;
        }
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return code(method, depth);
            }
        }
        return UNKNOWN;
    }

    private String code(MethodNode method, int depth) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return "which is synchronized";
        } else if ((method.access & Opcodes.ACC_NATIVE) != 0) {
            return "which is native";
        }
        int line = 0;
        for (AbstractInsnNode node : method.instructions) {
            line = node instanceof LineNumberNode number ? number.line : line;
            String action = action(node, depth);
            if (action != null) {
                return "which in line " + line + " " + action;
            }
        }
        return "which may initialise a class whose initialiser synchronises";
    }

    /** Describes an instruction that may synchronise, by a verb phrase; null for any other instruction. */
    private String action(AbstractInsnNode node, int depth) {
        if (node.getOpcode() == Opcodes.MONITORENTER) {
            return "enters a monitor";
        } else if (node instanceof FieldInsnNode field) {
            return classes.isVolatile(field.owner, field.name, field.desc)
                            || classes.hasVolatileElements(field.owner, field.name, field.desc)
                    ? "accesses the volatile field " + simple(field.owner) + "." + field.name
                    : null;
        } else if (node instanceof MethodInsnNode call) {
            boolean virtual = call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
            if (classes.maySynchronize(call.owner, call.name, call.desc, virtual)) {
                return "calls " + simple(call.owner) + "." + call.name
                        + (depth < MOST_CALLS ? ", " + of(call.owner, call.name, call.desc, virtual, depth + 1) : "");
            }
        }
        return null;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('/') + 1).replace('$', '.');
    }
}
