package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.WholeMethod;
import org.objectweb.asm.Opcodes;

/**
 * The regions where checks can be made on entry: loops; and the method, if it has any, so that nothing but parameters has to be
 * kept over the checks, and registers are left to the loops.
 */
final class Regions {
    private final MethodModel model;
    /** Blocks by which the method is left, except by exceptions. */
    private final List<Integer> ends;
    /** Null if nothing can be put there, or if it would be of no use. */
    private final WholeMethod whole;

    Regions(MethodModel model) {
        this.model = model;
        this.ends =
                Arrays.stream(model.graph.order()).filter(this::returns).boxed().toList();
        this.whole = whole();
    }

    private boolean returns(int block) {
        int opcode = model.graph.instruction(model.graph.last(block)).getOpcode();
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    private WholeMethod whole() {
        boolean useful = !model.loops.all().isEmpty() && model.loops.headedBy(0) == null && !model.isConstructor();
        if (!useful || ends.isEmpty()) {
            return null;
        }
        WholeMethod method = new WholeMethod(model.graph);
        return model.hasPlaceBefore(method) && model.synchronization(method) < 0 ? method : null;
    }

    List<Region> all() {
        List<Region> all = new ArrayList<>(model.loops.all());
        if (whole != null) {
            all.add(whole);
        }
        return all;
    }

    /**
     * The regions around a place, outwards, on whose entry a check for the place would still be good.
     *
     * @param innermost loop, or null
     * @param block of the place, in that loop; or the header of a loop in it
     */
    List<Region> around(Loop innermost, int block) {
        List<Region> around = new ArrayList<>();
        for (Loop loop = innermost; loop != null; loop = loop.parent()) {
            if (model.synchronization(loop) >= 0) {
                return around;
            }
            if (model.hasPlaceBefore(loop)) {
                around.add(loop);
            }
        }
        if (whole != null && (isOnEveryWay(block) || guard(whole, block) != null)) {
            around.add(whole);
        }
        return around;
    }

    private boolean isOnEveryWay(int block) {
        return ends.stream().allMatch(end -> model.dominators.dominates(block, end));
    }

    /** The test whose passing a block needs, and that can be made where a region is entered; or null. */
    CountedLoop.Test guard(Region region, int block) {
        if (region instanceof Loop loop) {
            return guard(loop, loop, block);
        }
        Loop outermost = model.loops.innermost(block);
        while (outermost != null && outermost.parent() != null) {
            outermost = outermost.parent();
        }
        boolean conditional = outermost != null && !isOnEveryWay(block);
        return conditional && isOnEveryWay(outermost.header()) ? guard(outermost, region, block) : null;
    }

    private CountedLoop.Test guard(Loop loop, Region region, int block) {
        for (CountedLoop.Test test : model.counted(loop).testsBefore(block)) {
            if (!test.late()
                    && model.canEvaluate(test.induction().first(), region)
                    && model.canEvaluate(test.bound(), region)) {
                return test;
            }
        }
        return null;
    }
}
