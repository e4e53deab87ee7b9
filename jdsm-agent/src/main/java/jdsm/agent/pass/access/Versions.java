package jdsm.agent.pass.access;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
 * Finds loops whose checks all use handles that were looked up before the loop, or read objects of few classes. If all
 * these handles are null at run time, because the arrays are private or accessible as a whole, and all objects of these
 * classes are readable, no check is left to make, and a copy of the loop without checks runs instead. A kernel then runs as fast as
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

    private record Version(PlainLoop plain, Needs needs) {}

    /**
     * What must hold for the copy to run.
     *
     * @param handles variables that must all be null
     * @param rights the rights that workers must have. Only innermost loops have such: the copies that are missing before
     *     an outer loop come in its first iterations
     */
    private record Needs(Set<Integer> handles, Set<ClassRight> rights) {
        boolean isEmpty() {
            return handles.isEmpty() && rights.isEmpty();
        }

        boolean fit(boolean innermost) {
            return rights.isEmpty() || innermost && rights.size() <= ClassRight.MOST;
        }
    }

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
        Needs needed = needed(loop);
        if (needed != null && needed.fit(isInnermost(loop))) {
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

    private boolean isInnermost(Loop loop) {
        return model.loops.all().stream().noneMatch(inner -> inner.parent() == loop);
    }

    /** Whether the code before a loop checks matrices: then nothing is left to check, and the loop need not stand beside calls. */
    private boolean checksMatrices(Loop loop) {
        return plan.at(loop).requests.keySet().stream().anyMatch(Request::isMatrix);
    }

    /** What a loop's checks need; null if a check needs something else, or the loop cannot be copied. */
    private Needs needed(Loop loop) {
        if (model.synchronization(loop) >= 0 || !model.hasPlaceBefore(loop) || hasHandlers(model, loop)) {
            return null;
        }
        Needs needed = new Needs(new HashSet<>(), new LinkedHashSet<>());
        for (EntryPlan work : plan.all()) {
            if (work.region != loop && loop.contains(work.region.header()) && !collect(work, needed.handles())) {
                return null;
            }
        }
        for (Map.Entry<Access, Integer> check : local.entrySet()) {
            if (loop.contains(model.graph.blockOf(check.getKey().instruction()))) {
                Access.Target target = check.getKey().target();
                if (check.getValue() != LocalChecks.NONE) {
                    needed.handles().add(check.getValue());
                } else {
                    ClassRight right = ClassRight.to(target, model);
                    if (right == null || right.write() || !isHereBefore(loop, target)) {
                        return null;
                    }
                    needed.rights().add(right);
                }
            }
        }
        return needed;
    }

    /** Whether code before a loop knows of an object: methods that the loop calls may bring others. */
    private boolean isHereBefore(Loop loop, Access.Target target) {
        return model.near(target.object(), model.symbolic.entry(loop)) != null || !model.runsMethods(loop);
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
        version.needs().rights().forEach(right -> right.orElse(checked, before));
        for (int handle : version.needs().handles()) {
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
