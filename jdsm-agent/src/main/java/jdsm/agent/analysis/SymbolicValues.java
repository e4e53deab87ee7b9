package jdsm.agent.analysis;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The symbolic values of a method's variables and stack, in effect a static single assignment form. One pass over the
 * blocks suffices: a variable that a loop assigns gets a new value at the loop's header, and every other value is known
 * before. A loop in which a variable gets another type is a reason for another pass. If the method's loops are not natural, every variable that the method assigns gets a new value wherever paths
 * meet. Valid while the method does not change; immutable.
 */
public final class SymbolicValues {
    /** Visits instructions. */
    @FunctionalInterface
    public interface Visitor {
        /** Visits an instruction with the frame before it. The visitor must not keep the frame. */
        void visit(int instruction, Frame<Value> before);
    }

    private final MethodNode method;
    private final FlowGraph graph;
    private final Loops loops;
    private final Memory memory;
    private Values values;
    private ValueInterpreter interpreter;
    private final int width;
    private final Map<Integer, Frame<Value>> in = new HashMap<>();
    private final Map<Integer, Frame<Value>> out = new HashMap<>();
    private final Map<Integer, BitSet> assigned = new HashMap<>();
    private final Map<Loop, Frame<Value>> entries = new HashMap<>();
    /** By header of a loop: the variables that get a value of another type in the loop than they have before it. */
    private final Map<Integer, BitSet> retyped = new HashMap<>();

    /**
     * Analyses a method.
     *
     * @param owner the class of the method
     * @throws IllegalArgumentException if the code is not valid
     */
    public SymbolicValues(String owner, MethodNode method, FlowGraph graph, Loops loops, Effects effects) {
        this.method = method;
        this.graph = graph;
        this.loops = loops;
        this.memory = new Memory(method, effects);
        this.width = memory.end();
        int[] order = graph.order();
        BitSet anywhere = new BitSet();
        for (int block : order) {
            assigned.put(block, assignedIn(block));
            anywhere.or(assigned.get(block));
        }
        do {
            this.values = new Values();
            this.interpreter = new ValueInterpreter(values, effects, memory, method.instructions::indexOf);
            out.clear();
            for (int block : order) {
                Frame<Value> frame = new Entry(block, anywhere).frame(owner);
                in.put(block, frame);
                Frame<Value> running = new Frame<>(frame);
                run(block, running, (instruction, before) -> {});
                out.put(block, running);
            }
        } while (findRetyped());
    }

    /** Finds variables whose type a loop changes, and which do not count as such yet; whether there are any. */
    private boolean findRetyped() {
        boolean found = false;
        for (Loop loop : loops.all()) {
            for (int latch : loop.blocks().stream().filter(loop::isLatch).toArray()) {
                for (int slot = 0; slot < method.maxLocals; slot++) {
                    if (isRetyped(loop.header(), slot, out.get(latch).getLocal(slot))) {
                        retyped.computeIfAbsent(loop.header(), any -> new BitSet())
                                .set(slot);
                        found = true;
                    }
                }
            }
        }
        return found;
    }

    private boolean isRetyped(int header, int slot, Value behind) {
        Value before = in.get(header).getLocal(slot);
        return before.kind() == Value.Kind.MERGED
                && before.number() == header
                && isReference(before.type())
                && behind.kind() != Value.Kind.NULL
                && !before.type().equals(behind.type());
    }

    private static boolean isReference(String type) {
        return type != null && (type.startsWith("L") || type.startsWith("["));
    }

    private BitSet assignedIn(int block) {
        BitSet slots = new BitSet();
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode node = graph.instruction(i);
            int opcode = node.getOpcode();
            if (node instanceof IincInsnNode increment) {
                slots.set(increment.var);
            } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
                int variable = ((VarInsnNode) node).var;
                slots.set(variable, variable + (opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE ? 2 : 1));
            } else {
                slots.or(memory.changedBy(node));
            }
        }
        return slots;
    }

    private void run(int block, Frame<Value> frame, Visitor visitor) {
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode node = graph.instruction(i);
            visitor.visit(i, frame);
            if (node.getOpcode() < 0) {
                continue;
            }
            interpreter.now(frame);
            try {
                frame.execute(node, interpreter);
            } catch (AnalyzerException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException("invalid code in " + method.name + method.desc, e);
            }
            int index = i;
            memory.changedBy(node).stream().forEach(slot -> frame.setLocal(slot, values.memory(index, slot)));
        }
    }

    /** Finds the frame at a block's start. */
    private final class Entry {
        private final int block;
        private final Loop loop;
        private final BitSet anywhere;

        private Entry(int block, BitSet anywhere) {
            this.block = block;
            this.loop = loops.headedBy(block);
            this.anywhere = anywhere;
        }

        private Frame<Value> frame(String owner) {
            Frame<Value> start = block == 0 ? start(owner) : null;
            Frame<Value> frame = new Frame<>(width, method.maxStack);
            Frame<Value> entry = new Frame<>(width, method.maxStack);
            for (int slot = 0; slot < width; slot++) {
                Value before = meet(slot, start == null ? null : start.getLocal(slot));
                entry.setLocal(slot, before);
                boolean another = loop != null && assignedIn(slot) || !loops.isReducible() && isMeeting(slot);
                frame.setLocal(slot, another ? values.merged(block, slot, typeInLoop(slot, before)) : before);
            }
            if (block != 0 || start == null) {
                stack(frame);
            }
            if (loop != null) {
                entries.put(loop, entry);
            }
            return frame;
        }

        private String typeInLoop(int slot, Value before) {
            boolean changes = !loops.isReducible() && isReference(before.type())
                    || retyped.getOrDefault(block, new BitSet()).get(slot);
            return changes ? null : before.type();
        }

        private boolean isMeeting(int slot) {
            boolean first = block == 0 && graph.predecessors(block).isEmpty();
            return !first
                    && anywhere.get(slot)
                    && (graph.predecessors(block).size() > 1 || graph.isHandler(block) || block == 0);
        }

        private boolean assignedIn(int slot) {
            return loop.blocks().stream()
                    .anyMatch(inside -> assigned.get(inside).get(slot));
        }

        private Frame<Value> start(String owner) {
            Frame<Value> frame = new Frame<>(width, method.maxStack);
            for (int slot = 0; slot < width; slot++) {
                frame.setLocal(slot, slot < method.maxLocals ? values.unset() : values.parameter(slot, null));
            }
            int slot = 0;
            if ((method.access & Opcodes.ACC_STATIC) == 0) {
                frame.setLocal(slot++, values.parameter(0, "L" + owner + ";"));
            }
            for (Type type : Type.getArgumentTypes(method.desc)) {
                frame.setLocal(slot, values.parameter(slot, type.getDescriptor()));
                slot += type.getSize();
            }
            return frame;
        }

        private boolean isBack(int predecessor) {
            return loop != null && loop.isLatch(predecessor);
        }

        /** The value of a slot at the block's start; at a loop's header, the value on entering the loop. */
        private Value meet(int slot, Value start) {
            Set<Value> coming = new HashSet<>();
            boolean changing = false;
            if (start != null) {
                coming.add(start);
            }
            for (int predecessor : graph.predecessors(block)) {
                if (isBack(predecessor) || !out.containsKey(predecessor)) {
                    continue;
                }
                if (graph.handlers(predecessor).contains(block)) {
                    coming.add(in.get(predecessor).getLocal(slot));
                    changing |= assigned.get(predecessor).get(slot);
                }
                if (graph.successors(predecessor).contains(block)) {
                    coming.add(out.get(predecessor).getLocal(slot));
                }
            }
            if (coming.size() == 1 && !changing) {
                return coming.iterator().next();
            }
            return loop == null ? merged(slot, coming) : values.entered(block, slot, type(coming));
        }

        private Value merged(int slot, Set<Value> coming) {
            return values.merged(block, slot, type(coming));
        }

        private static String type(Set<Value> coming) {
            Set<String> types = new HashSet<>();
            coming.forEach(value -> types.add(value.type()));
            return types.size() == 1 ? types.iterator().next() : null;
        }

        private void stack(Frame<Value> frame) {
            if (graph.isHandler(block)) {
                frame.push(values.merged(block, width, null));
                return;
            }
            Frame<Value> any = graph.predecessors(block).stream()
                    .map(out::get)
                    .filter(java.util.Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            for (int i = 0; any != null && i < any.getStackSize(); i++) {
                Set<Value> coming = new HashSet<>();
                boolean all = true;
                for (int predecessor : graph.predecessors(block)) {
                    if (out.containsKey(predecessor)) {
                        coming.add(out.get(predecessor).getStack(i));
                    } else {
                        all = false;
                    }
                }
                frame.push(coming.size() == 1 && all ? any.getStack(i) : merged(width + i, coming));
            }
        }
    }

    /** Visits the instructions of a reachable block, each with the frame before it. */
    public void walk(int block, Visitor visitor) {
        run(block, new Frame<>(in.get(block)), visitor);
    }

    /** The value of a variable at a block's start. */
    public Value before(int block, int slot) {
        return in.get(block).getLocal(slot);
    }

    /** The frame at a block's start; not to be changed. */
    public Frame<Value> before(int block) {
        return in.get(block);
    }

    /** The frame at a block's end; not to be changed. */
    public Frame<Value> behind(int block) {
        return out.get(block);
    }

    /**
     * The values of the variables, including memory, at a region's entry: before a loop's first iteration. Has no
     * stack.
     */
    public Frame<Value> entry(Region region) {
        return region instanceof Loop loop ? entries.get(loop) : in.get(region.header());
    }

    /**
     * Whether a read of a field or element at the frame's place would yield the given value of kind FIELD or ELEMENT.
     */
    public boolean isCurrent(Value read, Frame<Value> frame) {
        return frame.getLocal(memory.slot(read)) == read.part(read.kind() == Value.Kind.FIELD ? 1 : 2);
    }

    /** Whether a leaf gets its value inside a loop, so that it may change in each iteration. */
    public boolean changesIn(Value leaf, Loop loop) {
        return switch (leaf.kind()) {
            case RESULT -> loop.contains(graph.blockOf(leaf.number()));
            case MERGED -> loop.contains(leaf.number());
            case ENTERED -> leaf.number() != loop.header() && loop.contains(leaf.number());
            default -> false;
        };
    }

    /** Makes further values of this method. */
    public Values values() {
        return values;
    }

    /** The number of the method's own variables; memory's variables follow them. */
    public int variables() {
        return memory.first();
    }
}
