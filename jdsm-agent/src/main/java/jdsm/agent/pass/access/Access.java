package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * An access that may need a check, to a field of an object or to an element of an array.
 *
 * @param node the instruction
 * @param instruction the instruction's index
 * @param target the object or array, and the index
 * @param objectSlot a variable that contains the object or array at the access, or -1
 * @param indexSlot a variable that contains the index at the access, or -1
 */
record Access(AbstractInsnNode node, int instruction, Target target, int objectSlot, int indexSlot) {
    /**
     * The target of an access.
     *
     * @param type for an object, the class that the code reads its handle from; for an array, the descriptor by which
     *     the code looks up its handle, or null if it is unknown
     * @param object the object or array
     * @param index the index, or null for an object
     * @param write whether the access is a write
     */
    record Target(String type, Value object, Value index, boolean write) {
        boolean isElement() {
            return index != null;
        }
    }

    /** This access, with a check for writing. */
    Access checkedForWriting() {
        Target writing = new Target(target.type, target.object, target.index, true);
        return new Access(node, instruction, writing, objectSlot, indexSlot);
    }

    static boolean isArrayLoad(int opcode) {
        return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
    }

    static boolean isArrayStore(int opcode) {
        return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    }

    static boolean isField(int opcode) {
        return opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
    }

    /** The descriptor by which the code looks up an array's handle; null if only the array itself shows its type. */
    static String arrayType(int opcode, Value array) {
        return switch (opcode) {
            case Opcodes.IALOAD, Opcodes.IASTORE -> "[I";
            case Opcodes.LALOAD, Opcodes.LASTORE -> "[J";
            case Opcodes.FALOAD, Opcodes.FASTORE -> "[F";
            case Opcodes.DALOAD, Opcodes.DASTORE -> "[D";
            case Opcodes.CALOAD, Opcodes.CASTORE -> "[C";
            case Opcodes.SALOAD, Opcodes.SASTORE -> "[S";
            case Opcodes.AALOAD, Opcodes.AASTORE -> Snippets.REFERENCES;
            default -> "[B".equals(array.type()) || "[Z".equals(array.type()) ? array.type() : null;
        };
    }

    /** The number of stack slots of the stored value; 0 for a read. */
    int storedSize() {
        int opcode = node.getOpcode();
        if (opcode == Opcodes.PUTFIELD) {
            String descriptor = ((FieldInsnNode) node).desc;
            return descriptor.equals("J") || descriptor.equals("D") ? 2 : 1;
        }
        if (!isArrayStore(opcode)) {
            return 0;
        }
        return opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE ? 2 : 1;
    }

    /** The opcode that stores the value of a write in a variable. */
    int storedOpcode() {
        int opcode = node.getOpcode();
        if (opcode == Opcodes.PUTFIELD) {
            return org.objectweb.asm.Type.getType(((FieldInsnNode) node).desc).getOpcode(Opcodes.ISTORE);
        }
        return switch (opcode) {
            case Opcodes.LASTORE -> Opcodes.LSTORE;
            case Opcodes.FASTORE -> Opcodes.FSTORE;
            case Opcodes.DASTORE -> Opcodes.DSTORE;
            case Opcodes.AASTORE -> Opcodes.ASTORE;
            default -> Opcodes.ISTORE;
        };
    }
}
