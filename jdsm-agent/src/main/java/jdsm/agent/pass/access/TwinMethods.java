package jdsm.agent.pass.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import jdsm.agent.analysis.WholeMethod;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Divides a method whose checks are all of objects: into one with its checks, one without, and the original method, which
 * chooses. It calls the one without checks if all objects of the classes are accessible, as they are if the rank
 * shares none. The three are short, so the JIT compiler inlines what it would inline of the plain program; and a
 * recursive method, or a loop along a list, makes one comparison a call in place of a check an object.
 */
final class TwinMethods {
    /** For one check, the comparison would cost as much as the check. */
    private static final int LEAST_CHECKS = 2;

    private final MethodModel model;
    private final PlainMethods methods;
    private final Set<ClassRight> checked;
    private final MethodNode plain;

    private TwinMethods(MethodModel model, PlainMethods methods, Set<ClassRight> checked) {
        this.model = model;
        this.methods = methods;
        this.checked = checked;
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
            if (!work.handles.isEmpty()) {
                return null; // of arrays
            }
            targets.addAll(work.own);
            for (Request request : work.requests.keySet()) {
                if (request.span() != null) {
                    return null; // of elements
                }
                targets.add(new Access.Target(request.type(), request.object(), null, request.write()));
                checks++;
            }
        }
        boolean ofObjects = targets.stream().noneMatch(Access.Target::isElement);
        if (!ofObjects || checks < LEAST_CHECKS && !repeats || targets.isEmpty()) {
            return null;
        }
        Set<ClassRight> checked = checkedClasses(targets);
        boolean fits = checked.size() <= ClassRight.MOST && model.synchronization(new WholeMethod(model.graph)) < 0;
        return fits ? new TwinMethods(model, methods, checked) : null;
    }

    private static Set<ClassRight> checkedClasses(Set<Access.Target> targets) {
        Set<String> written = new HashSet<>();
        targets.stream().filter(Access.Target::write).forEach(target -> written.add(target.type()));
        Set<ClassRight> all = new LinkedHashSet<>();
        targets.forEach(target -> all.add(new ClassRight(target.type(), written.contains(target.type()))));
        return all;
    }

    /** Moves the woven code to a method of its own, and puts the choice in its place. */
    void choose() {
        MethodNode withChecks = methods.addChecked(model.method.name, plain.desc);
        BodyMethod.fill(withChecks, model.method);
        InsnList code = BodyMethod.firstLine(withChecks);
        LabelNode unless = new LabelNode();
        checked.forEach(right -> right.orElse(unless, code));
        BodyMethod.call(model, plain, code);
        code.add(unless);
        BodyMethod.call(model, withChecks, code);
        BodyMethod.replace(model.method, code);
    }
}
