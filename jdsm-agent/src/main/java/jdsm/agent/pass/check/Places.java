package jdsm.agent.pass.check;

import jdsm.agent.pass.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls that tell where in a method they are: by a bootstrap, so that the place is made once and no class needs a field for it. */
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
        // Loops that were made methods of their own are the program's method to whoever reads a finding.
        int added = method.name.indexOf("$jdsm");
        this.method = added > 0 ? method.name.substring(0, added) : method.name;
        this.file = node.sourceFile == null ? "" : node.sourceFile;
    }

    void line(int number) {
        line = number;
    }

    /** Of an access to a field. */
    InvokeDynamicInsnNode call(String name, String descriptor, FieldInsnNode field) {
        return call(name, descriptor, Names.of(field.owner, field.name));
    }

    /** Of another access. */
    InvokeDynamicInsnNode call(String name, String descriptor) {
        return call(name, descriptor, "");
    }

    private InvokeDynamicInsnNode call(String name, String descriptor, String field) {
        return new InvokeDynamicInsnNode(name, descriptor, BOOTSTRAP, method, file, line, field);
    }
}
