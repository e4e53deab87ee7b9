package jdsm.agent.pass.shape;

import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Makes {@code new Object()} a {@link jdsm.runtime.Bare}, which can be shared as the program's own objects can. */
final class BareObjects {
    private static final String OBJECT = "java/lang/Object";

    private BareObjects() {}

    static void weave(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    dynamic.bsmArgs[i] = reference(dynamic.bsmArgs[i]);
                }
            } else if (instruction instanceof MethodInsnNode call && isConstructor(call.owner, call.name)) {
                make(call);
            }
        }
    }

    private static boolean isConstructor(String owner, String name) {
        return owner.equals(OBJECT) && name.equals("<init>");
    }

    /** {@code Object::new}. */
    private static Object reference(Object argument) {
        return argument instanceof Handle handle && isConstructor(handle.getOwner(), handle.getName())
                ? new Handle(handle.getTag(), EntryPoints.BARE, handle.getName(), handle.getDesc(), false)
                : argument;
    }

    /** There are no arguments, so compilers put the three instructions together; else it is a constructor's super(). */
    private static void make(MethodInsnNode call) {
        AbstractInsnNode before = code(call.getPrevious());
        if (before != null && before.getOpcode() == Opcodes.DUP) {
            before = code(before.getPrevious());
        }
        if (before instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW && made.desc.equals(OBJECT)) {
            made.desc = EntryPoints.BARE;
            call.owner = EntryPoints.BARE;
        }
    }

    private static AbstractInsnNode code(AbstractInsnNode node) {
        AbstractInsnNode at = node;
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at;
    }
}
