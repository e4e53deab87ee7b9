package jdsm.agent.pass;

import jdsm.agent.analysis.Refusal;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Names and lines, as people write them. */
public final class Names {
    private Names() {}

    /** A class's name with dots. */
    public static String ofClass(String internalName) {
        return internalName.replace('/', '.');
    }

    /** {@code package.Class.member}. */
    public static String of(String owner, String member) {
        return ofClass(owner) + "." + member;
    }

    /** The line of an instruction, or 0 if that is not known. */
    public static int line(AbstractInsnNode instruction) {
        for (AbstractInsnNode node = instruction; node != null; node = node.getPrevious()) {
            if (node instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    /** A refusal of what an instruction of a method does. */
    public static Refusal refusal(ClassNode node, MethodNode method, AbstractInsnNode instruction, String reason) {
        int line = instruction == null ? 0 : line(instruction);
        return new Refusal(of(node.name, method.name), node.sourceFile, line, reason);
    }
}
