package jdsm.agent.pass;

import jdsm.agent.analysis.Refusal;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Names of classes and members, and lines, for messages. */
public final class Names {
    private Names() {}

    /** The name of a class with dots, from its internal name. */
    public static String ofClass(String internalName) {
        return internalName.replace('/', '.');
    }

    /** The name of a member, as {@code package.Class.member}. */
    public static String of(String owner, String member) {
        return ofClass(owner) + "." + member;
    }

    /** The line of an instruction, or 0 if it is unknown. */
    public static int line(AbstractInsnNode instruction) {
        for (AbstractInsnNode node = instruction; node != null; node = node.getPrevious()) {
            if (node instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    /** A refusal of an instruction of a method, or of the method if the instruction is null. */
    public static Refusal refusal(ClassNode node, MethodNode method, AbstractInsnNode instruction, String reason) {
        int line = instruction == null ? 0 : line(instruction);
        return new Refusal(of(node.name, method.name), node.sourceFile, line, reason);
    }
}
