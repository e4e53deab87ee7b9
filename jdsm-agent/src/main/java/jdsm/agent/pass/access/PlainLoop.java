package jdsm.agent.pass.access;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/** A loop without checks, which runs instead of the loop with checks when no check is left to make. */
interface PlainLoop {
    /** The label at its start. */
    LabelNode entry();

    /** The code, to be inserted behind all other code of the method. */
    InsnList code();

    /** The instructions that correspond to the end of a block of the original loop, and may leave the loop. */
    List<AbstractInsnNode> ends(int block);
}
