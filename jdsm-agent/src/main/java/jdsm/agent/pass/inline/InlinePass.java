package jdsm.agent.pass.inline;

import java.util.Set;
import java.util.stream.Collectors;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts the code of short methods in place of calls. A later pass then moves the checks of this code out of the caller's
 * loops, makes a check once for several of these methods, and knows the values that they return. Stack traces lack the
 * line of such a method.
 */
public final class InlinePass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if ((node.access & Opcodes.ACC_INTERFACE) != 0) {
            return;
        }
        Bodies bodies = new Bodies(classes);
        Set<String> fields =
                node.fields.stream().map(field -> field.name + ":" + field.desc).collect(Collectors.toSet());
        for (MethodNode method : node.methods) {
            if (method.name.charAt(0) != '<' && !hasSubroutines(method)) {
                new Calls(node.name, method, bodies).replace();
                new ReceiverLoops(node.name, fields, method, bodies).copy(Calls.MOST_WITH_LOOPS);
            }
        }
    }

    private static boolean hasSubroutines(MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() == Opcodes.JSR) {
                return true;
            }
        }
        return false;
    }
}
