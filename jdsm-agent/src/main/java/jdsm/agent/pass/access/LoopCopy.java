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

/** A second copy of a loop's code. It is left where the loop is left. Made of a loop without handlers of exceptions. */
final class LoopCopy implements PlainLoop {
    private final FlowGraph graph;
    private final Loop loop;
    /** Where the copy goes instead of to a block outside. */
    private final IntFunction<LabelNode> outside;
    /** Of all labels that the copy may name: those of the loop become the copy's. */
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();

    private final Map<Integer, LabelNode> starts = new HashMap<>();
    private final Map<Integer, List<AbstractInsnNode>> ends = new HashMap<>();
    private final InsnList code = new InsnList();

    /** For the method that the loop is in. */
    LoopCopy(MethodModel model, Loop loop) {
        this(model, loop, model::startOf);
    }

    /** For any method, which has for each block that the loop leads to a label that stands for it. */
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
