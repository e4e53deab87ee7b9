package jdsm.agent.pass.access;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.WholeMethod;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Divides a method whose checks are all of objects and of arrays of references: into one with its checks, one without, and the
 * original method, which chooses by {@link MethodRights}. It calls the one without checks if all objects of the classes are
 * accessible, as they are if the rank shares none. The three are short, so the JIT compiler inlines what it would inline of the plain program; and a
 * recursive method, or a loop along a list, makes one comparison a call in place of a check an object.
 */
final class TwinMethods {
    /** For one check, the comparison would cost as much as the check. */
    private static final int LEAST_CHECKS = 2;

    private final MethodModel model;
    private final PlainMethods methods;
    private final MethodRights rights;
    private final MethodNode plain;

    private TwinMethods(MethodModel model, PlainMethods methods, MethodRights rights) {
        this.model = model;
        this.methods = methods;
        this.rights = rights;
        this.plain = methods.add(model.method.name, BodyMethod.descriptor(model));
        BodyMethod.fill(plain, MethodWeaving.copy(model.method));
    }

    /**
     * Copies a method's code, before its checks are woven; null if the method stays as it is.
     *
     * @param local the accesses with a check directly before them
     */
    static TwinMethods of(MethodModel model, Plan plan, Collection<Access> local, PlainMethods methods) {
        if (!methods.areWanted() || !model.isMovable() || methods.mayBecomeTooLong(model.bytes())) {
            return null;
        }
        Set<Access.Target> targets = new LinkedHashSet<>();
        int checks = local.size();
        boolean repeats = false;
        for (Access access : local) {
            targets.add(access.target());
            repeats |= model.loops.innermost(model.graph.blockOf(access.instruction())) != null;
        }
        for (EntryPlan work : plan.all()) {
            targets.addAll(work.own);
            checks += work.requests.size();
            for (Request request : work.requests.keySet()) {
                if (request.rows() != null) {
                    return null; // of elements whose type is not known
                }
                targets.add(target(request));
            }
        }
        MethodRights rights = MethodRights.of(targets, model);
        if (rights == null || targets.isEmpty() || checks < LEAST_CHECKS && !repeats) {
            return null;
        }
        WholeMethod whole = new WholeMethod(model.graph);
        boolean holds = model.synchronization(whole) < 0 && (!model.runsMethods(whole) || areHere(targets, model));
        return holds ? new TwinMethods(model, methods, rights) : null;
    }

    /**
     * Whether the method's start knows of all objects: one that a method it calls has brought was not among those whose rights
     * were compared.
     */
    private static boolean areHere(Set<Access.Target> targets, MethodModel model) {
        return targets.stream().allMatch(target -> model.isHereAtStart(target.object()));
    }

    /** The target of a check at an entry; of several elements of an array, one of them. */
    private static Access.Target target(Request request) {
        Value index = request.span() == null ? null : request.span().offset();
        return new Access.Target(request.type(), request.object(), index, request.write());
    }

    /** Moves the woven code to a method of its own, and puts the choice in its place. */
    void choose() {
        MethodNode withChecks = methods.addChecked(model.method.name, plain.desc);
        BodyMethod.fill(withChecks, model.method);
        InsnList code = BodyMethod.firstLine(withChecks);
        LabelNode unless = new LabelNode();
        rights.orElse(unless, code);
        BodyMethod.call(model, plain, code);
        code.add(unless);
        BodyMethod.call(model, withChecks, code);
        BodyMethod.replace(model.method, code);
    }
}
