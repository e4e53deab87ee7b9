package jdsm.agent.pass.access;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Region;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Finds loops in which all checks use handles that are known before: where these turn out to be null, which says that nothing
 * is left to check, a copy of the loop without any checks runs instead. So a kernel costs what it costs unwoven, and the
 * compiler never has to compile the checks.
 */
final class Versions {
    /** Longer methods are not made longer still: beyond 8,000 bytes HotSpot compiles none. */
    private static final int MAX_CODE_BYTES = 2_500;

    private final MethodModel model;
    private final Plan plan;
    private final Map<Access, Integer> local;
    private final PlainMethods methods;
    private final Map<Loop, Version> versions = new LinkedHashMap<>();

    /** @param handles that must all be null for the copy to run */
    private record Version(PlainLoop plain, Set<Integer> handles) {}

    /**
     * @param local accesses with a check directly before them, and the variable of a handle known before their loop
     * @param methods is given loops that become methods
     */
    Versions(MethodModel model, Plan plan, Map<Access, Integer> local, PlainMethods methods) {
        this.model = model;
        this.plan = plan;
        this.local = local;
        this.methods = methods;
        if (methods.areWanted() && model.bytes() <= MAX_CODE_BYTES) {
            model.loops.all().stream().filter(loop -> loop.parent() == null).forEach(this::find);
        }
    }

    /** A loop, or else those directly inside it. */
    private void find(Loop loop) {
        Set<Integer> needed = needed(loop);
        if (needed != null) {
            if (!needed.isEmpty()) {
                PlainLoop plain = LoopMethod.of(model, loop, methods).orElseGet(() -> new LoopCopy(model, loop));
                versions.put(loop, new Version(plain, needed));
            }
            return;
        }
        model.loops.all().stream().filter(inner -> inner.parent() == loop).forEach(this::find);
    }

    /** The handles on which all checks in a loop depend, or null if some depend on anything else. */
    private Set<Integer> needed(Loop loop) {
        if (model.synchronization(loop) >= 0 || !model.hasPlaceBefore(loop) || hasHandlers(loop)) {
            return null;
        }
        Set<Integer> needed = new HashSet<>();
        for (EntryPlan work : plan.all()) {
            if (work.region != loop && loop.contains(work.region.header()) && !collect(work, needed)) {
                return null;
            }
        }
        for (Map.Entry<Access, Integer> check : local.entrySet()) {
            if (loop.contains(model.graph.blockOf(check.getKey().instruction()))) {
                if (check.getValue() == LocalChecks.NONE) {
                    return null;
                }
                needed.add(check.getValue());
            }
        }
        return needed;
    }

    private static boolean collect(EntryPlan inner, Set<Integer> needed) {
        if (!inner.handles.isEmpty()
                || !inner.own.isEmpty()
                || inner.requests.keySet().stream().anyMatch(request -> request.handle() == LocalChecks.NONE)) {
            return false;
        }
        inner.requests.keySet().forEach(request -> needed.add(request.handle()));
        return true;
    }

    private boolean hasHandlers(Loop loop) {
        return loop.blocks().stream()
                .anyMatch(block -> !model.graph.handlers(block).isEmpty());
    }

    List<PlainLoop> plain() {
        return versions.values().stream().map(Version::plain).toList();
    }

    /** Adds to the code before a loop what decides between the two; whatever comes behind it is the loop with its checks. */
    void choose(Region region, InsnList before) {
        Version version = versions.get(region);
        if (version == null) {
            return;
        }
        LabelNode checked = new LabelNode();
        for (int handle : version.handles()) {
            before.add(Snippets.load(Opcodes.ALOAD, handle));
            before.add(new JumpInsnNode(Opcodes.IFNONNULL, checked));
        }
        before.add(new JumpInsnNode(Opcodes.GOTO, version.plain().entry()));
        before.add(checked);
    }

    boolean has(Region region) {
        return versions.containsKey(region);
    }
}
