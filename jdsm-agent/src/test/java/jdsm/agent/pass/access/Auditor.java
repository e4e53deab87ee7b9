package jdsm.agent.pass.access;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.check.CheckPass;
import org.objectweb.asm.tree.ClassNode;

/** Has a woven class tell of its accesses, by the pass that {@code --check} has; {@link Rights} listens. */
final class Auditor {
    private final Classes classes;

    Auditor(Classes classes) {
        this.classes = classes;
    }

    void audit(ClassNode node) {
        new CheckPass().weave(node, classes, refusal -> {});
    }
}
