package jdsm.agent.analysis;

import java.util.List;
import java.util.function.ToIntFunction;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Executes instructions on symbolic values. */
final class ValueInterpreter extends Interpreter<Value> {
    private static final String[] NEW_ARRAYS = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

    private final Values values;
    private final Effects effects;
    private final ToIntFunction<AbstractInsnNode> indices;
    private final Memory memory;
    private Frame<Value> now;

    ValueInterpreter(Values values, Effects effects, Memory memory, ToIntFunction<AbstractInsnNode> indices) {
        super(Opcodes.ASM9);
        this.values = values;
        this.effects = effects;
        this.memory = memory;
        this.indices = indices;
    }

    /** Sets the frame of the next instruction, which contains the current values of memory. */
    void now(Frame<Value> frame) {
        now = frame;
    }

    private Value result(AbstractInsnNode node, String type) {
        return values.result(indices.applyAsInt(node), type);
    }

    @Override
    public Value newValue(Type type) {
        return type == Type.VOID_TYPE ? null : values.unset();
    }

    @Override
    public Value newOperation(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return values.constant(opcode - Opcodes.ICONST_0);
        }
        return switch (opcode) {
            case Opcodes.ACONST_NULL -> values.nothing();
            case Opcodes.BIPUSH, Opcodes.SIPUSH -> values.constant(((IntInsnNode) node).operand);
            case Opcodes.LCONST_0, Opcodes.LCONST_1 -> result(node, "J");
            case Opcodes.DCONST_0, Opcodes.DCONST_1 -> result(node, "D");
            case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 -> result(node, "F");
            case Opcodes.LDC -> constant((LdcInsnNode) node);
            case Opcodes.GETSTATIC -> field((FieldInsnNode) node, null);
            case Opcodes.NEW ->
                result(node, Type.getObjectType(((TypeInsnNode) node).desc).getDescriptor());
            default -> result(node, null);
        };
    }

    private Value constant(LdcInsnNode node) {
        if (node.cst instanceof Integer number) {
            return values.constant(number);
        }
        if (node.cst instanceof Long) {
            return result(node, "J");
        }
        if (node.cst instanceof Double) {
            return result(node, "D");
        }
        return result(node, node.cst instanceof org.objectweb.asm.ConstantDynamic late ? late.getDescriptor() : null);
    }

    /** The value of a field read; each read of a volatile field is a new value. */
    private Value field(FieldInsnNode node, Value object) {
        boolean plain = object == null ? effects.isPlainStatic(node) : !effects.isVolatile(node);
        if (!plain || object != null && Values.isLong(object)) {
            return result(node, node.desc);
        }
        String name = node.owner + "." + node.name + ":" + node.desc;
        return values.field(object, name, node.desc, now.getLocal(memory.slot(node)));
    }

    @Override
    public Value copyOperation(AbstractInsnNode node, Value value) {
        return value;
    }

    @Override
    public Value unaryOperation(AbstractInsnNode node, Value value) {
        return switch (node.getOpcode()) {
            case Opcodes.INEG -> operation(node, value, null);
            case Opcodes.IINC -> operation(node, value, values.constant(((IincInsnNode) node).incr));
            case Opcodes.ARRAYLENGTH -> values.length(value);
            case Opcodes.GETFIELD -> field((FieldInsnNode) node, value);
            case Opcodes.CHECKCAST ->
                Values.isLong(value)
                        ? result(
                                node,
                                Type.getObjectType(((TypeInsnNode) node).desc).getDescriptor())
                        : values.cast(
                                value,
                                Type.getObjectType(((TypeInsnNode) node).desc).getDescriptor());
            case Opcodes.NEWARRAY -> result(node, NEW_ARRAYS[((IntInsnNode) node).operand - Opcodes.T_BOOLEAN]);
            case Opcodes.ANEWARRAY ->
                result(
                        node,
                        "[" + Type.getObjectType(((TypeInsnNode) node).desc).getDescriptor());
            case Opcodes.LNEG, Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> result(node, "J");
            case Opcodes.DNEG, Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> result(node, "D");
            case Opcodes.FNEG, Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> result(node, "F");
            default -> result(node, "I"); // also for instructions without a result
        };
    }

    private Value operation(AbstractInsnNode node, Value left, Value right) {
        int opcode = node.getOpcode() == Opcodes.IINC ? Opcodes.IADD : node.getOpcode();
        Value second = right == null ? left : right;
        return Values.isLong(left, second) ? result(node, "I") : values.operation(opcode, left, right);
    }

    @Override
    public Value binaryOperation(AbstractInsnNode node, Value left, Value right) {
        int opcode = node.getOpcode();
        return switch (opcode) {
            case Opcodes.IADD,
                    Opcodes.ISUB,
                    Opcodes.IMUL,
                    Opcodes.ISHL,
                    Opcodes.ISHR,
                    Opcodes.IUSHR,
                    Opcodes.IAND,
                    Opcodes.IOR,
                    Opcodes.IXOR -> operation(node, left, right);
            case Opcodes.IDIV, Opcodes.IREM -> right.isConstant(0) ? result(node, "I") : operation(node, left, right);
            case Opcodes.AALOAD, Opcodes.IALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD ->
                Values.isLong(left, right)
                        ? result(node, opcode == Opcodes.AALOAD ? null : "I")
                        : values.element(opcode, left, right, now.getLocal(memory.slot(opcode)));
            case Opcodes.LALOAD, Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LDIV, Opcodes.LREM ->
                result(node, "J");
            case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR ->
                result(node, "J");
            case Opcodes.DALOAD, Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM ->
                result(node, "D");
            case Opcodes.FALOAD, Opcodes.FADD, Opcodes.FSUB, Opcodes.FMUL, Opcodes.FDIV, Opcodes.FREM ->
                result(node, "F");
            default -> result(node, "I"); // also for instructions without a result
        };
    }

    @Override
    public Value ternaryOperation(AbstractInsnNode node, Value first, Value second, Value third) {
        return null;
    }

    @Override
    public Value naryOperation(AbstractInsnNode node, List<? extends Value> operands) {
        if (node instanceof MultiANewArrayInsnNode array) {
            return result(node, array.desc);
        }
        String descriptor = node instanceof MethodInsnNode call ? call.desc : ((InvokeDynamicInsnNode) node).desc;
        if (node instanceof MethodInsnNode call
                && call.owner.equals("java/lang/Math")
                && descriptor.equals("(II)I")
                && (call.name.equals("min") || call.name.equals("max"))
                && !Values.isLong(operands.get(0), operands.get(1))) {
            return values.extreme(call.name.equals("min"), operands.get(0), operands.get(1));
        }
        if (node instanceof MethodInsnNode call
                && call.owner.equals(Value.RANGE)
                && (call.name.equals("from") || call.name.equals("to"))
                && !Values.isLong(operands.get(0))) {
            return values.end(operands.get(0), call.name);
        }
        return result(node, Type.getReturnType(descriptor).getDescriptor());
    }

    @Override
    public void returnOperation(AbstractInsnNode node, Value value, Value expected) {
        // A return says nothing new about a value.
    }

    @Override
    public Value merge(Value one, Value other) {
        throw new UnsupportedOperationException("values are merged where the block is known");
    }
}
