package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes a copy of a loop, with other accesses, before the loop. Where a page may leave its frame (an access by element, a call), the copy
 * looks whether one has, and goes on in the program's loop behind the same instruction.
 */
abstract class LoopCopy {
    final Version version;
    final MethodChange change;
    final FlowGraph graph;
    final Loop loop;
    final Trees trees;
    final InsnList out = new InsnList();
    /** Where the copy begins. */
    final LabelNode fast = new LabelNode();
    /** The program's loop. */
    final LabelNode slow = new LabelNode();

    final ExpressionCode expressions;
    /** The variable that has the number of moves with which the addresses are valid. */
    final int moves;

    private AbstractInsnNode[] written = {};
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();
    private final Map<Integer, LabelNode> blockCopies = new HashMap<>();

    LoopCopy(Version version, MethodChange change, Loop loop, Trees trees) {
        this.version = version;
        this.change = change;
        this.loop = loop;
        this.trees = trees;
        graph = version.flow.graph();
        moves = local();
        expressions = new ExpressionCode(version, change, out, slow);
    }

    /** Writes an access that moves no page. */
    abstract boolean access(int index);

    /**
     * Writes an instruction that other instructions take the place of.
     *
     * @param replacement these
     */
    void replaced(int index, InsnList replacement) {
        out.add(replacement);
    }

    /** Writes what begins each iteration. */
    void beginIteration() {}

    /** Whether the copy has addresses that end with a move. */
    boolean hasAddresses() {
        return true;
    }

    /** The first instruction of the loop, or of what stands before it. */
    AbstractInsnNode place() {
        int first = graph.first(loop.header());
        while (graph.instruction(first).getOpcode() < 0) {
            first++;
        }
        return graph.instruction(first);
    }

    /** Inserts the code before the loop. */
    final void insertBeforeLoop() {
        written = out.toArray();
        version.code.instructions.insertBefore(place(), out);
    }

    /** The inserted instructions. */
    final AbstractInsnNode[] written() {
        return written;
    }

    final int local() {
        return version.code.maxLocals++;
    }

    final void load(int opcode, int slot) {
        out.add(new VarInsnNode(opcode, slot));
    }

    final void jump(int opcode, LabelNode to) {
        out.add(new JumpInsnNode(opcode, to));
    }

    final void push(int value) {
        out.add(new LdcInsnNode(value));
    }

    final void copy() {
        int header = loop.header();
        List<Integer> order = new ArrayList<>(List.of(header));
        loop.blocks().stream().filter(block -> block != header).forEach(order::add);
        for (int block : order) {
            blockCopies.put(block, block == header ? fast : new LabelNode());
        }
        for (int i = 0; i < version.code.instructions.size(); i++) {
            AbstractInsnNode node = version.code.instructions.get(i);
            if (node instanceof LabelNode label) {
                labels.put(label, label);
            }
        }
        for (int block : order) {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                if (graph.instruction(i) instanceof LabelNode label) {
                    labels.put(label, blockCopies.get(block)); // only those at the block's begin are jumped to
                }
            }
        }
        out.add(fast);
        beginIteration();
        for (int i = 0; i < order.size(); i++) {
            int block = order.get(i);
            if (block != header) {
                out.add(blockCopies.get(block));
            }
            copy(block);
            if (graph.fallsThrough(block)) {
                jump(i + 1 < order.size() && order.get(i + 1) == block + 1, block + 1);
            }
        }
    }

    private void jump(boolean follows, int block) {
        if (!follows) {
            jump(Opcodes.GOTO, loop.contains(block) ? blockCopies.get(block) : labelOf(block));
        }
    }

    private LabelNode labelOf(int block) {
        AbstractInsnNode first = graph.instruction(graph.first(block));
        if (first instanceof LabelNode label) {
            return label;
        }
        LabelNode label = new LabelNode();
        version.code.instructions.insertBefore(first, label);
        return label;
    }

    private void copy(int block) {
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode node = graph.instruction(i);
            if (access(i)) {
                continue;
            }
            if (node instanceof LabelNode || node instanceof LineNumberNode) {
                line(node);
                continue;
            }
            InsnList replacement = change.replacement(i);
            boolean element = replacement != null
                    && !(node instanceof FieldInsnNode)
                    && node.getOpcode() != Opcodes.ARRAYLENGTH
                    && node.getOpcode() != Opcodes.CHECKCAST;
            if (replacement != null) {
                replaced(i, replacement);
            } else {
                out.add(node.clone(labels));
            }
            if (hasAddresses() && (element || trees.mayRunCode(node))) {
                LabelNode behind = new LabelNode();
                version.code.instructions.insert(node, behind);
                out.add(MethodChange.code("moves", "()I"));
                load(Opcodes.ILOAD, moves);
                jump(Opcodes.IF_ICMPNE, behind);
            }
        }
    }

    /** Keeps the lines of the copy. */
    private void line(AbstractInsnNode node) {
        if (node instanceof LineNumberNode line) {
            LabelNode here = new LabelNode();
            out.add(here);
            out.add(new LineNumberNode(line.line, here));
        }
    }
}
