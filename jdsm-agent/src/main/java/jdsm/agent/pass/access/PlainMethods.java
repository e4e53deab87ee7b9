package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The new methods of a class, most of which contain code without checks. The JIT compiler spills values that are live across a
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

    /** Checks make a method at most so many times as long, or nearly so. */
    private static final int MOST_GROWTH = 8;

    /** For code of which more bytes are checks than of the whole method. */
    private static final double MARGIN = 0.75;

    /** A least length that no code reaches: no code becomes a method, and no loop is copied. */
    static final int NEVER = Integer.MAX_VALUE;

    /** The length up to which HotSpot compiles methods ({@code HugeMethodLimit}); others it only interprets. */
    static final int MAX_COMPILED_BYTES = 8_000;

    private final int minBytes;
    private final int maxBytes;
    private final List<MethodNode> all = new ArrayList<>();
    private int made;

    /**
     * @param minBytes the least length of code that becomes a method; {@link #MIN_BYTES}, {@link #NEVER}, or less in
     *     tests
     * @param maxBytes the greatest length of a method that the JIT compiler compiles; less in tests
     */
    PlainMethods(int minBytes, int maxBytes) {
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
    }

    /** Whether the JIT compiler would not compile a method. */
    boolean isTooLong(MethodNode method) {
        return CodeSize.of(method.instructions).max() > maxBytes;
    }

    /** The share of a woven method's code that the JIT compiler would certainly compile. */
    double shareThatFits(MethodNode woven) {
        return MARGIN * maxBytes / CodeSize.of(woven.instructions).max();
    }

    /** Whether checks may make a method too long, whose length is now as given. */
    boolean mayBecomeTooLong(int bytes) {
        return areWanted() && bytes > maxBytes / MOST_GROWTH;
    }

    /** The same without methods, and without any wish for them. */
    PlainMethods none() {
        return new PlainMethods(NEVER, maxBytes);
    }

    /** Adds a static method without code. @param of the name of the original method */
    MethodNode add(String of, String descriptor) {
        return addNamed(Names.ofMade(of, made++), descriptor);
    }

    /** Adds a static method without code, for a method's code with its checks. @param of the name of the original method */
    MethodNode addChecked(String of, String descriptor) {
        return addNamed(Names.ofChecked(of, made++), descriptor);
    }

    private MethodNode addNamed(String name, String descriptor) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(access, name, descriptor, null, null);
        all.add(method);
        return method;
    }

    /** The number of methods added so far. */
    int size() {
        return all.size();
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

    /** Removes the methods that were added behind the first ones. @return these methods */
    List<MethodNode> take(int behind) {
        List<MethodNode> last = all.subList(behind, all.size());
        List<MethodNode> taken = List.copyOf(last);
        last.clear();
        return taken;
    }

    List<MethodNode> all() {
        return List.copyOf(all);
    }
}
