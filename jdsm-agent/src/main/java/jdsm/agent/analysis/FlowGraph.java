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
 * A method's basic blocks and the ways between them, those by exceptions included: from every block in a protected range to
 * its handler. Blocks are numbered as they stand in the code; the entry is 0. Immutable, as long as the method is.
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

    /** Of a method that has code, and no JSR. */
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

    /** Where an instruction may jump to; not where it may fall through to. */
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

    /** Whether the instruction behind never follows directly. */
    private static boolean neverFallsThrough(int opcode) {
        return ends(opcode)
                || opcode == Opcodes.GOTO
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }

    /** Whether a block may go on to the one that stands behind it, without a jump. */
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

    /** How many blocks there are, unreachable ones included. */
    public int blocks() {
        return first.length;
    }

    /** The index of a block's first instruction; labels and lines count, as in the method's list. */
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

    /** The blocks behind a block, those behind exceptions not. */
    public List<Integer> successors(int block) {
        return successors.get(block);
    }

    /** The handlers of what a block throws. */
    public List<Integer> handlers(int block) {
        return handlers.get(block);
    }

    /** The reachable blocks that lead to a block, also by exceptions. */
    public List<Integer> predecessors(int block) {
        return predecessors.get(block);
    }

    public boolean isHandler(int block) {
        return isHandler.get(block);
    }

    /** Reachable blocks so that a block comes before those it leads to, but for loops. */
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
