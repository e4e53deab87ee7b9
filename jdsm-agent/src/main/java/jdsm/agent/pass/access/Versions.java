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
 * Finds loops whose checks all use handles that were looked up before the loop. If all these handles are null at run
 * time, because the arrays are private or accessible as a whole, no check is left to make, and a copy of the loop
 * without checks runs instead. A kernel then runs as fast as
 * unwoven code, and the JIT compiler need not compile the checks.
 */
final class Versions {
    /**
     * The greatest length of a method whose loops are copied: HotSpot does not compile methods of more than 8,000
     * bytes.
     */
    private static final int MAX_CODE_BYTES = 2_500;

    private final MethodModel model;
    private final Plan plan;
    private final Map<Access, Integer> local;
    private final PlainMethods methods;
    private final Map<Loop, Version> versions = new LinkedHashMap<>();

    /** @param handles variables that must all be null for the copy to run */
    private record Version(PlainLoop plain, Set<Integer> handles) {}

    /**
     * @param local the accesses with a check directly before them, and the variable of a handle looked up before
     *     their loop
     * @param methods receives the loops that become methods
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

    /** Tries a loop, and then the loops directly inside it. */
    private void find(Loop loop) {
        Set<Integer> needed = needed(loop);
        if (needed != null) {
            if (!needed.isEmpty()) {
                PlainLoop plain = LoopMethod.of(model, loop, methods).orElseGet(() -> new LoopCopy(model, loop));
                versions.put(loop, new Version(plain, needed));
            } else if (checksMatrices(loop)) {
                LoopMethod.of(model, loop, methods).ifPresent(plain -> versions.put(loop, new Version(plain, needed)));
            }
            return;
        }
        model.loops.all().stream().filter(inner -> inner.parent() == loop).forEach(this::find);
    }

    /** Whether the code before a loop checks matrices: then nothing is left to check, and the loop need not stand beside calls. */
    private boolean checksMatrices(Loop loop) {
        return plan.at(loop).requests.keySet().stream().anyMatch(Request::isMatrix);
    }

    /**
     * The variables of the handles that a loop's checks use; null if a check uses another handle, or the loop cannot be
     * copied.
     */
    private Set<Integer> needed(Loop loop) {
        if (model.synchronization(loop) >= 0 || !model.hasPlaceBefore(loop) || hasHandlers(model, loop)) {
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

    /** Adds the handles that the checks at an inner loop's entry use. The copy has no code there, and so no reads by it. */
    private static boolean collect(EntryPlan inner, Set<Integer> needed) {
        if (!inner.handles.isEmpty()
                || inner.requests.keySet().stream().anyMatch(request -> request.handle() == LocalChecks.NONE)) {
            return false;
        }
        inner.requests.keySet().forEach(request -> needed.add(request.handle()));
        return true;
    }

    /** Whether an exception in a loop may continue in the method. */
    static boolean hasHandlers(MethodModel model, Loop loop) {
        return loop.blocks().stream()
                .anyMatch(block -> !model.graph.handlers(block).isEmpty());
    }

    List<PlainLoop> plain() {
        return versions.values().stream().map(Version::plain).toList();
    }

    /**
     * Appends, to the code before a loop, the choice between the loop's copy and the loop with its checks, which
     * follows.
     */
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
