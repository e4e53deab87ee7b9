package jdsm.agent.pass.calls;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.tree.ClassNode;

/**
 * Turns references to certain methods that are not woven into calls, which the other passes see and weave. The first
 * pass.
 */
public final class ReferencePass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        new MethodReferences(node, classes).expand();
    }
}
