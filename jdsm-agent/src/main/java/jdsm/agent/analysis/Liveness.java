package jdsm.agent.analysis;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which variables a part of a method may still read before it assigns them: a backward analysis. Immutable, as long as the method is. */
public final class Liveness {
    private final FlowGraph graph;
    private final BitSet part;
    private final BitSet behind;
    private final BitSet[] live;

    /**
     * Finds them.
     *
     * @param part blocks
     * @param behind the variables that are read wherever the part is left
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
        // An exception may leave the block before anything in it is assigned.
        graph.handlers(block).forEach(handler -> variables.or(at(handler)));
        return variables;
    }

    private BitSet at(int block) {
        return part.get(block) ? live[block] : behind;
    }

    /** The first slots of the variables that may be read from the start of a block of the part on. */
    public BitSet before(int block) {
        return (BitSet) live[block].clone();
    }
}
