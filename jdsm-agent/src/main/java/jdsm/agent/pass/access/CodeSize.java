package jdsm.agent.pass.access;

import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * The length of bytecode before it is written. Jumps and loads of constants have a short and a long form, so only
 * bounds are known.
 *
 * @param min bytes if every instruction takes its short form
 * @param max bytes if every instruction takes its long form
 */
record CodeSize(int min, int max) {
    static CodeSize of(Iterable<AbstractInsnNode> code) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        code.forEach(instruction -> instruction.accept(size));
        return new CodeSize(size.getMinSize(), size.getMaxSize());
    }
}
