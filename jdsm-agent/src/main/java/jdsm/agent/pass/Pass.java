package jdsm.agent.pass;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.tree.ClassNode;

/**
 * One step of weaving. A pass adds to {@code maxStack} and {@code maxLocals} what it uses, so that the next one can analyse
 * methods; frames are computed at the end. Has no state.
 */
@FunctionalInterface
public interface Pass {
    /**
     * Changes a class.
     *
     * @param node the class, without frames
     * @param classes what is known of others
     * @param report where to say what is refused, and what has been done
     */
    void weave(ClassNode node, Classes classes, Report report);
}
