package jdsm.agent.pass.calls;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the runtime check each object that Java serialisation writes. A stream of the runtime replaces the JDK's
 * {@code ObjectOutputStream} where the program makes one or extends it. In a stream class of the program,
 * {@code replaceObject} first asks the runtime. The pass comes after all analyses, which know the JDK's class only.
 */
public final class SerializationPass implements Pass {
    private static final String STREAM = "java/io/ObjectOutputStream";
    private static final String CHECKED = "jdsm/runtime/CheckedObjectOutput";
    private static final String REPLACE = "replaceObject";
    private static final String OBJECT_TO_OBJECT = "(Ljava/lang/Object;)Ljava/lang/Object;";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        boolean direct = STREAM.equals(node.superName);
        if (direct) {
            node.superName = CHECKED;
        }
        boolean stream = direct || classes.isSubtype(node.name, STREAM);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                replace(instruction);
            }
            if (stream && method.name.equals(REPLACE) && method.desc.equals(OBJECT_TO_OBJECT)) {
                lookFirst(method);
            }
        }
    }

    private static void replace(AbstractInsnNode instruction) {
        if (instruction instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW && made.desc.equals(STREAM)) {
            made.desc = CHECKED;
        } else if (instruction instanceof MethodInsnNode call
                && call.getOpcode() == Opcodes.INVOKESPECIAL
                && call.owner.equals(STREAM)) {
            call.owner = CHECKED;
        }
    }

    private static void lookFirst(MethodNode method) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 1));
        code.add(EntryPoints.call("jdsm/runtime/ObjectCalls", "written", OBJECT_TO_OBJECT));
        code.add(new VarInsnNode(Opcodes.ASTORE, 1));
        method.instructions.insert(code);
        method.maxStack = Math.max(method.maxStack, 1);
    }
}
