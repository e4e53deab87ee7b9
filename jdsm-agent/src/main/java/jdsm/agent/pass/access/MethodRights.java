package jdsm.agent.pass.access;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * What must be accessible when a method starts, so that it needs no check: all objects of some classes and all arrays of
 * some types. Where a method writes no other objects of a class than its parameters, the right to write these will do,
 * with the right to read the class's other objects if it reads such: of a class whose objects several ranks write, no rank may
 * ever write all.
 */
final class MethodRights {
    private final Set<ClassRight> ofClasses = new LinkedHashSet<>();
    /** By class: the variables of the parameters that the method writes. */
    private final Map<String, Set<Integer>> written = new LinkedHashMap<>();

    private MethodRights() {}

    /** The rights that the targets of a method's checks need; null if these are too many, or a check needs another. */
    static MethodRights of(Collection<Access.Target> targets, MethodModel model) {
        MethodRights rights = new MethodRights();
        for (Access.Target target : targets) {
            if (!rights.add(target, model)) {
                return null;
            }
        }
        rights.settle(targets);
        return rights.count() <= ClassRight.MOST ? rights : null;
    }

    private boolean add(Access.Target target, MethodModel model) {
        ClassRight right = ClassRight.to(target, model);
        if (right == null) {
            return false;
        }
        if (isParameter(target.object()) && target.write() && !target.isElement()) {
            written.computeIfAbsent(target.type(), any -> new TreeSet<>())
                    .add(target.object().slot());
        } else {
            ofClasses.add(right);
        }
        return true;
    }

    private static boolean isParameter(Value object) {
        return object.kind() == Value.Kind.PARAMETER;
    }

    /** Leaves out what other rights include. */
    private void settle(Collection<Access.Target> targets) {
        written.keySet().removeIf(type -> ofClasses.contains(new ClassRight(type, true)));
        ofClasses.removeIf(right -> !right.write() && ofClasses.contains(new ClassRight(right.type(), true)));
        ofClasses.removeIf(right -> written.containsKey(right.type()) && !readsOthers(right.type(), targets));
    }

    /** Whether objects of a class are read that the method does not write. */
    private boolean readsOthers(String type, Collection<Access.Target> targets) {
        return targets.stream()
                .filter(target -> !target.isElement() && target.type().equals(type))
                .map(Access.Target::object)
                .anyMatch(object -> !isParameter(object) || !written.get(type).contains(object.slot()));
    }

    private int count() {
        return ofClasses.size() + written.values().stream().mapToInt(Set::size).sum();
    }

    /** Appends jumps, one of which is taken if a right is missing. The code is the first of the method. */
    void orElse(LabelNode missing, InsnList code) {
        ofClasses.forEach(right -> right.orElse(missing, code));
        written.forEach((type, parameters) -> {
            LabelNode end = new LabelNode();
            new ClassRight(type, true).test(code);
            code.add(new JumpInsnNode(Opcodes.IFNE, end));
            parameters.forEach(parameter -> orElse(type, parameter, missing, code));
            code.add(end);
        });
    }

    private static void orElse(String type, int parameter, LabelNode missing, InsnList code) {
        LabelNode end = new LabelNode();
        code.add(Snippets.load(Opcodes.ALOAD, parameter));
        code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        code.add(Snippets.load(Opcodes.ALOAD, parameter));
        code.add(Snippets.handleOf(type));
        code.add(Snippets.call(Snippets.CHECKS, "isWritable", "(" + Snippets.SHARED + ")Z"));
        code.add(new JumpInsnNode(Opcodes.IFEQ, missing));
        code.add(end);
    }
}
