package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Tells whether the loops of a method have so few iterations that a call is best taken for straight code, as those of a stencil:
 * the checks of their elements then move before the loops of the caller. Where these cannot, because an index is no
 * sum of counters, the method makes its checks before its own loops.
 */
final class FewIterations {
    /** The greatest number of iterations of an innermost loop in one call, as of a stencil of 7 x 7. */
    private static final long MOST = 64;

    private final MethodNode method;
    private final FlowGraph graph;
    private final Dominators dominators;
    private final Loops loops;
    private final SymbolicValues symbolic;
    private final Map<Loop, CountedLoop> counted = new HashMap<>();

    private FewIterations(String owner, MethodNode method, Classes classes) {
        this.method = method;
        this.graph = FlowGraph.of(method);
        this.dominators = new Dominators(graph);
        this.loops = new Loops(graph, dominators);
        this.symbolic = new SymbolicValues(owner, method, graph, loops, new Effects(classes, owner, Set.of()));
    }

    /** Whether a method has loops, each with few iterations in a call, and sums of counters as indices in them. */
    static boolean in(String owner, MethodNode method, Classes classes) {
        FewIterations made = new FewIterations(owner, method, classes);
        List<Loop> all = made.loops.all();
        return !all.isEmpty() && all.stream().allMatch(made::isShort) && made.areIndicesSums();
    }

    private CountedLoop counted(Loop loop) {
        return counted.computeIfAbsent(loop, some -> new CountedLoop(graph, dominators, symbolic, some));
    }

    private boolean isShort(Loop loop) {
        long iterations = 1;
        for (Loop around = loop; around != null && iterations <= MOST; around = around.parent()) {
            iterations *= counted(around).mostIterations();
        }
        return iterations <= MOST;
    }

    private boolean areIndicesSums() {
        boolean[] all = {true};
        for (int block : graph.order()) {
            if (loops.innermost(block) != null) {
                symbolic.walk(block, (instruction, before) -> all[0] &= isSum(instruction, before, block));
            }
        }
        return all[0];
    }

    private boolean isSum(int instruction, Frame<Value> before, int block) {
        int opcode = method.instructions.get(instruction).getOpcode();
        boolean loads = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean stores = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        return !loads && !stores || isSum(before.getStack(before.getStackSize() - (stores ? 2 : 1)), block);
    }

    /** Whether an index is a sum of counters of the loops around it, each times a fixed number, and of what is fixed. */
    private boolean isSum(Value index, int block) {
        Value rest = index;
        for (Loop loop = loops.innermost(block); loop != null; loop = loop.parent()) {
            CountedLoop here = counted(loop);
            if (here.isIn(rest)) {
                Value varying = rest;
                Affine form = here.testsBefore(block).stream()
                        .map(test -> here.inTermsOf(test, varying))
                        .filter(found -> found != null)
                        .findFirst()
                        .orElse(null);
                if (form == null) {
                    return false;
                }
                rest = form.offset();
            }
        }
        return rest.leaves().stream().noneMatch(leaf -> leaf.kind() == Value.Kind.MERGED);
    }
}
