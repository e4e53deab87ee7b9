package jdsm.agent.pass.remote;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the accesses of a loop over pages that may overwrite a page from its first to its last element, so that its content
 * need not be fetched. The loop must have one way out, a comparison of its variable with a value that stays, and nothing in it
 * may throw: then the comparison tells how many iterations are left. Whether these suffice for a page is known when the loop runs.
 */
final class WholePages {
    private final Version version;
    private final MethodChange change;
    private final FlowGraph graph;
    private final Loop loop;
    private final Trees trees;
    private final List<PageAccess.Group> groups;
    private final Set<Integer> byPage = new HashSet<>();
    /** Expressions that are computed before the loop, by their keys; and those of them that are known to be no null. */
    private final Set<String> computed = new HashSet<>();

    private final Set<String> present = new HashSet<>();

    /**
     * What a loop over pages needs to know.
     *
     * @param groups stores that may overwrite whole pages
     * @param left how many iterations the loop will complete at least
     */
    record Found(List<PageAccess.Group> groups, Iterations left) {
        static final Found NONE = new Found(List.of(), null);
    }

    /** {@code to - from + more}, where that is positive. */
    record Iterations(Tree from, Tree to, int more) {}

    private WholePages(Version version, MethodChange change, Loop loop, Trees trees, List<PageAccess.Group> groups) {
        this.version = version;
        this.change = change;
        this.graph = version.flow.graph();
        this.loop = loop;
        this.trees = trees;
        this.groups = groups;
    }

    /** @param step by how much the variables of the groups grow in an iteration */
    static Found in(
            Version version, MethodChange change, Loop loop, Trees trees, List<PageAccess.Group> groups, int step) {
        List<PageAccess.Group> stores = groups.stream()
                .filter(group -> group.span() == 0 && group.accesses().stream().allMatch(PageAccess::writes))
                .toList();
        if (stores.isEmpty() || Math.abs(step) != 1) {
            return Found.NONE;
        }
        WholePages search = new WholePages(version, change, loop, trees, groups);
        Iterations left = search.iterations(step);
        return left != null && search.neverThrows(left) ? new Found(stores, left) : Found.NONE;
    }

    private Iterations iterations(int step) {
        JumpInsnNode jump = wayOut();
        int at = jump == null ? -1 : change.index(jump);
        if (jump == null || !trees.always(at)) {
            return null;
        }
        boolean two = jump.getOpcode() >= Opcodes.IF_ICMPEQ && jump.getOpcode() <= Opcodes.IF_ICMPLE;
        boolean one = jump.getOpcode() >= Opcodes.IFEQ && jump.getOpcode() <= Opcodes.IFLE;
        Tree left = two || one ? trees.operand(at, two ? 1 : 0) : null;
        Tree right = two ? trees.operand(at, 0) : Tree.constant(0);
        if (left == null || right == null) {
            return null;
        }
        int opcode = two ? jump.getOpcode() - Opcodes.IF_ICMPEQ + Opcodes.IFEQ : jump.getOpcode();
        if (!loop.contains(graph.blockOf(change.index(jump.label)))) {
            opcode = opposite(opcode);
        }
        if (right.sort() == Tree.Sort.VARIABLE) {
            Tree variable = right;
            right = left;
            left = variable;
            opcode = mirrored(opcode);
        }
        boolean fits = left.sort() == Tree.Sort.VARIABLE
                && trees.variables().getOrDefault(left.number(), 0) == step
                && right.stays()
                && trees.isSettled(right);
        if (!fits) {
            return null;
        }
        boolean until = opcode == (step > 0 ? Opcodes.IFLT : Opcodes.IFGT) || opcode == Opcodes.IFNE;
        if (!until && opcode != (step > 0 ? Opcodes.IFLE : Opcodes.IFGE)) {
            return null;
        }
        return step > 0 ? new Iterations(left, right, until ? 0 : 1) : new Iterations(right, left, until ? 0 : 1);
    }

    /** The jump that is the only way out of the loop; null if there are others. */
    private JumpInsnNode wayOut() {
        JumpInsnNode found = null;
        for (int block : loop.blocks().stream().toArray()) {
            if (graph.successors(block).stream().allMatch(loop::contains)) {
                continue;
            }
            boolean only = found == null && graph.successors(block).size() == 2;
            if (!only || !(graph.instruction(graph.last(block)) instanceof JumpInsnNode jump)) {
                return null;
            }
            found = jump;
        }
        return found;
    }

    private static int opposite(int opcode) {
        return switch (opcode) {
            case Opcodes.IFEQ -> Opcodes.IFNE;
            case Opcodes.IFNE -> Opcodes.IFEQ;
            case Opcodes.IFLT -> Opcodes.IFGE;
            case Opcodes.IFGE -> Opcodes.IFLT;
            case Opcodes.IFGT -> Opcodes.IFLE;
            default -> Opcodes.IFGT;
        };
    }

    /** The comparison of the operands in the other order. */
    private static int mirrored(int opcode) {
        return switch (opcode) {
            case Opcodes.IFLT -> Opcodes.IFGT;
            case Opcodes.IFGT -> Opcodes.IFLT;
            case Opcodes.IFLE -> Opcodes.IFGE;
            case Opcodes.IFGE -> Opcodes.IFLE;
            default -> opcode;
        };
    }

    private boolean neverThrows(Iterations left) {
        boolean isStatic = (version.code.access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic && !storesThis()) {
            present.add("v0");
        }
        for (PageAccess.Group group : groups) {
            group.accesses().forEach(access -> byPage.add(access.index()));
            compute(group.first().array());
            present.add(group.first().array().key());
            compute(group.first().at());
        }
        compute(left.from());
        compute(left.to());
        for (int block : loop.blocks().stream().toArray()) {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                if (!byPage.contains(i) && mayThrow(i)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean storesThis() {
        for (AbstractInsnNode node : version.code.instructions) {
            if (node instanceof VarInsnNode store && store.getOpcode() == Opcodes.ASTORE && store.var == 0) {
                return true;
            }
        }
        return false;
    }

    private void compute(Tree tree) {
        if (tree == null) {
            return;
        }
        computed.add(tree.key());
        if (tree.sort() == Tree.Sort.FIELD || tree.sort() == Tree.Sort.LENGTH || tree.sort() == Tree.Sort.ELEMENT) {
            present.add(tree.left().key());
        }
        compute(tree.left());
        compute(tree.right());
    }

    private boolean mayThrow(int index) {
        AbstractInsnNode node = graph.instruction(index);
        int opcode = node.getOpcode();
        switch (opcode) {
            case Opcodes.LDC:
                Object constant = ((LdcInsnNode) node).cst;
                return !(constant instanceof Number) && !(constant instanceof String);
            case Opcodes.GETFIELD, Opcodes.ARRAYLENGTH:
                Tree object = trees.operand(index, 0);
                return object == null || !object.stays() || !present.contains(object.key());
            case Opcodes.AALOAD:
                Tree array = trees.operand(index, 1);
                Tree at = trees.operand(index, 0);
                return array == null
                        || at == null
                        || !array.stays()
                        || !at.stays()
                        || !computed.contains(
                                Tree.of(Tree.Sort.ELEMENT, node, array, at).key());
            case Opcodes.IDIV, Opcodes.IREM:
                Tree divisor = trees.operand(index, 0);
                return divisor == null || divisor.sort() != Tree.Sort.CONSTANT || divisor.number() == 0;
            case Opcodes.LDIV, Opcodes.LREM:
                return true;
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC:
                return trees.mayRunCode(node);
            case Opcodes.INVOKESTATIC:
                return !JdkCalls.neverThrows((MethodInsnNode) node);
            case Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, Opcodes.IFNULL, Opcodes.IFNONNULL:
                return false;
            default:
                boolean plain = opcode <= Opcodes.ALOAD
                        || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
                        || opcode >= Opcodes.POP && opcode <= Opcodes.GOTO;
                return !plain;
        }
    }
}
