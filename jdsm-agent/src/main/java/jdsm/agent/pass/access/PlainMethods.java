package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The new methods of a class that contain code without checks. The JIT compiler spills values that are live across a
 * call to memory, and may reload them in each iteration of an inner loop. In a method that calls checks before its
 * loops, these are all values that the loops need. In a method of its own, which must not be inlined, a loop keeps its
 * values in registers. Not thread-safe.
 */
final class PlainMethods {
    /**
     * The least length of code that becomes a method: shorter code needs few registers, and the call itself would cost
     * time.
     */
    static final int MIN_BYTES = 200;
    /** The length up to which HotSpot inlines hot methods ({@code FreqInlineSize}). */
    private static final int MAX_INLINED_BYTES = 325;

    /** A least length that no code reaches: no code becomes a method, and no loop is copied. */
    static final int NEVER = Integer.MAX_VALUE;

    private final int minBytes;
    private final List<MethodNode> all = new ArrayList<>();

    /**
     * @param minBytes the least length of code that becomes a method; {@link #MIN_BYTES}, {@link #NEVER}, or less in
     *     tests
     */
    PlainMethods(int minBytes) {
        this.minBytes = minBytes;
    }

    /** Adds a static method without code. @param of the name of the original method */
    MethodNode add(String of, String descriptor) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(access, Names.ofMade(of, all.size()), descriptor, null, null);
        all.add(method);
        return method;
    }

    /** Whether code without checks may stand beside the code with checks. */
    boolean areWanted() {
        return minBytes != NEVER;
    }

    /** Whether code of the given length becomes a method. */
    boolean isWorth(int bytes) {
        return bytes >= minBytes;
    }

    /** Appends unreachable code to a complete method, so that HotSpot does not inline it. */
    static void keepOut(MethodNode method) {
        for (int bytes = CodeSize.of(method.instructions).min(); bytes <= MAX_INLINED_BYTES; bytes++) {
            method.instructions.add(new InsnNode(Opcodes.NOP));
        }
        method.instructions.add(new InsnNode(Opcodes.ACONST_NULL));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
    }

    List<MethodNode> all() {
        return List.copyOf(all);
    }
}
