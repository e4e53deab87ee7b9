package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;

/**
 * A copy of a loop's code without checks, with the same exits as the loop. The loop must have no exception handlers.
 */
final class LoopCopy implements PlainLoop {
    private final FlowGraph graph;
    private final Loop loop;
    /** The label that the copy jumps to in place of a block outside the loop. */
    private final IntFunction<LabelNode> outside;
    /** Maps each label of the original code to the copy's label. */
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();

    private final Map<Integer, LabelNode> starts = new HashMap<>();
    private final Map<Integer, List<AbstractInsnNode>> ends = new HashMap<>();
    private final InsnList code = new InsnList();

    /** Makes a copy for the method that contains the loop. */
    LoopCopy(MethodModel model, Loop loop) {
        this(model, loop, model::startOf);
    }

    /** Makes a copy for any method. @param outside the label for each block that the loop leads to */
    LoopCopy(MethodModel model, Loop loop, IntFunction<LabelNode> outside) {
        this.graph = model.graph;
        this.loop = loop;
        this.outside = outside;
        loop.blocks().stream().forEach(this::name);
        loop.blocks().stream().forEach(this::leave);
        loop.blocks().stream().forEach(this::copy);
    }

    @Override
    public LabelNode entry() {
        return starts.get(loop.header());
    }

    @Override
    public InsnList code() {
        return code;
    }

    @Override
    public List<AbstractInsnNode> ends(int block) {
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

    private void leave(int block) {
        for (int next : graph.successors(block)) {
            if (!loop.contains(next) && graph.instruction(graph.first(next)) instanceof LabelNode label) {
                labels.put(label, outside.apply(next));
            }
        }
    }

    private void copy(int block) {
        code.add(starts.get(block));
        List<AbstractInsnNode> end = new ArrayList<>();
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode original = graph.instruction(i);
            if (original instanceof LineNumberNode line && !labels.containsKey(line.start)) {
                continue;
            }
            AbstractInsnNode copied = original.clone(labels);
            code.add(copied);
            if (i == graph.last(block)) {
                end.add(copied);
            }
        }
        int next = block + 1;
        if (graph.fallsThrough(block) && !loop.contains(next)) {
            AbstractInsnNode leave = new JumpInsnNode(Opcodes.GOTO, outside.apply(next));
            code.add(leave);
            end.add(leave);
        }
        ends.put(block, end);
    }
}
