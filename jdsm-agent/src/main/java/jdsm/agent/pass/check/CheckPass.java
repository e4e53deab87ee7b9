package jdsm.agent.pass.check;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts a call of {@link jdsm.runtime.Observed} before each access of a woven class to what may be shared, those included that weaving
 * has added, and around what orders the workers of one rank. Comes last.
 */
public final class CheckPass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if ((node.version & 0xFFFF) < Opcodes.V1_7) {
            node.version = Opcodes.V1_7; // the first with invokedynamic
        }
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0 && !method.name.equals(jdsm.runtime.Woven.FIELD)) {
                new MethodCheck(node, method, classes).weave();
            }
        }
    }
}
