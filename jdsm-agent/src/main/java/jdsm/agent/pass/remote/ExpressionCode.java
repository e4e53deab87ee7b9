package jdsm.agent.pass.remote;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Computes expressions before an iteration. Where the program would throw, it goes to another place, with an empty stack. */
final class ExpressionCode {
    private final Version version;
    private final MethodChange change;
    private final InsnList out;
    private final LabelNode failed;

    ExpressionCode(Version version, MethodChange change, InsnList out, LabelNode failed) {
        this.version = version;
        this.change = change;
        this.out = out;
        this.failed = failed;
    }

    /** Computes an expression into a variable. */
    int into(Tree tree) {
        if (tree.sort() == Tree.Sort.LOCAL) {
            return ((VarInsnNode) tree.node()).var;
        }
        boolean reference = isReference(tree);
        if (!tree.mayFail()) {
            direct(tree);
        } else {
            failing(tree);
        }
        int slot = version.code.maxLocals++;
        out.add(new VarInsnNode(reference ? Opcodes.ASTORE : Opcodes.ISTORE, slot));
        return slot;
    }

    private static boolean isReference(Tree tree) {
        return switch (tree.sort()) {
            case STATIC, FIELD ->
                Type.getType(((FieldInsnNode) tree.node()).desc).getSort() >= Type.ARRAY;
            case ELEMENT -> true;
            default -> false;
        };
    }

    /** Computes an expression onto the stack that meets neither null nor a wrong index. */
    private void direct(Tree tree) {
        switch (tree.sort()) {
            case CONSTANT -> out.add(new LdcInsnNode(tree.number()));
            case VARIABLE -> {
                out.add(new VarInsnNode(Opcodes.ILOAD, tree.number()));
                if (tree.plus() != 0) {
                    out.add(new LdcInsnNode(tree.plus()));
                    out.add(new InsnNode(Opcodes.IADD));
                }
            }
            case LOCAL -> out.add(tree.node().clone(null));
            case STATIC -> field(tree);
            default -> {
                direct(tree.left());
                if (tree.right() != null) {
                    direct(tree.right());
                }
                out.add(new InsnNode(tree.node().getOpcode()));
            }
        }
    }

    private void field(Tree tree) {
        FieldInsnNode access = (FieldInsnNode) tree.node();
        out.add(change.isMarked(access) ? change.access(access) : access.clone(null));
    }

    /** Computes an expression onto the stack, its parts into variables. */
    private void failing(Tree tree) {
        int left = into(tree.left());
        switch (tree.sort()) {
            case FIELD -> {
                checkNull(left);
                load(Opcodes.ALOAD, left);
                field(tree);
            }
            case LENGTH -> {
                checkNull(left);
                load(Opcodes.ALOAD, left);
                length(tree);
            }
            case ELEMENT -> {
                int index = into(tree.right());
                checkNull(left);
                load(Opcodes.ILOAD, index);
                out.add(new JumpInsnNode(Opcodes.IFLT, failed));
                load(Opcodes.ILOAD, index);
                load(Opcodes.ALOAD, left);
                out.add(new InsnNode(Opcodes.ARRAYLENGTH));
                out.add(new JumpInsnNode(Opcodes.IF_ICMPGE, failed));
                load(Opcodes.ALOAD, left);
                load(Opcodes.ILOAD, index);
                out.add(new InsnNode(Opcodes.AALOAD));
            }
            default -> {
                int right = tree.right() == null ? -1 : into(tree.right());
                load(Opcodes.ILOAD, left);
                if (right >= 0) {
                    load(Opcodes.ILOAD, right);
                }
                out.add(new InsnNode(tree.node().getOpcode()));
            }
        }
    }

    private void length(Tree tree) {
        InsnList size = change.replacement(change.index(tree.node()));
        out.add(size != null ? size.getFirst().clone(null) : tree.node().clone(null));
    }

    private void checkNull(int slot) {
        load(Opcodes.ALOAD, slot);
        out.add(new JumpInsnNode(Opcodes.IFNULL, failed));
    }

    private void load(int opcode, int slot) {
        out.add(new VarInsnNode(opcode, slot));
    }
}
