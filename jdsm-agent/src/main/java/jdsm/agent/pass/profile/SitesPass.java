package jdsm.agent.pass.profile;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts an instruction that counts before each access to a shared instance field that a class of the program declares.
 * The instruction takes no operand, and the analyses of the other passes know that it has no effect, so that it goes
 * wherever they move or copy the access.
 */
public final class SitesPass implements Pass {
    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (Twins.isTwin(node.name)) {
            return;
        }
        boolean some = false;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof FieldInsnNode access) {
                    some |= count(method, access, classes);
                }
            }
        }
        if (some && (node.version & 0xFFFF) < Opcodes.V1_7) {
            node.version = Opcodes.V1_7; // the first version with invokedynamic
        }
    }

    private static boolean count(MethodNode method, FieldInsnNode access, Classes classes) {
        boolean write = access.getOpcode() == Opcodes.PUTFIELD;
        if (!write && access.getOpcode() != Opcodes.GETFIELD) {
            return false;
        }
        if (access.name.equals(Woven.HEAVY_FIELD)) {
            return false; // the program accesses the field that has moved to the part
        }
        FieldKind kind = classes.kindOf(access.owner, access.name, access.desc);
        String owner = classes.declaringField(access.owner, access.name, access.desc);
        if (kind == FieldKind.LOCAL
                || owner == null
                || Twins.isTwin(owner)
                || Woven.isHolder(owner)
                || Woven.isLambda(owner)) {
            return false;
        }
        boolean isVolatile = classes.isVolatile(access.owner, access.name, access.desc);
        method.instructions.insertBefore(access, Sites.of(write, owner, access.name, access.desc, isVolatile));
        return true;
    }
}
