package jdsm.agent.pass.remote;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** The methods of the JDK that take remote arrays: {@code clone}, {@code System.arraycopy}, {@code Arrays.fill} and {@code sort}. */
final class JdkCalls {
    /** Classes whose static methods on numbers access nothing. */
    private static final Set<String> NUMBERS = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Character");

    private JdkCalls() {}

    /** Whether a call has a counterpart for remote arrays. */
    static boolean isKnown(MethodInsnNode call) {
        return isClone(call) || isCopy(call) || isFillOrSort(call);
    }

    static boolean isClone(MethodInsnNode call) {
        return call.name.equals("clone") && call.owner.startsWith("[");
    }

    static boolean isCopy(MethodInsnNode call) {
        return call.owner.equals("java/lang/System") && call.name.equals("arraycopy");
    }

    static boolean isFillOrSort(MethodInsnNode call) {
        if (!call.owner.equals("java/util/Arrays") || !call.name.equals("fill") && !call.name.equals("sort")) {
            return false;
        }
        Type[] types = Type.getArgumentTypes(call.desc);
        return types[0].getSort() == Type.ARRAY && types[0].getDimensions() == 1 && ElementKind.of(types[0]) != null;
    }

    /** Whether a call neither accesses memory of the program nor runs its code. */
    static boolean isOfNumbers(MethodInsnNode call) {
        return call.getOpcode() == Opcodes.INVOKESTATIC
                && NUMBERS.contains(call.owner)
                && !call.desc.contains("L")
                && !call.desc.contains("[");
    }
}
