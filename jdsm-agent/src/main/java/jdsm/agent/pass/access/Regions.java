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
 * The regions of a method whose entry can make checks: its loops, and the whole method if it has loops. At the method's
 * start, only the parameters are live across the calls of checks, which leaves the registers to the loops.
 */
final class Regions {
    private final MethodModel model;
    /** The blocks that return from the method. */
    private final List<Integer> ends;
    /** The whole method as a region; null if checks at its start are impossible or useless. */
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
     * The regions around a place, from the inside out, such that a check at their entry is still valid at the place.
     *
     * @param innermost the innermost loop around the place, or null
     * @param block the block of the place, in that loop; or the header of a loop directly inside
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

    /**
     * A test that the program passes before it reaches a block, and that code at a region's entry can make; or null.
     */
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
