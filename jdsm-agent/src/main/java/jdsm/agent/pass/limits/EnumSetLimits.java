package jdsm.agent.pass.limits;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Names;
import jdsm.runtime.Remedies;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Refuses to exchange an EnumSet with code that is not woven: woven code has another type in its place. */
final class EnumSetLimits {
    private EnumSetLimits() {}

    /** The reason why an instruction is refused, or null. */
    static String of(AbstractInsnNode instruction, Classes classes) {
        if (instruction instanceof MethodInsnNode call && Twins.hasEnumSet(call.desc)) {
            return of(call.owner, call.name, classes);
        } else if (instruction instanceof FieldInsnNode access && Twins.hasEnumSet(access.desc)) {
            return of(access.owner, access.name, classes);
        }
        return null;
    }

    private static String of(String owner, String name, Classes classes) {
        if (classes.isApplication(owner)) {
            return null;
        }
        String type = Names.ofClass(owner);
        return Names.of(owner, name) + " has an EnumSet, but " + type
                + " is not woven, and woven code has sets of another class; weave it ("
                + Remedies.option("include", type)
                + "), or exchange a Set with it";
    }
}
