package jdsm.agent.analysis;

import java.util.List;
import jdsm.agent.jdk.ValueClasses;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows arrays of volatile fields through a method, and values computed from their elements. */
final class SpinValues extends BasicInterpreter {
    /** A value from a volatile field: the array itself, or a value computed from an element. */
    static final class FromField extends BasicValue {
        private final String field;
        private final boolean element;

        private FromField(Type type, String field, boolean element) {
            super(type);
            this.field = field;
            this.element = element;
        }

        /** The field, as {@code package.Class.field}, with the class that declares it. */
        String field() {
            return field;
        }

        boolean isElement() {
            return element;
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other)
                    && other instanceof FromField same
                    && same.field.equals(field)
                    && same.element == element;
        }

        @Override
        public int hashCode() {
            return field.hashCode();
        }
    }

    private final ApplicationClasses classes;

    SpinValues(ApplicationClasses classes) {
        super(Opcodes.ASM9);
        this.classes = classes;
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
        BasicValue field = instruction.getOpcode() == Opcodes.GETSTATIC ? volatileArray(instruction) : null;
        return field != null ? field : super.newOperation(instruction);
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
        BasicValue field = instruction.getOpcode() == Opcodes.GETFIELD ? volatileArray(instruction) : null;
        return field != null ? field : like(super.unaryOperation(instruction, value), value);
    }

    private BasicValue volatileArray(AbstractInsnNode instruction) {
        FieldInsnNode access = (FieldInsnNode) instruction;
        ClassFacts.Field field = classes.field(access.owner, access.name, access.desc);
        boolean found = field != null
                && access.desc.startsWith("[")
                && field.is(Opcodes.ACC_VOLATILE)
                && !classes.hasVolatileElements(access.owner, access.name, access.desc);
        return found
                ? new FromField(Type.getType(access.desc), field.owner().replace('/', '.') + "." + field.name(), false)
                : null;
    }

    @Override
    public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue left, BasicValue right)
            throws AnalyzerException {
        BasicValue plain = super.binaryOperation(instruction, left, right);
        int opcode = instruction.getOpcode();
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            return left instanceof FromField array ? new FromField(plain.getType(), array.field, true) : plain;
        }
        return like(like(plain, right), left);
    }

    @Override
    public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
            throws AnalyzerException {
        BasicValue result = super.naryOperation(instruction, values);
        boolean isValueOfIt = instruction instanceof MethodInsnNode call && ValueClasses.contains(call.owner);
        for (BasicValue value : isValueOfIt ? values : List.<BasicValue>of()) {
            result = like(result, value);
        }
        return result;
    }

    /** A result computed from an element counts as an element. */
    private static BasicValue like(BasicValue result, BasicValue operand) {
        return result != null && result.getType() != null && operand instanceof FromField from && from.element
                ? new FromField(result.getType(), from.field, true)
                : result;
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        if (one.equals(other)) {
            return one;
        }
        return super.merge(
                one instanceof FromField ? plain(one) : one, other instanceof FromField ? plain(other) : other);
    }

    private BasicValue plain(BasicValue value) {
        return newValue(value.getType());
    }
}
