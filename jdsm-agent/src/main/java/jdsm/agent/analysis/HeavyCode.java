package jdsm.agent.analysis;

import java.util.function.Function;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The code of one method for objects with heavy parts, see {@link HeavyParts}. The frames of the method stay valid. */
final class HeavyCode {
    /** What an access, or the making of a part, needs on the stack besides its own operands, at most. */
    private static final int MORE_STACK = 3;

    private final String owner;
    private final MethodNode method;

    HeavyCode(String owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
    }

    static String descriptor(String split) {
        return Type.getObjectType(split + Woven.HEAVY).getDescriptor();
    }

    /**
     * Replaces accesses to moved fields by accesses to fields of heavy parts.
     *
     * @param splitClass gives the class that declares the moved field which an instruction names; null for other fields
     */
    void replaceAccesses(Function<FieldInsnNode, String> splitClass) {
        boolean grown = false;
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node.getOpcode() == Opcodes.GETFIELD || node.getOpcode() == Opcodes.PUTFIELD) {
                FieldInsnNode access = (FieldInsnNode) node;
                String split = splitClass.apply(access);
                if (split != null) {
                    replace(access, split);
                    grown = true;
                }
            }
        }
        method.maxStack += grown ? MORE_STACK : 0;
    }

    private void replace(FieldInsnNode access, String split) {
        FieldInsnNode part = new FieldInsnNode(Opcodes.GETFIELD, split, HeavyParts.FIELD, descriptor(split));
        InsnList before = new InsnList();
        if (access.getOpcode() == Opcodes.GETFIELD) {
            before.add(part);
        } else if (Type.getType(access.desc).getSize() == 1) {
            before.add(new InsnNode(Opcodes.SWAP));
            before.add(part);
            before.add(new InsnNode(Opcodes.SWAP));
        } else {
            before.add(new InsnNode(Opcodes.DUP2_X1));
            before.add(new InsnNode(Opcodes.POP2));
            before.add(part);
            before.add(new InsnNode(Opcodes.DUP_X2));
            before.add(new InsnNode(Opcodes.POP));
        }
        method.instructions.insertBefore(access, before);
        access.owner = split + Woven.HEAVY;
    }

    /** Has a constructor make the object's heavy part, if it calls the constructor of the superclass. */
    void makePart() {
        if (!callsSuperclass()) {
            return;
        }
        String part = owner + Woven.HEAVY;
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        first.add(new TypeInsnNode(Opcodes.NEW, part));
        first.add(new InsnNode(Opcodes.DUP));
        first.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, part, "<init>", "()V", false));
        first.add(new FieldInsnNode(Opcodes.PUTFIELD, owner, HeavyParts.FIELD, descriptor(owner)));
        method.instructions.insert(first);
        method.maxStack = Math.max(method.maxStack, MORE_STACK);
    }

    private boolean callsSuperclass() {
        if (!method.name.equals("<init>")) {
            return false;
        }
        UninitializedThis early = UninitializedThis.of(owner, method);
        for (AbstractInsnNode node : method.instructions) {
            if (early.initializes(node)) {
                return !((MethodInsnNode) node).owner.equals(owner);
            }
        }
        return false; // such a constructor never ends
    }
}
