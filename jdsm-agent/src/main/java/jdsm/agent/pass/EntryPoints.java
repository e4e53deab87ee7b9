package jdsm.agent.pass;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Makes instructions that call the runtime's entry points. */
public final class EntryPoints {
    /** Internal name of {@link jdsm.runtime.Woven}. */
    public static final String WOVEN = "jdsm/runtime/Woven";
    /** Descriptor of {@link jdsm.runtime.Shared}. */
    public static final String SHARED = "Ljdsm/runtime/Shared;";
    /** Internal name of {@link jdsm.runtime.Checks}. */
    public static final String CHECKS = "jdsm/runtime/Checks";
    /** Internal name of {@link jdsm.runtime.ArrayCalls}. */
    public static final String ARRAY_CALLS = "jdsm/runtime/ArrayCalls";

    private static final String HASHES = "jdsm/runtime/Hashes";

    private static final Type OBJECTS = Type.getType("[Ljava/lang/Object;");

    private EntryPoints() {}

    /** A call of a static method. */
    public static MethodInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    /** {@code object -> hash code}. */
    public static MethodInsnNode hashOf() {
        return call(HASHES, "of", "(Ljava/lang/Object;)I");
    }

    /** {@code object -> handle}. */
    public static FieldInsnNode handleOf(String owner) {
        return new FieldInsnNode(Opcodes.GETFIELD, owner, jdsm.runtime.Woven.FIELD, SHARED);
    }

    /** {@code array -> handle}, for an array of that type. */
    public static MethodInsnNode handleOf(Type array) {
        boolean references =
                array.getDescriptor().charAt(1) == '[' || array.getDescriptor().charAt(1) == 'L';
        Type parameter = references ? OBJECTS : array;
        return call(CHECKS, "of", "(" + parameter.getDescriptor() + ")" + SHARED);
    }
}
