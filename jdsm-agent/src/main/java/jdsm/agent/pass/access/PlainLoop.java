package jdsm.agent.pass.access;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/** A loop as it was before anything was put into it, to be run instead of the one that has the checks. */
interface PlainLoop {
    /** Where it begins. */
    LabelNode entry();

    /** To be put behind all other code. */
    InsnList code();

    /** What corresponds to the end of a block of the loop: where it may lead out of the loop. */
    List<AbstractInsnNode> ends(int block);
}
