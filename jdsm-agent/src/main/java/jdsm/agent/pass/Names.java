package jdsm.agent.pass;

import java.util.regex.Pattern;
import jdsm.agent.analysis.Refusal;
import jdsm.runtime.Woven;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** Names of classes and members, and lines, for messages. */
public final class Names {
    private static final String MADE = "$plain";
    private static final String CHECKED = "$checked";
    private static final String PRIVATE = "$private";
    private static final Pattern MADE_END = Pattern.compile(Woven.MADE_END);

    private Names() {}

    /** The name of a method that the weaver makes of another method's code: its name for messages is {@link #inProgram}. */
    public static String ofMade(String original, int number) {
        return original + MADE + number;
    }

    /** The name of a method that the weaver makes of another method's code and its checks. */
    public static String ofChecked(String original, int number) {
        return original + CHECKED + number;
    }

    /** The name of a copy of a method for arrays that only one worker can reach. */
    public static String ofPrivate(String original, int number) {
        return original + PRIVATE + number;
    }

    /**
     * The name of a method as the program has it, also for a method that the weaver has made of its code; {@code lambda} for
     * one made of a method reference.
     */
    public static String inProgram(String method) {
        return MADE_END.matcher(method).replaceFirst("");
    }

    /** The name of a class with dots, from its internal name; for the holder of static fields their class. */
    public static String ofClass(String internalName) {
        return Woven.ownerOf(internalName).replace('/', '.');
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

    /** The variable that a slot has at an instruction, by the class's debug information; null if it has none. */
    public static LocalVariableNode variableAt(MethodNode method, int slot, int instruction) {
        if (method.localVariables == null) {
            return null;
        }
        for (LocalVariableNode variable : method.localVariables) {
            if (variable.index == slot
                    && method.instructions.indexOf(variable.start) <= instruction
                    && instruction < method.instructions.indexOf(variable.end)) {
                return variable;
            }
        }
        return null;
    }

    /** A refusal of an instruction of a method, or of the method if the instruction is null. */
    public static Refusal refusal(ClassNode node, MethodNode method, AbstractInsnNode instruction, String reason) {
        int line = instruction == null ? 0 : line(instruction);
        return new Refusal(of(node.name, method.name), node.sourceFile, line, reason);
    }
}
