package jdsm.agent.pass.shape;

import java.util.List;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The constructor by which the runtime makes records that have come as values from another rank: it sets the components, and
 * runs no code of the program, whose constructor has run where the record was made. Its last parameter, which is always null, tells it
 * from the program's.
 */
final class RecordConstructor {
    private static final String NAME = "<init>";
    private static final String RECORD = "java/lang/Record";

    private RecordConstructor() {}

    static void add(ClassNode node) {
        List<RecordComponentNode> components = node.recordComponents == null ? List.of() : node.recordComponents;
        StringBuilder parameters = new StringBuilder("(");
        components.forEach(each -> parameters.append(each.descriptor));
        String descriptor = parameters + "L" + EntryPoints.WOVEN + ";)V";
        MethodNode method = new MethodNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, NAME, descriptor, null, null);
        method.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        method.instructions.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, RECORD, NAME, "()V", false));
        int variable = 1;
        for (RecordComponentNode each : components) {
            Type type = Type.getType(each.descriptor);
            method.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
            method.instructions.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable));
            method.instructions.add(new FieldInsnNode(Opcodes.PUTFIELD, node.name, each.name, each.descriptor));
            variable += type.getSize();
        }
        method.instructions.add(new InsnNode(Opcodes.RETURN));
        method.maxStack = 3;
        method.maxLocals = variable + 1;
        node.methods.add(method);
    }
}
