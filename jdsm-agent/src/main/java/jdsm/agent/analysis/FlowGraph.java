package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The control flow graph of a method: its basic blocks and the edges between them. An edge leads from every block in a
 * protected range to its exception handler. Blocks are numbered in the order of the code; block 0 is the entry. Valid
 * while the method does not change; immutable.
 */
public final class FlowGraph {
    private final AbstractInsnNode[] code;
    private final int[] first;
    private final int[] blockOf;
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final List<List<Integer>> handlers = new ArrayList<>();
    private final BitSet isHandler = new BitSet();
    private final int[] order;

    private FlowGraph(MethodNode method) {
        this.code = method.instructions.toArray();
        BitSet leaders = leaders(method);
        this.first = leaders.stream().toArray();
        this.blockOf = new int[code.length];
        for (int i = 0, block = -1; i < code.length; i++) {
            block += leaders.get(i) ? 1 : 0;
            blockOf[i] = block;
        }
        for (int block = 0; block < first.length; block++) {
            successors.add(new ArrayList<>());
            predecessors.add(new ArrayList<>());
            handlers.add(new ArrayList<>());
        }
        for (TryCatchBlockNode range : method.tryCatchBlocks) {
            addHandler(method.instructions, range);
        }
        for (int block = 0; block < first.length; block++) {
            addSuccessors(method.instructions, block);
        }
        this.order = reversePostorder();
        for (int block : order) {
            allSuccessors(block).forEach(next -> addOnce(predecessors.get(next), block));
        }
    }

    /** The graph of a method, which must have code and no JSR instruction. */
    public static FlowGraph of(MethodNode method) {
        return new FlowGraph(method);
    }

    private static BitSet leaders(MethodNode method) {
        InsnList instructions = method.instructions;
        BitSet leaders = new BitSet();
        leaders.set(0);
        for (TryCatchBlockNode range : method.tryCatchBlocks) {
            leaders.set(instructions.indexOf(range.start));
            leaders.set(instructions.indexOf(range.end));
            leaders.set(instructions.indexOf(range.handler));
        }
        for (AbstractInsnNode node : instructions) {
            List<LabelNode> targets = targets(node);
            targets.forEach(target -> leaders.set(instructions.indexOf(target)));
            if (!targets.isEmpty() || ends(node.getOpcode())) {
                leaders.set(instructions.indexOf(node) + 1);
            }
        }
        leaders.clear(instructions.size());
        return leaders;
    }

    /** The labels that an instruction may jump to; the instruction behind it is not included. */
    public static List<LabelNode> targets(AbstractInsnNode node) {
        List<LabelNode> targets = new ArrayList<>();
        if (node instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (node instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    private static boolean ends(int opcode) {
        return opcode == Opcodes.ATHROW || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    /** Whether control never continues at the next instruction. */
    private static boolean neverFallsThrough(int opcode) {
        return ends(opcode)
                || opcode == Opcodes.GOTO
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }

    /** Whether control may continue from a block to the next one in the code, without a jump. */
    public boolean fallsThrough(int block) {
        return block + 1 < first.length && !neverFallsThrough(code[last(block)].getOpcode());
    }

    private void addHandler(InsnList instructions, TryCatchBlockNode range) {
        int handler = blockOf[instructions.indexOf(range.handler)];
        isHandler.set(handler);
        int end = instructions.indexOf(range.end);
        for (int i = instructions.indexOf(range.start); i < end; i++) {
            addOnce(handlers.get(blockOf[i]), handler);
        }
    }

    private void addSuccessors(InsnList instructions, int block) {
        AbstractInsnNode last = code[last(block)];
        targets(last).forEach(target -> addOnce(successors.get(block), blockOf[instructions.indexOf(target)]));
        if (fallsThrough(block)) {
            addOnce(successors.get(block), block + 1);
        }
    }

    private static void addOnce(List<Integer> list, int block) {
        if (!list.contains(block)) {
            list.add(block);
        }
    }

    private List<Integer> allSuccessors(int block) {
        List<Integer> all = new ArrayList<>(successors.get(block));
        handlers.get(block).forEach(handler -> addOnce(all, handler));
        return all;
    }

    private int[] reversePostorder() {
        int[] reversed = new int[first.length];
        int count = 0;
        BitSet seen = new BitSet();
        ArrayDeque<int[]> path = new ArrayDeque<>(); // block, next successor
        path.push(new int[2]);
        seen.set(0);
        while (!path.isEmpty()) {
            int[] top = path.peek();
            List<Integer> next = allSuccessors(top[0]);
            if (top[1] == next.size()) {
                reversed[count++] = path.pop()[0];
                continue;
            }
            int block = next.get(top[1]++);
            if (!seen.get(block)) {
                seen.set(block);
                path.push(new int[] {block, 0});
            }
        }
        int[] result = new int[count];
        for (int i = 0; i < count; i++) {
            result[i] = reversed[count - 1 - i];
        }
        return result;
    }

    /** The number of blocks, including unreachable ones. */
    public int blocks() {
        return first.length;
    }

    /** The index of a block's first instruction in the method's list, where labels and line numbers count. */
    public int first(int block) {
        return first[block];
    }

    /** The index of a block's last instruction. */
    public int last(int block) {
        return block + 1 < first.length ? first[block + 1] - 1 : code.length - 1;
    }

    public AbstractInsnNode instruction(int index) {
        return code[index];
    }

    /** The block of an instruction. */
    public int blockOf(int instruction) {
        return blockOf[instruction];
    }

    /** The successors of a block, without exception handlers. */
    public List<Integer> successors(int block) {
        return successors.get(block);
    }

    /** The exception handlers of a block. */
    public List<Integer> handlers(int block) {
        return handlers.get(block);
    }

    /** The reachable predecessors of a block, including those that lead to it by an exception. */
    public List<Integer> predecessors(int block) {
        return predecessors.get(block);
    }

    public boolean isHandler(int block) {
        return isHandler.get(block);
    }

    /**
     * The reachable blocks in reverse postorder: except for the back edges of loops, a block precedes its successors.
     */
    public int[] order() {
        return Arrays.copyOf(order, order.length);
    }

    /** The line of an instruction, or 0. */
    public int line(int instruction) {
        for (int i = instruction; i >= 0; i--) {
            if (code[i] instanceof org.objectweb.asm.tree.LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }
}
