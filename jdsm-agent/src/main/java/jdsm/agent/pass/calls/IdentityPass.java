package jdsm.agent.pass.calls;

import java.util.List;
import java.util.stream.StreamSupport;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.StaticTypes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Lets {@code ==} and {@code !=} on references hold across ranks: a value, such as a string or a record of numbers, is
 * another object on each rank that it has come to, so values are compared by {@code equals}. A task that marks the end of
 * a queue is recognised on every rank. Comparisons whose operands cannot both be values stay as they are, as do those of
 * {@code equals} itself, which begins by such a comparison.
 */
public final class IdentityPass implements Pass {
    private static final String VALUES = "jdsm/runtime/Values";
    private static final String SAME = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
    private static final String NULL = "null";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (Twins.isTwin(node.name)) {
            return; // they compare elements as the JDK's classes do on one JVM
        }
        for (MethodNode method : node.methods) {
            if (!method.name.equals("equals") || !method.desc.equals("(Ljava/lang/Object;)Z")) {
                weave(node.name, method, classes);
            }
        }
    }

    private static void weave(String owner, MethodNode method, Classes classes) {
        List<JumpInsnNode> comparisons = StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(IdentityPass::comparesReferences)
                .map(JumpInsnNode.class::cast)
                .toList();
        if (comparisons.isEmpty()) {
            return;
        }
        StaticTypes types = StaticTypes.of(owner, method);
        List<JumpInsnNode> ofValues = comparisons.stream()
                .filter(each ->
                        mayBeValue(types.typeOf(each, 0), classes) && mayBeValue(types.typeOf(each, 1), classes))
                .toList(); // before the code changes, to which the types belong
        for (JumpInsnNode each : ofValues) {
            method.instructions.insertBefore(each, EntryPoints.call(VALUES, "areSame", SAME));
            each.setOpcode(each.getOpcode() == Opcodes.IF_ACMPEQ ? Opcodes.IFNE : Opcodes.IFEQ);
        }
    }

    private static boolean comparesReferences(AbstractInsnNode instruction) {
        return instruction.getOpcode() == Opcodes.IF_ACMPEQ || instruction.getOpcode() == Opcodes.IF_ACMPNE;
    }

    private static boolean mayBeValue(Type type, Classes classes) {
        if (type.getSort() != Type.OBJECT || type.getInternalName().equals(NULL)) {
            return false;
        }
        String name = type.getInternalName();
        return !classes.isApplication(name) || classes.isInterface(name) || classes.isValueRecord(name);
    }
}
