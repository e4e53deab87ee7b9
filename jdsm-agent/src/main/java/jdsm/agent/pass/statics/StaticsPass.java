package jdsm.agent.pass.statics;

import java.util.LinkedHashMap;
import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.StaticTypes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells the runtime what static fields refer to when their class has been initialised, for that must not change while
 * ranks compute. Objects and arrays of the program are told from then on by the checks that stand before each store;
 * what the JDK changes, and the fields of enums, by a call that this pass puts before it.
 */
public final class StaticsPass implements Pass {
    private static final String STATICS = "jdsm/runtime/Statics";
    private static final int STACK = 2;

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (MethodNode method : node.methods) {
            if (method.name.equals("<clinit>")) {
                weaveInitializer(node, method, classes);
            }
            weaveChanges(node, method, classes);
        }
    }

    private static void weaveInitializer(ClassNode node, MethodNode method, Classes classes) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.RETURN) {
                method.instructions.insertBefore(instruction, initialized(node, classes));
            }
        }
        method.maxStack += STACK;
    }

    private static InsnList initialized(ClassNode node, Classes classes) {
        InsnList code = new InsnList();
        for (FieldNode field : node.fields) {
            if (mayChange(node, field) && classes.declaringOwn(node.name, field.name, field.desc) != null) {
                code.add(new FieldInsnNode(Opcodes.GETSTATIC, node.name, field.name, field.desc));
                code.add(new LdcInsnNode(Names.of(node.name, field.name)));
                code.add(EntryPoints.call(STATICS, "initialized", "(Ljava/lang/Object;Ljava/lang/String;)V"));
            }
        }
        code.add(new LdcInsnNode(Names.ofClass(node.name)));
        code.add(EntryPoints.call(STATICS, "initialized", "(Ljava/lang/String;)V"));
        return code;
    }

    /** Whether a static field may lead to something that can change: constants of an enum without fields do not. */
    private static boolean mayChange(ClassNode node, FieldNode field) {
        Type type = Type.getType(field.desc);
        if ((field.access & Opcodes.ACC_STATIC) == 0
                || type.getSort() < Type.ARRAY
                || field.desc.equals("Ljava/lang/String;")) {
            return false;
        }
        boolean hasBodies = (node.access & Opcodes.ACC_FINAL) == 0;
        return (field.access & Opcodes.ACC_ENUM) == 0 || hasBodies || hasReferences(node);
    }

    private static boolean hasReferences(ClassNode node) {
        return node.fields.stream()
                .anyMatch(field -> (field.access & Opcodes.ACC_STATIC) == 0
                        && Type.getType(field.desc).getSort() >= Type.ARRAY);
    }

    private static void weaveChanges(ClassNode node, MethodNode method, Classes classes) {
        Map<AbstractInsnNode, InsnList> before = new LinkedHashMap<>();
        StaticTypes types = null;
        for (AbstractInsnNode instruction : method.instructions) {
            FieldInsnNode changed = null;
            if (instruction instanceof MethodInsnNode call && Changes.areMadeBy(call, classes)) {
                types = types == null ? StaticTypes.of(node.name, method) : types;
                changed = types.fieldOf(call, Type.getArgumentCount(call.desc));
            } else if (instruction.getOpcode() == Opcodes.PUTFIELD && !method.name.equals("<init>")) {
                changed = (FieldInsnNode) instruction;
            }
            String owner = changed == null ? null : classes.declaringOwn(changed.owner, changed.name, changed.desc);
            if (owner != null) {
                before.put(instruction, changing(owner, changed.name));
            }
        }
        before.forEach(method.instructions::insertBefore);
        method.maxStack += before.isEmpty() ? 0 : STACK;
    }

    private static InsnList changing(String owner, String field) {
        InsnList code = new InsnList();
        code.add(new LdcInsnNode(Names.ofClass(owner)));
        code.add(new LdcInsnNode(field));
        code.add(EntryPoints.call(STATICS, "changing", "(Ljava/lang/String;Ljava/lang/String;)V"));
        return code;
    }
}
