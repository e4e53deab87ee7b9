package jdsm.agent.pass.limits;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Names;
import jdsm.runtime.Remedies;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Refuses to exchange an object with code that is not woven, if woven code has another type in place of its type. */
final class ReplacedTypes {
    private ReplacedTypes() {}

    /** The reason why an instruction is refused, or null. */
    static String of(AbstractInsnNode instruction, Classes classes) {
        if (instruction instanceof MethodInsnNode call) {
            return of(call.owner, call.name, Twins.replacedIn(call.desc), classes);
        } else if (instruction instanceof FieldInsnNode access) {
            return of(access.owner, access.name, Twins.replacedIn(access.desc), classes);
        }
        return null;
    }

    private static String of(String owner, String name, String replaced, Classes classes) {
        if (replaced == null || classes.isApplication(owner)) {
            return null;
        }
        String type = Names.ofClass(owner);
        boolean isSet = replaced.equals(Twins.ENUM_SET);
        String found = Names.of(owner, name) + " has " + (isSet ? "an " : "a ")
                + replaced.substring(replaced.lastIndexOf('/') + 1) + ", but " + type;
        if (type.startsWith("java")) {
            return found
                    + " is the JDK's, and woven code has objects of another class, for fields or casts of the program may"
                    + " share them; make one for this call, and use its text";
        }
        return found + " is not woven, and woven code has " + (isSet ? "sets" : "objects")
                + " of another class; weave it (" + Remedies.option("include", type) + "), or exchange a "
                + (isSet ? "Set" : "String") + " with it";
    }
}
