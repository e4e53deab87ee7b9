package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A second copy of a loop's code, as it was before anything was put into it. It is left where the loop is left. Made of a loop
 * without handlers of exceptions.
 */
final class LoopCopy {
    private final FlowGraph graph;
    private final MethodNode method;
    private final Loop loop;
    /** Of all labels: those of the loop become the copy's, others stay. */
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();

    private final Map<Integer, LabelNode> starts = new HashMap<>();
    private final Map<Integer, List<AbstractInsnNode>> ends = new HashMap<>();
    private final InsnList code = new InsnList();

    LoopCopy(MethodModel model, Loop loop) {
        this.graph = model.graph;
        this.method = model.method;
        this.loop = loop;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LabelNode label) {
                labels.put(label, label);
            }
        }
        loop.blocks().stream().forEach(this::name);
        loop.blocks().stream().forEach(this::copy);
    }

    /** Where the copy begins. */
    LabelNode entry() {
        return starts.get(loop.header());
    }

    /** To be put behind all other code. */
    InsnList code() {
        return code;
    }

    /** What corresponds to the end of a block: where it may lead out of the loop. */
    List<AbstractInsnNode> ends(int block) {
        return ends.getOrDefault(block, List.of());
    }

    private void name(int block) {
        starts.put(block, new LabelNode());
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            if (graph.instruction(i) instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
        }
    }

    private void copy(int block) {
        code.add(starts.get(block));
        List<AbstractInsnNode> end = new ArrayList<>();
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode copied = graph.instruction(i).clone(labels);
            code.add(copied);
            if (i == graph.last(block)) {
                end.add(copied);
            }
        }
        int next = block + 1;
        if (graph.fallsThrough(block) && !loop.contains(next)) {
            AbstractInsnNode leave = new JumpInsnNode(Opcodes.GOTO, start(next));
            code.add(leave);
            end.add(leave);
        }
        ends.put(block, end);
    }

    private LabelNode start(int block) {
        AbstractInsnNode first = graph.instruction(graph.first(block));
        if (first instanceof LabelNode label) {
            return label;
        }
        LabelNode label = new LabelNode();
        method.instructions.insertBefore(first, label);
        return label;
    }
}
