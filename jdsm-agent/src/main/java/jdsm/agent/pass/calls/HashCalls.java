package jdsm.agent.pass.calls;

import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.ValueClasses;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Replaces calls by which hash codes come to depend on the JVM: those of enum constants, classes, arrays and plain
 * objects, and the JDK's computations from the hash codes of given objects. The runtime's methods give the same hash
 * codes on all ranks.
 */
final class HashCalls {
    private static final String CALLS = "jdsm/runtime/ObjectCalls";
    private static final String OBJECT = "java/lang/Object";
    private static final String HASH_CODE = "hashCode";
    private static final String OF_ONE = "(Ljava/lang/Object;)I";
    private static final String OF_ARRAY = "([Ljava/lang/Object;)I";
    /** The JDK's static methods, by class, name and descriptor, with the names of those that replace them. */
    private static final Map<String, String> STATIC = Map.of(
            "java/util/Objects.hashCode" + OF_ONE, "hashOrZero",
            "java/util/Objects.hash" + OF_ARRAY, "hashAll",
            "java/util/Arrays.hashCode" + OF_ARRAY, "hashAll",
            "java/util/Arrays.deepHashCode" + OF_ARRAY, "hashDeep");

    /** The class of values that has identity hash codes. */
    private static final String CURRENCY = "java/util/Currency";

    private static final Set<String> SAME_EVERYWHERE = Set.of("java/lang/Number", "java/util/BitSet");

    private HashCalls() {}

    /** Whether a call, or a method that a reference is to, needs a replacement. */
    static boolean concerns(int opcode, String owner, String name, String descriptor, Classes classes) {
        if (opcode == Opcodes.INVOKESTATIC) {
            return STATIC.containsKey(owner + "." + name + descriptor);
        }
        boolean asks = name.equals(HASH_CODE) && descriptor.equals("()I");
        return asks && opcode != Opcodes.INVOKESPECIAL && mayDiffer(owner, classes);
    }

    /**
     * Whether the hash code of an object of a static type may be other than that of a method of the program or of a
     * value.
     */
    private static boolean mayDiffer(String owner, Classes classes) {
        if (owner.startsWith("[") || owner.equals(OBJECT)) {
            return true;
        }
        boolean own = classes.isShareable(owner)
                || classes.isApplication(owner) && "java/lang/Record".equals(classes.superName(owner));
        return owner.equals(CURRENCY) || !own && !ValueClasses.contains(owner) && !SAME_EVERYWHERE.contains(owner);
    }

    /** The instruction that replaces a call; null if the call stays. */
    static MethodInsnNode replacement(MethodInsnNode call, Classes classes) {
        if (!concerns(call.getOpcode(), call.owner, call.name, call.desc, classes)) {
            return null;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return EntryPoints.call(CALLS, STATIC.get(call.owner + "." + call.name + call.desc), call.desc);
        }
        return isConstant(call.owner, classes)
                ? EntryPoints.call("jdsm/runtime/Hashes", "ofConstant", OF_ONE)
                : EntryPoints.call(CALLS, HASH_CODE, OF_ONE);
    }

    private static boolean isConstant(String owner, Classes classes) {
        return owner.equals("java/lang/Class") || classes.isSubtype(owner, "java/lang/Enum");
    }
}
