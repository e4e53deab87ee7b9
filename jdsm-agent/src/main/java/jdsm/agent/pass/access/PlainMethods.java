package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods that code without checks of a class's methods has become. The compiler keeps what is needed behind a call
 * in memory, and may read it from there again in each iteration of an inner loop: in a method that calls checks before
 * its loops, that is all of what the loops need. In a method of their own they have the registers, if it is not
 * inlined. Not thread-safe.
 */
final class PlainMethods {
    /** What is shorter takes few registers, and may be so short that the call counts. */
    static final int MIN_BYTES = 200;
    /** HotSpot inlines no longer method, however often it is called ({@code FreqInlineSize}). */
    private static final int MAX_INLINED_BYTES = 325;

    /** Shorter than no code: none becomes a method, and no loop is there twice. */
    static final int NEVER = Integer.MAX_VALUE;

    private final int minBytes;
    private final List<MethodNode> all = new ArrayList<>();

    /** @param minBytes how long code must be; {@link #MIN_BYTES}, {@link #NEVER}, or less in tests */
    PlainMethods(int minBytes) {
        this.minBytes = minBytes;
    }

    /** Another one, static and without code yet. */
    MethodNode add(String of, String descriptor) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(access, of + "$plain" + all.size(), descriptor, null, null);
        all.add(method);
        return method;
    }

    /** Whether code without checks stands beside code that has them. */
    boolean areWanted() {
        return minBytes != NEVER;
    }

    /** Whether so much code is worth a method. */
    boolean isWorth(int bytes) {
        return bytes >= minBytes;
    }

    /** Lengthens a method that has all its code, behind its end, so that it is not inlined. */
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
