package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * An access that needs a check, to a field of an object or to an element of an array.
 *
 * @param node the instruction
 * @param instruction its index
 * @param target the object or array, and where in it
 * @param objectSlot a variable that contains the object there, or -1
 * @param indexSlot a variable that contains the index there, or -1
 */
record Access(AbstractInsnNode node, int instruction, Target target, int objectSlot, int indexSlot) {
    /**
     * What is accessed.
     *
     * @param type of an object, the class by which its handle is read; of an array, the descriptor by which its handle is
     *     looked up, or null if it is not known
     * @param object the object or array
     * @param index null for an object
     */
    record Target(String type, Value object, Value index, boolean write) {
        boolean isElement() {
            return index != null;
        }
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

    /** The descriptor under which an array's handle is looked up; null if that depends on what it is. */
    static String arrayType(int opcode, Value array) {
        return switch (opcode) {
            case Opcodes.IALOAD, Opcodes.IASTORE -> "[I";
            case Opcodes.LALOAD, Opcodes.LASTORE -> "[J";
            case Opcodes.FALOAD, Opcodes.FASTORE -> "[F";
            case Opcodes.DALOAD, Opcodes.DASTORE -> "[D";
            case Opcodes.CALOAD, Opcodes.CASTORE -> "[C";
            case Opcodes.SALOAD, Opcodes.SASTORE -> "[S";
            case Opcodes.AALOAD, Opcodes.AASTORE -> "[Ljava/lang/Object;";
            default -> "[B".equals(array.type()) || "[Z".equals(array.type()) ? array.type() : null;
        };
    }

    /** How many places on the stack the value to be stored takes; 0 for a read. */
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

    /** The instruction that keeps the value to be stored in a variable. */
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
