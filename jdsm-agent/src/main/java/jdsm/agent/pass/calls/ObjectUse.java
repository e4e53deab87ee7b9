package jdsm.agent.pass.calls;

import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes the checks before calls of serialisation and reflection, by which the JDK accesses fields of objects or calls
 * methods of the application.
 */
final class ObjectUse {
    private static final String CALLS = "jdsm/runtime/ObjectCalls";
    private static final String INVOCATION = "(Ljava/lang/reflect/Executable;[Ljava/lang/Object;)V";
    private static final Map<String, String> INVOKED =
            Map.of("java/lang/reflect/Method", "invoke", "java/lang/reflect/Constructor", "newInstance");
    private static final String FIELD = "java/lang/reflect/Field";
    private static final String OF_FIELD = "(L" + FIELD + ";Ljava/lang/Object;)V";

    private ObjectUse() {}

    /** The code before a call; empty if the call needs none. */
    static InsnList checks(MethodNode method, MethodInsnNode call, Classes classes) {
        InsnList code = new InsnList();
        if (writes(call) && classes.isSubtype(call.owner, "java/io/ObjectOutput")) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(EntryPoints.call(CALLS, "serialized", "(Ljava/lang/Object;)V"));
        } else if (call.owner.equals(FIELD) && call.desc.startsWith("(Ljava/lang/Object;")) {
            if (call.name.startsWith("get")) {
                code.add(new InsnNode(Opcodes.DUP2));
                code.add(EntryPoints.call(CALLS, "reads", OF_FIELD));
            } else if (call.name.startsWith("set")) {
                Locals value = new Locals(method, Type.getArgumentTypes(call.desc)[1]);
                value.store(code, 0);
                code.add(new InsnNode(Opcodes.DUP2));
                code.add(EntryPoints.call(CALLS, "writes", OF_FIELD));
                value.load(code, 0);
            }
        }
        if (call.name.equals(INVOKED.get(call.owner))) {
            Type[] types = Type.getArgumentTypes(call.desc);
            Locals given = new Locals(method, types);
            given.store(code, 0);
            code.add(new InsnNode(Opcodes.DUP));
            given.loadOne(code, types.length - 1);
            code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "invoked", INVOCATION));
            given.load(code, 0);
        }
        return code;
    }

    private static boolean writes(MethodInsnNode call) {
        return (call.name.equals("writeObject") || call.name.equals("writeUnshared"))
                && call.desc.equals("(Ljava/lang/Object;)V");
    }
}
