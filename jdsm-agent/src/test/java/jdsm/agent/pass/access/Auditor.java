package jdsm.agent.pass.access;

import jdsm.agent.analysis.Classes;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts a call of {@link Rights#demand} before each access of a woven class, also those that weaving has added. Shares nothing
 * with the pass: it looks at the stack only.
 */
final class Auditor {
    private final Classes classes;

    Auditor(Classes classes) {
        this.classes = classes;
    }

    void audit(ClassNode node) {
        for (MethodNode method : node.methods) {
            boolean constructor = method.name.equals("<init>");
            int line = 0;
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof LineNumberNode number) {
                    line = number.line;
                }
                if (!constructor) {
                    audit(method, instruction, method.name + ":" + line);
                }
            }
        }
    }

    private void audit(MethodNode method, AbstractInsnNode node, String place) {
        int opcode = node.getOpcode();
        InsnList code = new InsnList();
        if (node instanceof FieldInsnNode field
                && (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD)
                && !field.name.equals(Woven.FIELD)
                && classes.kindOf(field.owner, field.name, field.desc) == Classes.FieldKind.SHARED) {
            Type stored = opcode == Opcodes.PUTFIELD ? Type.getType(field.desc) : null;
            demand(method, code, stored, false, place);
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            demand(method, code, null, true, place);
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            Type stored = switch (opcode) {
                case Opcodes.LASTORE -> Type.LONG_TYPE;
                case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
                case Opcodes.FASTORE -> Type.FLOAT_TYPE;
                case Opcodes.AASTORE -> Type.getObjectType("java/lang/Object");
                default -> Type.INT_TYPE;
            };
            demand(method, code, stored, true, place);
        }
        method.instructions.insertBefore(node, code);
    }

    private static void demand(MethodNode method, InsnList code, Type stored, boolean element, String place) {
        int slot = method.maxLocals;
        method.maxLocals += 4;
        if (stored != null) {
            code.add(new VarInsnNode(stored.getOpcode(Opcodes.ISTORE), slot));
        }
        if (element) {
            code.add(new InsnNode(Opcodes.DUP2));
        } else {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new InsnNode(Opcodes.ICONST_0));
        }
        code.add(new InsnNode(stored == null ? Opcodes.ICONST_0 : Opcodes.ICONST_1));
        code.add(new LdcInsnNode(place));
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                Type.getInternalName(Rights.class),
                "demand",
                "(Ljava/lang/Object;IZLjava/lang/String;)V",
                false));
        if (stored != null) {
            code.add(new VarInsnNode(stored.getOpcode(Opcodes.ILOAD), slot));
        }
        method.maxStack += 8;
    }
}
