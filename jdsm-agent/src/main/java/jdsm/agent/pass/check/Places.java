package jdsm.agent.pass.check;

import jdsm.agent.pass.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes calls that pass their place in the program to the runtime. A bootstrap method makes the place once for each
 * call, so that classes need no field for it.
 */
final class Places {
    private static final Handle BOOTSTRAP = new Handle(
            Opcodes.H_INVOKESTATIC,
            "jdsm/runtime/Observed",
            "place",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;)Ljava/lang/invoke/CallSite;",
            false);

    private final String method;
    private final String file;
    private int line;

    Places(ClassNode node, MethodNode method) {
        this.method = Names.inProgram(method.name);
        this.file = node.sourceFile == null ? "" : node.sourceFile;
    }

    void line(int number) {
        line = number;
    }

    /** A call before an access to a field. */
    InvokeDynamicInsnNode call(String name, String descriptor, FieldInsnNode field) {
        return call(name, descriptor, Names.of(field.owner, field.name));
    }

    /** A call before another access. */
    InvokeDynamicInsnNode call(String name, String descriptor) {
        return call(name, descriptor, "");
    }

    private InvokeDynamicInsnNode call(String name, String descriptor, String field) {
        return new InvokeDynamicInsnNode(name, descriptor, BOOTSTRAP, method, file, line, field);
    }
}
