package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes the instructions of checks. */
final class Snippets {
    static final String CHECKS = "jdsm/runtime/Checks";
    static final String ENTRY_CHECKS = "jdsm/runtime/EntryChecks";
    static final String RANGES = "jdsm/runtime/Ranges";
    static final String SHARED = "Ljdsm/runtime/Shared;";
    /** The descriptor by which checks look up the handle of an array of references. */
    static final String REFERENCES = "[Ljava/lang/Object;";

    private Snippets() {}

    static AbstractInsnNode load(int opcode, int slot) {
        return new VarInsnNode(opcode, slot);
    }

    /** Marks the code that follows with a line number. */
    static InsnList line(int number) {
        InsnList code = new InsnList();
        LabelNode start = new LabelNode();
        code.add(start);
        code.add(new LineNumberNode(number, start));
        return code;
    }

    static AbstractInsnNode constant(int number) {
        if (number >= -1 && number <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + number);
        }
        if (number == (byte) number) {
            return new IntInsnNode(Opcodes.BIPUSH, number);
        }
        return number == (short) number ? new IntInsnNode(Opcodes.SIPUSH, number) : new LdcInsnNode(number);
    }

    static AbstractInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    /** {@code array -> length}, or {@code range -> end}, for a value of kind LENGTH. */
    static AbstractInsnNode length(Value value) {
        return value.name() == null
                ? new InsnNode(Opcodes.ARRAYLENGTH)
                : new MethodInsnNode(Opcodes.INVOKEVIRTUAL, Value.RANGE, value.name(), "()I", false);
    }

    /** {@code object -> handle}. */
    static AbstractInsnNode handleOf(String owner) {
        return new FieldInsnNode(Opcodes.GETFIELD, owner, Woven.FIELD, SHARED);
    }

    /** {@code array -> handle}; the type is null if it is unknown. */
    static AbstractInsnNode handleOfArray(String type) {
        return type == null
                ? call(CHECKS, "ofAny", "(Ljava/lang/Object;)" + SHARED)
                : call(CHECKS, "of", "(" + type + ")" + SHARED);
    }

    /**
     * As {@link #handleOfArray}.
     *
     * @param onlyRead whether code behind checks nothing but reads by the handle, which is then also null where none needs a check
     */
    static AbstractInsnNode handleOfArray(String type, boolean onlyRead) {
        return type == null || !onlyRead ? handleOfArray(type) : call(CHECKS, "toRead", "(" + type + ")" + SHARED);
    }

    /** {@code handle -> nothing}: checks an object or a whole array. */
    static AbstractInsnNode check(boolean write) {
        return call(CHECKS, write ? "write" : "read", "(" + SHARED + ")V");
    }

    /** {@code nothing -> count}: the rights that were lowered so far. */
    static AbstractInsnNode lowered() {
        return call(CHECKS, "lowered", "()J");
    }

    /** {@code count -> whether no right was lowered since}. */
    static AbstractInsnNode isStill() {
        return call(CHECKS, "isStill", "(J)Z");
    }

    /** {@code handle -> count}: as {@link #check}; no check is needed while no more rights are lowered. */
    static AbstractInsnNode checkOnce(boolean write) {
        return call(CHECKS, write ? "writeOnce" : "readOnce", "(" + SHARED + ")J");
    }

    /** {@code handle -> handle}: null if no element needs a check while no more rights are lowered. */
    static AbstractInsnNode unlessAccessible(boolean write) {
        return call(CHECKS, write ? "unlessWritable" : "unlessReadable", "(" + SHARED + ")" + SHARED);
    }

    /**
     * {@code handle -> handle}: checks an array of one unit, or a larger one that is accessible as a whole, and returns
     * null; returns any other handle.
     *
     * @param loose whether code behind accesses elements that are not known here
     */
    static AbstractInsnNode settle(boolean write, boolean loose) {
        return call(CHECKS, settleName(write, loose), "(" + SHARED + ")" + SHARED);
    }

    /** {@code array -> handle}: as {@link #settle}, with the search for the handle. */
    static AbstractInsnNode settleArray(boolean write, boolean loose) {
        return call(ENTRY_CHECKS, settleName(write, loose), "(Ljava/lang/Object;)" + SHARED);
    }

    /** {@code rows, index, row -> handle}: as {@link #settleArray}, of an array that is an element of another one. */
    static AbstractInsnNode settleRow(boolean write) {
        return call(ENTRY_CHECKS, settleName(write, false), "([Ljava/lang/Object;ILjava/lang/Object;)" + SHARED);
    }

    private static String settleName(boolean write, boolean loose) {
        return loose ? write ? "settleScatter" : "settleGather" : write ? "settleWrite" : "settleRead";
    }

    /**
     * {@code array, index, right -> element}: reads an element of an array of references before the program does; null where
     * that is impossible.
     *
     * @param inlined whether the JIT may inline the check
     */
    static AbstractInsnNode element(boolean inlined) {
        return call(inlined ? CHECKS : ENTRY_CHECKS, "element", "(" + REFERENCES + "II)Ljava/lang/Object;");
    }

    /** {@code array, index -> element}: as {@link #element}, where another check covers the element. */
    static AbstractInsnNode elementUnchecked() {
        return call(ENTRY_CHECKS, "elementUnchecked", "(" + REFERENCES + "I)Ljava/lang/Object;");
    }

    /** {@code array, index, handle -> element}: as {@link #element}, with what settling the array has left to check. */
    static AbstractInsnNode elementOfSettled() {
        return call(ENTRY_CHECKS, "element", "([Ljava/lang/Object;I" + SHARED + ")Ljava/lang/Object;");
    }

    /** {@code array, index, right -> nothing}: checks one element of an array of references, see {@link ClassRight#push}. */
    static AbstractInsnNode checkReference(boolean write) {
        return call(CHECKS, write ? "write" : "read", "(" + REFERENCES + "II)V");
    }

    /** {@code rows, index, row -> 0 if the row needs a check before it is written}. */
    static AbstractInsnNode isWritableRow() {
        return call(CHECKS, "isWritableRow", "(" + REFERENCES + "ILjava/lang/Object;)Z");
    }

    /** {@code handle, index -> nothing}: checks one element. */
    static AbstractInsnNode checkElement(boolean write) {
        return call(CHECKS, write ? "write" : "read", "(" + SHARED + "I)V");
    }
}
