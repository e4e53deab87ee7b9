package jdsm.agent.pass.shape;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import java.lang.reflect.Modifier;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Woven;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Changes the members of shareable classes. The topmost shareable class of a hierarchy gets the field for the handle.
 * Instance fields lose {@code final}, for the runtime fills objects that it has made without a constructor. They also lose {@code private}: code of short methods stands in other classes of the package. A fence at
 * the end of each constructor keeps the guarantee of final fields for the other workers of the rank. Classes that would
 * inherit {@code Object.hashCode} get a {@code hashCode} with the same result on all ranks.
 */
public final class ShapePass implements Pass {
    private static final String OBJECT = "java/lang/Object";
    private static final String HASH_CODE = "hashCode";
    /** The flags of a field that are modifiers of the language, and the one of synthetic fields. */
    private static final int MODIFIERS = Modifier.fieldModifiers() | ACC_SYNTHETIC;

    private static final String NO_ARGUMENTS = "()I";
    private static final String SERIALIZABLE = "java/io/Serializable";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (!classes.isShareable(node.name)) {
            return;
        }
        TwinViews.change(node, classes);
        boolean topmost = isTopmost(node, classes);
        if (classes.isSubtype(node.name, SERIALIZABLE)) {
            SerialVersion.keep(node);
        }
        boolean isFinal = node.fields.stream().anyMatch(field -> isOfObjects(field) && (field.access & ACC_FINAL) != 0);
        openFields(node);
        if (isFinal) {
            fenceConstructors(node);
        }
        if (topmost) {
            implementWoven(node);
            if (OBJECT.equals(classes.declaring(node.name, HASH_CODE, NO_ARGUMENTS))) {
                node.methods.add(hashCodeOf());
            }
        }
    }

    private static MethodNode hashCodeOf() {
        MethodNode method = new MethodNode(ACC_PUBLIC | ACC_SYNTHETIC, HASH_CODE, NO_ARGUMENTS, null, null);
        method.instructions.add(new VarInsnNode(ALOAD, 0));
        method.instructions.add(EntryPoints.hashOf());
        method.instructions.add(new InsnNode(IRETURN));
        method.maxStack = 1;
        method.maxLocals = 1;
        return method;
    }

    /** Whether no superclass is shareable. */
    public static boolean isTopmost(ClassNode node, Classes classes) {
        for (String above = node.superName; above != null; above = classes.superName(above)) {
            if (classes.isShareable(above)) {
                return false;
            }
        }
        return true;
    }

    private static void openFields(ClassNode node) {
        StringBuilder changed = new StringBuilder();
        for (FieldNode field : node.fields) {
            int opened = field.access & ~(ACC_PRIVATE | ACC_FINAL);
            if (isOfObjects(field) && field.access != opened) {
                changed.append(field.name)
                        .append(' ')
                        .append(field.access & MODIFIERS)
                        .append('\n');
                field.access = opened;
            }
        }
        if (!changed.isEmpty()) {
            int flags = ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC;
            node.fields.add(new FieldNode(flags, Woven.MODIFIERS, "Ljava/lang/String;", null, changed.toString()));
        }
    }

    private static boolean isOfObjects(FieldNode field) {
        return (field.access & ACC_STATIC) == 0;
    }

    private static void fenceConstructors(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<init>")) {
                continue;
            }
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction.getOpcode() == RETURN) {
                    method.instructions.insertBefore(
                            instruction, EntryPoints.call("java/lang/invoke/VarHandle", "storeStoreFence", "()V"));
                }
            }
        }
    }

    private static void implementWoven(ClassNode node) {
        int flags = ACC_PUBLIC | ACC_TRANSIENT | ACC_SYNTHETIC;
        node.fields.add(new FieldNode(flags, Woven.FIELD, EntryPoints.SHARED, null, null));
        node.interfaces.add(EntryPoints.WOVEN);
        if (node.signature != null) {
            node.signature += "L" + EntryPoints.WOVEN + ";";
        }
        MethodNode getter = method("()" + EntryPoints.SHARED, 1, 1);
        getter.instructions.add(new VarInsnNode(ALOAD, 0));
        getter.instructions.add(EntryPoints.handleOf(node.name));
        getter.instructions.add(new InsnNode(ARETURN));
        node.methods.add(getter);
        MethodNode setter = method("(" + EntryPoints.SHARED + ")V", 2, 2);
        setter.instructions.add(new VarInsnNode(ALOAD, 0));
        setter.instructions.add(new VarInsnNode(ALOAD, 1));
        setter.instructions.add(new FieldInsnNode(PUTFIELD, node.name, Woven.FIELD, EntryPoints.SHARED));
        setter.instructions.add(new InsnNode(RETURN));
        node.methods.add(setter);
    }

    private static MethodNode method(String descriptor, int stack, int locals) {
        MethodNode method = new MethodNode(ACC_PUBLIC | ACC_SYNTHETIC, Woven.FIELD, descriptor, null, null);
        method.maxStack = stack;
        method.maxLocals = locals;
        return method;
    }
}
