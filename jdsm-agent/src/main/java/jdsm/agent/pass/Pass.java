package jdsm.agent.pass;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.tree.ClassNode;

/**
 * One step of weaving. A pass raises {@code maxStack} and {@code maxLocals} for the code that it adds, so that the next
 * pass can analyse the methods; the weaver computes stack map frames after the last pass. Passes have no state.
 */
@FunctionalInterface
public interface Pass {
    /**
     * Changes a class.
     *
     * @param node the class, without frames
     * @param classes answers questions about other classes
     * @param report receives refusals and the places of checks
     */
    void weave(ClassNode node, Classes classes, Report report);
}
