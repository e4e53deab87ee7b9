package jdsm.agent.pass.remote;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/** The expressions of one loop, and its variables: those that every iteration increases or lowers once, by one constant. */
final class Trees {
    private static final int DEEPEST = 24;

    private final Version version;
    private final ProgramClasses classes;
    private final Frame<SourceValue>[] sources;
    private final FlowGraph graph;
    private final Dominators dominators;
    private final Loop loop;
    private final Map<Integer, AbstractInsnNode> increments = new HashMap<>();
    private final Map<Integer, AbstractInsnNode> stores = new HashMap<>();
    private final Set<Integer> changing = new HashSet<>();
    private final Set<String> storedFields = new HashSet<>();
    private final Map<AbstractInsnNode, Integer> places = new HashMap<>();
    private boolean calls;
    private boolean storesReferences;

    Trees(Version version, ProgramClasses classes, Frame<SourceValue>[] sources, Dominators dominators, Loop loop) {
        this.version = version;
        this.classes = classes;
        this.sources = sources;
        this.graph = version.flow.graph();
        this.dominators = dominators;
        this.loop = loop;
        loop.blocks().stream().forEach(block -> {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                look(i);
            }
        });
        increments.keySet().removeIf(slot -> changing.contains(slot) || !always(places.get(increments.get(slot))));
    }

    private void look(int index) {
        AbstractInsnNode node = graph.instruction(index);
        places.put(node, index);
        if (node instanceof IincInsnNode increment) {
            if (increments.put(increment.var, node) != null || increment.incr == 0) {
                changing.add(increment.var);
            }
        } else if (node instanceof VarInsnNode access && node.getOpcode() >= Opcodes.ISTORE) {
            if (stores.put(access.var, node) != null) {
                changing.add(access.var);
            }
            if (node.getOpcode() == Opcodes.LSTORE || node.getOpcode() == Opcodes.DSTORE) {
                changing.add(access.var + 1);
            }
        } else if (node.getOpcode() == Opcodes.PUTFIELD || node.getOpcode() == Opcodes.PUTSTATIC) {
            storedFields.add(((FieldInsnNode) node).name);
        }
        storesReferences |= node.getOpcode() == Opcodes.AASTORE;
        calls |= mayRunCode(node);
    }

    /** Whether an instruction may run code of the program: a call, or the initialiser of another class. */
    boolean mayRunCode(AbstractInsnNode node) {
        return mayRunCode(node, version.owner.name);
    }

    /** @param owner the class of the instruction */
    static boolean mayRunCode(AbstractInsnNode node, String owner) {
        int opcode = node.getOpcode();
        if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
            return !((FieldInsnNode) node).owner.equals(owner);
        }
        return opcode == Opcodes.INVOKEDYNAMIC || node instanceof MethodInsnNode call && !JdkCalls.isOfNumbers(call);
    }

    /** Whether every iteration runs an instruction. */
    boolean always(int index) {
        return dominators.isInEachIteration(loop, graph.blockOf(index));
    }

    /** The variables of the loop, and by how much an iteration increases them: less than 0 if it lowers them. */
    Map<Integer, Integer> variables() {
        Map<Integer, Integer> steps = new HashMap<>();
        increments.forEach((slot, node) -> {
            if (!stores.containsKey(slot)) {
                steps.put(slot, ((IincInsnNode) node).incr);
            }
        });
        return steps;
    }

    /** By how much a variable of the loop has changed in an iteration before an instruction that every iteration runs. */
    int progress(int variable, int index) {
        AbstractInsnNode increment = increments.get(variable);
        return order(places.get(increment), index) > 0 ? ((IincInsnNode) increment).incr : 0;
    }

    /** The expression of an operand, counted from the top of the stack; null if it cannot be computed before. */
    Tree operand(int index, int fromTop) {
        return operand(index, fromTop, 0);
    }

    private Tree operand(int index, int fromTop, int depth) {
        Frame<SourceValue> frame = sources[index];
        if (frame == null || depth > DEEPEST) {
            return null;
        }
        SourceValue value = frame.getStack(frame.getStackSize() - 1 - fromTop);
        if (value.insns.size() != 1) {
            return null;
        }
        AbstractInsnNode node = value.insns.iterator().next();
        Integer place = places.get(node);
        return place == null ? null : tree(place, depth + 1);
    }

    private Tree tree(int index, int depth) {
        AbstractInsnNode node = graph.instruction(index);
        int opcode = node.getOpcode();
        switch (opcode) {
            case Opcodes.BIPUSH, Opcodes.SIPUSH:
                return Tree.constant(((IntInsnNode) node).operand);
            case Opcodes.LDC:
                return ((LdcInsnNode) node).cst instanceof Integer number ? Tree.constant(number) : null;
            case Opcodes.ILOAD, Opcodes.ALOAD:
                return local(index, (VarInsnNode) node, depth);
            case Opcodes.GETSTATIC:
                return stays((FieldInsnNode) node) && ((FieldInsnNode) node).owner.equals(version.owner.name)
                        ? Tree.of(Tree.Sort.STATIC, node, null, null)
                        : null;
            case Opcodes.GETFIELD:
                return stays((FieldInsnNode) node) ? unary(Tree.Sort.FIELD, index, depth) : null;
            case Opcodes.ARRAYLENGTH:
                return unary(Tree.Sort.LENGTH, index, depth);
            case Opcodes.INEG:
                return unary(Tree.Sort.NEGATED, index, depth);
            case Opcodes.AALOAD:
                return storesReferences || calls ? null : binary(Tree.Sort.ELEMENT, index, depth);
            case Opcodes.IADD, Opcodes.ISUB, Opcodes.IMUL, Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR:
            case Opcodes.IAND, Opcodes.IOR, Opcodes.IXOR:
                return binary(Tree.Sort.BINARY, index, depth);
            default:
                return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5
                        ? Tree.constant(opcode - Opcodes.ICONST_0)
                        : null;
        }
    }

    private Tree unary(Tree.Sort sort, int index, int depth) {
        Tree operand = operand(index, 0, depth);
        return operand == null ? null : Tree.of(sort, graph.instruction(index), operand, null);
    }

    private Tree binary(Tree.Sort sort, int index, int depth) {
        Tree left = operand(index, 1, depth);
        Tree right = left == null ? null : operand(index, 0, depth);
        return right == null ? null : Tree.of(sort, graph.instruction(index), left, right);
    }

    /** Whether a value that stays is not read from a variable field, which another thread might change meanwhile. */
    boolean isSettled(Tree tree) {
        if (tree == null || tree.sort() == Tree.Sort.LENGTH) {
            return true;
        }
        if (tree.node() instanceof FieldInsnNode access) {
            ClassNode owner = classes.ownerOf(access.owner, access.name, access.desc);
            int flags = owner == null ? 0 : ProgramClasses.field(owner, access.name, access.desc).access;
            if ((flags & Opcodes.ACC_FINAL) == 0) {
                return false;
            }
        }
        return isSettled(tree.left()) && isSettled(tree.right());
    }

    private boolean stays(FieldInsnNode access) {
        ClassNode owner = classes.ownerOf(access.owner, access.name, access.desc);
        if (owner == null || storedFields.contains(access.name)) {
            return false;
        }
        int flags = ProgramClasses.field(owner, access.name, access.desc).access;
        return (flags & Opcodes.ACC_VOLATILE) == 0 && (!calls || (flags & Opcodes.ACC_FINAL) != 0);
    }

    private Tree local(int index, VarInsnNode access, int depth) {
        if (changing.contains(access.var)) {
            return null;
        }
        AbstractInsnNode increment = increments.get(access.var);
        AbstractInsnNode store = stores.get(access.var);
        if (increment != null && store == null) {
            int order = order(places.get(increment), index);
            return order == 0 ? null : Tree.variable(access.var, order > 0 ? ((IincInsnNode) increment).incr : 0);
        }
        if (increment == null && store == null && graphHasNoIncrement(access.var)) {
            return Tree.of(Tree.Sort.LOCAL, access, null, null);
        }
        boolean before = store != null && graphHasNoIncrement(access.var) && order(places.get(store), index) > 0;
        return before ? operand(places.get(store), 0, depth) : null;
    }

    /** An increment that not every iteration runs was dropped from the map: its variable does not stay either. */
    private boolean graphHasNoIncrement(int slot) {
        return places.keySet().stream()
                .noneMatch(node -> node instanceof IincInsnNode increment && increment.var == slot);
    }

    /** 1 if an instruction always runs before another one in an iteration, -1 if it never does, 0 otherwise. */
    private int order(int first, int second) {
        int from = graph.blockOf(first);
        int to = graph.blockOf(second);
        if (from == to) {
            return first < second ? 1 : -1;
        }
        if (dominators.dominates(from, to)) {
            return 1;
        }
        return reaches(from, to) ? 0 : -1;
    }

    /** Whether a path within one iteration leads from a block to another one. */
    private boolean reaches(int from, int to) {
        BitSet seen = new BitSet();
        BitSet left = new BitSet();
        left.set(from);
        while (!left.isEmpty()) {
            int block = left.nextSetBit(0);
            left.clear(block);
            for (int next : graph.successors(block)) {
                if (next == loop.header()) {
                    continue; // another iteration
                }
                if (next == to) {
                    return true;
                }
                if (loop.contains(next) && !seen.get(next)) {
                    seen.set(next);
                    left.set(next);
                }
            }
        }
        return false;
    }
}
