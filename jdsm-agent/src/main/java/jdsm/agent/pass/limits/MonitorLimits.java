package jdsm.agent.pass.limits;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.StaticTypes;
import jdsm.agent.jdk.ValueClasses;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Refuses monitors of values, which travel without an identity: each rank would lock a different object. */
final class MonitorLimits {
    private static final String RECORD = "java/lang/Record";

    private MonitorLimits() {}

    static void refuse(ClassNode node, MethodNode method, Classes classes, Report report) {
        int kind = method.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
        if (kind == Opcodes.ACC_SYNCHRONIZED && isValue(node.name, classes)) {
            report.refuse(Names.refusal(node, method, null, reason(node.name)));
        }
        StaticTypes types = null;
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction.getOpcode() != Opcodes.MONITORENTER) {
                continue;
            }
            types = types == null ? StaticTypes.of(node.name, method) : types;
            Type type = types.typeOf(instruction, 0);
            if (type.getSort() == Type.OBJECT && isValue(type.getInternalName(), classes)) {
                report.refuse(Names.refusal(node, method, instruction, reason(type.getInternalName())));
            }
        }
    }

    private static boolean isValue(String type, Classes classes) {
        return ValueClasses.contains(type)
                || ValueClasses.OPTIONAL.equals(type)
                || RECORD.equals(type)
                || classes.isValueRecord(type);
    }

    private static String reason(String type) {
        return "the monitor of a " + Names.ofClass(type) + " excludes nobody on other ranks, for it is a value without"
                + " identity; synchronize on a shared object, for instance a new Object() that a field of the program"
                + " refers to";
    }
}
