package jdsm.agent.pass.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;

/**
 * Finds loops with checks of elements whose handle was looked up before an outer loop. The array may have become
 * accessible as a whole since: the last missing copies have come. Code at the loop's entry then sets the handle to null,
 * as {@link EntryHandles} does before the outer loop, so that the rest makes no check.
 */
final class Resettled {
    /** For each loop, the variables of handles, and whether the array is written. */
    private final Map<Region, Map<Integer, Boolean>> loops = new LinkedHashMap<>();

    /** @param local the accesses with a check directly before them, and the variable of a handle, or NONE */
    Resettled(MethodModel model, Plan plan, Map<Access, Integer> local) {
        for (EntryPlan work : plan.all()) {
            work.handles.forEach((handle, variable) -> local.forEach((access, used) -> {
                Loop loop = model.loops.innermost(model.graph.blockOf(access.instruction()));
                if (used.equals(variable) && loop != null && loop != work.region && model.hasPlaceBefore(loop)) {
                    loops.computeIfAbsent(loop, any -> new TreeMap<>()).put(variable, work.written.contains(handle));
                }
            }));
        }
    }

    boolean has(Region region) {
        return loops.containsKey(region);
    }

    /** The code at a region's entry, or none. */
    InsnList code(Region region) {
        InsnList code = new InsnList();
        loops.getOrDefault(region, Map.of()).forEach((variable, write) -> {
            code.add(Snippets.load(Opcodes.ALOAD, variable));
            code.add(Snippets.settle(write, false));
            code.add(Snippets.load(Opcodes.ASTORE, variable));
        });
        return code;
    }
}
