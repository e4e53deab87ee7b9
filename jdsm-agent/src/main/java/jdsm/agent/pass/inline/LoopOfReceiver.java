package jdsm.agent.pass.inline;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;

/** A copy of a loop for receivers of one class. The loop must have no exception handlers. */
final class LoopOfReceiver {
    private final FlowGraph graph;
    private final Loop loop;
    private final InsnList original;
    private final LabelNode start = new LabelNode();
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();
    private final Map<AbstractInsnNode, AbstractInsnNode> copies = new IdentityHashMap<>();
    private final InsnList code = new InsnList();

    LoopOfReceiver(FlowGraph graph, Loop loop, InsnList original) {
        this.graph = graph;
        this.loop = loop;
        this.original = original;
        for (AbstractInsnNode node : original) {
            if (node instanceof LabelNode label) {
                labels.put(label, label);
            }
        }
        loop.blocks().stream().forEach(this::name);
        labels.put((LabelNode) graph.instruction(graph.first(loop.header())), start);
        loop.blocks().stream().forEach(this::copy);
    }

    /** The copy's first instruction. */
    LabelNode start() {
        return start;
    }

    InsnList code() {
        return code;
    }

    /** The copy of an instruction of the loop. */
    AbstractInsnNode copyOf(AbstractInsnNode node) {
        return copies.get(node);
    }

    /** Whether a label is one of the loop. */
    boolean has(LabelNode label) {
        return labels.get(label) != label;
    }

    /** The label in the copy for one of the loop. */
    LabelNode labelOf(LabelNode label) {
        return labels.get(label);
    }

    private void name(int block) {
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            if (graph.instruction(i) instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
        }
    }

    private void copy(int block) {
        boolean isNumbered = false;
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode node = graph.instruction(i);
            if (node.getOpcode() >= 0 && !isNumbered) {
                code.add(line(i));
                isNumbered = true;
            }
            if (!(node instanceof LineNumberNode line) || has(line.start)) {
                isNumbered |= node instanceof LineNumberNode;
                AbstractInsnNode copied = node.clone(labels);
                copies.put(node, copied);
                code.add(copied);
            }
        }
        int next = block + 1;
        if (graph.fallsThrough(block) && !loop.contains(next)) {
            code.add(new JumpInsnNode(Opcodes.GOTO, startOf(next)));
        }
    }

    /** The line of an instruction of the loop, for code elsewhere. */
    private InsnList line(int instruction) {
        InsnList number = new InsnList();
        LabelNode here = new LabelNode();
        number.add(here);
        number.add(new LineNumberNode(graph.line(instruction), here));
        return number;
    }

    private LabelNode startOf(int block) {
        AbstractInsnNode first = graph.instruction(graph.first(block));
        if (first instanceof LabelNode label) {
            return label;
        }
        if (first.getPrevious() instanceof LabelNode inserted) {
            return inserted;
        }
        LabelNode inserted = new LabelNode();
        original.insertBefore(first, inserted);
        return inserted;
    }
}
