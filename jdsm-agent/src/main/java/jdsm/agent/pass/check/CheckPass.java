package jdsm.agent.pass.check;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts a call of {@link jdsm.runtime.Observed} before each access of a woven class to memory that may be shared,
 * including accesses that weaving has added. Puts calls around operations that order the workers of one rank. The last
 * pass.
 */
public final class CheckPass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if ((node.version & 0xFFFF) < Opcodes.V1_7) {
            node.version = Opcodes.V1_7; // the first version with invokedynamic
        }
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0 && !method.name.equals(jdsm.runtime.Woven.FIELD)) {
                new MethodCheck(node, method, classes).weave();
            }
        }
    }
}
