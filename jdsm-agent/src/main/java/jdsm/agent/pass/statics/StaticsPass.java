package jdsm.agent.pass.statics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reports to the runtime the beginning of a class's initialiser and, at its end, the objects that the class's static fields refer to:
 * they must not change while ranks compute. Afterwards, the checks before stores detect changes of the program's
 * objects and arrays. This pass adds calls before changes without such a check: those of the JDK's objects, and of
 * fields of enums.
 */
public final class StaticsPass implements Pass {
    private static final String STATICS = "jdsm/runtime/Statics";
    private static final String INTERRUPTED = "java/io/InterruptedIOException";
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
        if (classes.initializers(node.name).contains(node.name)) {
            InsnList begin = new InsnList();
            begin.add(new LdcInsnNode(Names.ofClass(node.name)));
            begin.add(EntryPoints.call(STATICS, "initializing", "(Ljava/lang/String;)V"));
            method.instructions.insert(begin);
        }
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

    /** Whether a static field may lead to mutable state; constants of an enum without reference fields do not. */
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
        List<ChangingCall> calls = new ArrayList<>();
        Map<AbstractInsnNode, InsnList> before = new LinkedHashMap<>();
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode call) {
                ChangingCall.of(call, classes).ifPresent(calls::add);
            } else if (instruction instanceof FieldInsnNode field && isOfOtherClass(node, method, field)) {
                before.put(field, changingOther(field));
            } else if (instruction instanceof FieldInsnNode field && !method.name.equals("<init>")) {
                InsnList code = ofField(method, field, classes);
                if (code != null) {
                    before.put(field, code);
                }
            }
        }
        before.forEach(method.instructions::insertBefore);
        calls.forEach(call -> call.weave(method));
        method.maxStack += before.isEmpty() && calls.isEmpty() ? 0 : STACK;
    }

    /** Whether an instruction of a class's initialiser, or of the constructors of its constants, writes a static field of another class. */
    private static boolean isOfOtherClass(ClassNode node, MethodNode method, FieldInsnNode field) {
        boolean initializes =
                method.name.equals("<clinit>") || method.name.equals("<init>") && (node.access & Opcodes.ACC_ENUM) != 0;
        return initializes
                && field.getOpcode() == Opcodes.PUTFIELD
                && Woven.isHolder(field.owner)
                && !Woven.ownerOf(field.owner).equals(Woven.ownerOf(node.name));
    }

    private static InsnList changingOther(FieldInsnNode field) {
        InsnList code = new InsnList();
        code.add(new LdcInsnNode(Names.of(field.owner, field.name)));
        code.add(EntryPoints.call(STATICS, "initializerChanges", "(Ljava/lang/String;)V"));
        return code;
    }

    /**
     * The code before a write to a field of an enum constant, or of an object that cannot be shared and has no other
     * check; or null.
     */
    private static InsnList ofField(MethodNode method, FieldInsnNode field, Classes classes) {
        if (field.getOpcode() != Opcodes.PUTFIELD) {
            return null;
        }
        String owner = classes.declaringOwn(field.owner, field.name, field.desc);
        if (owner != null) {
            return changing(owner, field.name);
        }
        if (INTERRUPTED.equals(classes.declaringField(field.owner, field.name, field.desc))) {
            return ofInterrupted(method, field);
        }
        boolean unchecked = classes.isApplication(field.owner)
                && !classes.isShareable(field.owner)
                && !classes.isMarkedLocal(field.owner, field.name, field.desc)
                && !classes.isSubtype(field.owner, "java/lang/Throwable")
                && !classes.isSubtype(field.owner, "java/lang/Record");
        if (!unchecked) {
            return null;
        }
        Locals value = new Locals(method, Type.getType(field.desc));
        InsnList code = new InsnList();
        value.store(code, 0);
        code.add(new InsnNode(Opcodes.DUP));
        code.add(EntryPoints.call(STATICS, "changing", "(Ljava/lang/Object;)V"));
        value.load(code, 0);
        return code;
    }

    /** The code before a store to the one field of a known exception that is public. */
    private static InsnList ofInterrupted(MethodNode method, FieldInsnNode field) {
        Locals value = new Locals(method, Type.getType(field.desc));
        InsnList code = new InsnList();
        value.store(code, 0);
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new LdcInsnNode("a store to field " + field.name));
        code.add(EntryPoints.call(
                "jdsm/runtime/ObjectCalls", "throwableChanges", "(Ljava/lang/Object;Ljava/lang/String;)V"));
        value.load(code, 0);
        return code;
    }

    private static InsnList changing(String owner, String field) {
        InsnList code = new InsnList();
        code.add(new LdcInsnNode(Names.ofClass(owner)));
        code.add(new LdcInsnNode(field));
        code.add(EntryPoints.call(STATICS, "changing", "(Ljava/lang/String;Ljava/lang/String;)V"));
        return code;
    }
}
