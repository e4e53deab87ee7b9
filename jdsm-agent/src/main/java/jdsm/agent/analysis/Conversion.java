package jdsm.agent.analysis;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Converts a value as {@link java.lang.invoke.LambdaMetafactory} does with arguments and results: by a cast, by a wider
 * primitive type, or into an object and back.
 */
final class Conversion {
    private static final String OBJECT = "java/lang/Object";
    private static final String NUMBER = "java/lang/Number";
    private static final Map<String, Type> PRIMITIVES = Map.of(
            "java/lang/Boolean", Type.BOOLEAN_TYPE,
            "java/lang/Byte", Type.BYTE_TYPE,
            "java/lang/Character", Type.CHAR_TYPE,
            "java/lang/Short", Type.SHORT_TYPE,
            "java/lang/Integer", Type.INT_TYPE,
            "java/lang/Long", Type.LONG_TYPE,
            "java/lang/Float", Type.FLOAT_TYPE,
            "java/lang/Double", Type.DOUBLE_TYPE);
    /** Instructions that convert numbers, by the types on the stack: int, long, float, double. */
    private static final int[][] WIDER = {
        {Opcodes.NOP, Opcodes.I2L, Opcodes.I2F, Opcodes.I2D},
        {Opcodes.NOP, Opcodes.NOP, Opcodes.L2F, Opcodes.L2D},
        {Opcodes.NOP, Opcodes.NOP, Opcodes.NOP, Opcodes.F2D},
        {Opcodes.NOP, Opcodes.NOP, Opcodes.NOP, Opcodes.NOP}
    };

    private Conversion() {}

    /** Adds code that converts the value on top of the stack; a result of type void drops it. */
    static void add(MethodVisitor code, Type from, Type to) {
        if (from.equals(to)) {
            return;
        }
        if (to.getSort() == Type.VOID) {
            code.visitInsn(from.getSize() == 1 ? Opcodes.POP : Opcodes.POP2);
        } else if (isPrimitive(from)) {
            fromPrimitive(code, from, to);
        } else if (isPrimitive(to)) {
            fromObject(code, from, to);
        } else {
            cast(code, to);
        }
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    private static void cast(MethodVisitor code, Type to) {
        if (!to.getInternalName().equals(OBJECT)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
        }
    }

    private static void fromPrimitive(MethodVisitor code, Type from, Type to) {
        if (isPrimitive(to)) {
            widen(code, from, to);
            return;
        }
        String wrapper = wrapperOf(from);
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC, wrapper, "valueOf", "(" + from.getDescriptor() + ")L" + wrapper + ";", false);
    }

    private static void fromObject(MethodVisitor code, Type from, Type to) {
        Type own = PRIMITIVES.get(from.getInternalName());
        boolean isNumber = own == null && to.getSort() != Type.BOOLEAN && to.getSort() != Type.CHAR;
        Type unboxed = own == null ? to : own;
        String owner = own != null ? from.getInternalName() : isNumber ? NUMBER : wrapperOf(to);
        if (own == null) {
            code.visitTypeInsn(Opcodes.CHECKCAST, owner);
        }
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, owner, unboxed.getClassName() + "Value", "()" + unboxed.getDescriptor(), false);
        widen(code, unboxed, to);
    }

    private static void widen(MethodVisitor code, Type from, Type to) {
        int opcode = WIDER[kind(from)][kind(to)];
        if (opcode != Opcodes.NOP) {
            code.visitInsn(opcode);
        }
    }

    private static int kind(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> 1;
            case Type.FLOAT -> 2;
            case Type.DOUBLE -> 3;
            default -> 0;
        };
    }

    private static String wrapperOf(Type primitive) {
        for (Map.Entry<String, Type> entry : PRIMITIVES.entrySet()) {
            if (entry.getValue().equals(primitive)) {
                return entry.getKey();
            }
        }
        throw new IllegalArgumentException(primitive.toString());
    }
}
