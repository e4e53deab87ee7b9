package jdsm.agent.analysis;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Live variables of a part of a method: those that the part may read before it assigns them. A backward analysis. Valid
 * while the method does not change; immutable.
 */
public final class Liveness {
    private final FlowGraph graph;
    private final BitSet part;
    private final BitSet behind;
    private final BitSet[] live;

    /**
     * Analyses a part of a method.
     *
     * @param part the part's blocks
     * @param behind the variables that are live at every exit of the part
     */
    public Liveness(FlowGraph graph, BitSet part, BitSet behind) {
        this.graph = graph;
        this.part = part;
        this.behind = behind;
        this.live = new BitSet[graph.blocks()];
        part.stream().forEach(block -> live[block] = new BitSet());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int block = part.length() - 1; block >= 0; block = part.previousSetBit(block - 1)) {
                BitSet found = find(block);
                changed |= !found.equals(live[block]);
                live[block] = found;
            }
        }
    }

    private BitSet find(int block) {
        BitSet variables = new BitSet();
        graph.successors(block).forEach(next -> variables.or(at(next)));
        for (int i = graph.last(block); i >= graph.first(block); i--) {
            AbstractInsnNode node = graph.instruction(i);
            int opcode = node.getOpcode();
            if (node instanceof IincInsnNode increment) {
                variables.set(increment.var);
            } else if (node instanceof VarInsnNode access) {
                variables.set(access.var, opcode < Opcodes.ISTORE || opcode > Opcodes.ASTORE);
            }
        }
        // An exception may leave the block before it assigns a variable.
        graph.handlers(block).forEach(handler -> variables.or(at(handler)));
        return variables;
    }

    private BitSet at(int block) {
        return part.get(block) ? live[block] : behind;
    }

    /** The first slots of the variables that are live at the start of a block of the part. */
    public BitSet before(int block) {
        return (BitSet) live[block].clone();
    }
}
