package jdsm.agent.analysis;

import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** The static types of a method's operands, and the fields that they were read from, according to the method's code. */
public final class StaticTypes {
    private static final Type OBJECT = Type.getType(Object.class);

    private final MethodNode method;
    private final Frame<BasicValue>[] frames;

    private StaticTypes(MethodNode method, Frame<BasicValue>[] frames) {
        this.method = method;
        this.frames = frames;
    }

    /** Analyses a method of a class. */
    public static StaticTypes of(String owner, MethodNode method) {
        try {
            return new StaticTypes(method, new Analyzer<>(new Types()).analyze(owner, method));
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + method.desc, e);
        }
    }

    /**
     * The type of the reference at a depth of the stack before an instruction; Object if it is unknown. Depth 0 is the
     * top.
     */
    public Type typeOf(AbstractInsnNode instruction, int depth) {
        return operand(instruction, depth) instanceof Reference reference ? reference.getType() : OBJECT;
    }

    /**
     * The instruction that read the reference at a depth of the stack from a field; null if no single instruction did.
     * Depth 0 is the top.
     */
    public FieldInsnNode fieldOf(AbstractInsnNode instruction, int depth) {
        return operand(instruction, depth) instanceof Reference reference ? reference.field : null;
    }

    private BasicValue operand(AbstractInsnNode instruction, int depth) {
        Frame<BasicValue> frame = frames[method.instructions.indexOf(instruction)];
        return frame == null ? null : frame.getStack(frame.getStackSize() - 1 - depth);
    }

    private static final class Reference extends BasicValue {
        private final FieldInsnNode field;

        private Reference(Type type, FieldInsnNode field) {
            super(type);
            this.field = field;
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other) && other instanceof Reference reference && reference.field == field;
        }

        @Override
        public int hashCode() {
            return Objects.hash(getType(), field);
        }
    }

    private static final class Types extends BasicInterpreter {
        private Types() {
            super(Opcodes.ASM9);
        }

        @Override
        public BasicValue newValue(Type type) {
            boolean isReference = type != null && type.getSort() >= Type.ARRAY;
            return isReference ? new Reference(type, null) : super.newValue(type);
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
            return read(instruction, super.newOperation(instruction));
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue operand) throws AnalyzerException {
            BasicValue result = super.unaryOperation(instruction, operand);
            boolean casts = instruction.getOpcode() == Opcodes.CHECKCAST && operand instanceof Reference;
            return casts ? new Reference(result.getType(), ((Reference) operand).field) : read(instruction, result);
        }

        private static BasicValue read(AbstractInsnNode instruction, BasicValue result) {
            return instruction instanceof FieldInsnNode field && result instanceof Reference
                    ? new Reference(result.getType(), field)
                    : result;
        }

        @Override
        public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue first, BasicValue second)
                throws AnalyzerException {
            if (instruction.getOpcode() != Opcodes.AALOAD) {
                return super.binaryOperation(instruction, first, second);
            }
            Type array = first.getType();
            boolean known = array != null && array.getSort() == Type.ARRAY;
            return newValue(known ? Type.getType(array.getDescriptor().substring(1)) : OBJECT);
        }

        @Override
        public BasicValue merge(BasicValue first, BasicValue second) {
            if (first.equals(second) || !(first instanceof Reference one) || !(second instanceof Reference other)) {
                return first.equals(second) ? first : super.merge(first, second);
            }
            if (isNull(other)) {
                return one.field == null ? one : new Reference(one.getType(), null);
            }
            boolean same = one.getType().equals(other.getType()) || isNull(one);
            return new Reference(same ? other.getType() : OBJECT, null);
        }

        private static boolean isNull(Reference value) {
            return NULL_TYPE.equals(value.getType());
        }
    }
}
