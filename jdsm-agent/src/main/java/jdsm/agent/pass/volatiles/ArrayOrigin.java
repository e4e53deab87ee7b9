package jdsm.agent.pass.volatiles;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows array references through a method, from fields with volatile elements to their uses. */
final class ArrayOrigin extends BasicInterpreter {
    private static final BasicValue NULL = new BasicValue(Type.getObjectType("null constant"));
    private static final Type MIXED = Type.getObjectType("mixed");

    /** A reference from a field with volatile elements; a mixed one may also come from another place. */
    static final class Elements extends BasicValue {
        private final String field;

        private Elements(Type type, String field) {
            super(type);
            this.field = field;
        }

        String field() {
            return field;
        }

        boolean isMixed() {
            return getType() == MIXED;
        }
    }

    private final Classes classes;

    ArrayOrigin(Classes classes) {
        super(Opcodes.ASM9);
        this.classes = classes;
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
        return instruction.getOpcode() == Opcodes.ACONST_NULL ? NULL : super.newOperation(instruction);
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.CHECKCAST && value instanceof Elements) {
            return value;
        }
        if (instruction.getOpcode() == Opcodes.GETFIELD
                && instruction instanceof FieldInsnNode access
                && classes.hasVolatileElements(access.owner, access.name, access.desc)) {
            String field = access.owner.replace('/', '.') + "." + access.name;
            return new Elements(Type.getType(access.desc), field);
        }
        return super.unaryOperation(instruction, value);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        if (one.equals(other)) {
            return one;
        }
        if (!one.isReference() || !other.isReference()) {
            return BasicValue.UNINITIALIZED_VALUE;
        }
        if (one == NULL) {
            return other;
        }
        if (other == NULL) {
            return one;
        }
        if (one instanceof Elements elements) {
            return new Elements(MIXED, elements.field());
        }
        return other instanceof Elements elements ? new Elements(MIXED, elements.field()) : BasicValue.REFERENCE_VALUE;
    }
}
