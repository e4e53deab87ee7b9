package jdsm.agent.pass.calls;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.tree.ClassNode;

/**
 * Makes calls of references to methods that are not woven and have to be called with care: so all other passes see them. Comes
 * first.
 */
public final class ReferencePass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        new MethodReferences(node, classes).expand();
    }
}
