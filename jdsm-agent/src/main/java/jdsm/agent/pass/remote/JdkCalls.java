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

    /** Their methods that return a result for all arguments. */
    private static final Set<String> NEVER_THROW = Set.of(
            "abs",
            "acos",
            "asin",
            "atan",
            "atan2",
            "bitCount",
            "cbrt",
            "ceil",
            "copySign",
            "cos",
            "cosh",
            "doubleToLongBits",
            "doubleToRawLongBits",
            "exp",
            "expm1",
            "floatToIntBits",
            "floatToRawIntBits",
            "floor",
            "fma",
            "hypot",
            "intBitsToFloat",
            "isNaN",
            "log",
            "log10",
            "log1p",
            "longBitsToDouble",
            "max",
            "min",
            "pow",
            "rint",
            "rotateLeft",
            "rotateRight",
            "round",
            "signum",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh");

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

    /** Whether a call is one of numbers that throws nothing. */
    static boolean neverThrows(MethodInsnNode call) {
        return isOfNumbers(call) && NEVER_THROW.contains(call.name);
    }
}
