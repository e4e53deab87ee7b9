package jdsm.agent.analysis;

import java.util.function.Function;
import org.objectweb.asm.Opcodes;

/**
 * An int in the form {@code coefficient * variable + offset}, where coefficient and offset do not depend on the
 * variable. The equation holds modulo 2 to the 32, like int arithmetic. Immutable.
 */
public record Affine(Value coefficient, Value offset) {
    private static final int SHIFT_MASK = 31;

    /**
     * Brings a value into affine form.
     *
     * @param variables maps a value that depends on the variable to its affine form, and any other value to null
     * @return null if the value has no affine form
     */
    static Affine of(Value value, Function<Value, Affine> variables, Values values) {
        Affine known = variables.apply(value);
        if (known != null) {
            return known;
        }
        if (value.leaves().stream().allMatch(leaf -> variables.apply(leaf) == null)) {
            return new Affine(values.constant(0), value);
        }
        if (value.kind() != Value.Kind.OPERATION) {
            return null;
        }
        Affine left = of(value.part(0), variables, values);
        Affine right = of(value.part(1), variables, values);
        return left == null || right == null ? null : left.combine(value.number(), right, values);
    }

    private Affine combine(int opcode, Affine right, Values values) {
        return switch (opcode) {
            case Opcodes.IADD ->
                new Affine(values.add(coefficient, right.coefficient), values.add(offset, right.offset));
            case Opcodes.ISUB ->
                new Affine(values.subtract(coefficient, right.coefficient), values.subtract(offset, right.offset));
            case Opcodes.IMUL ->
                right.isFree() ? times(right.offset, values) : isFree() ? right.times(offset, values) : null;
            case Opcodes.ISHL ->
                right.isFree() && right.offset.kind() == Value.Kind.CONSTANT
                        ? times(values.constant(1 << (right.offset.number() & SHIFT_MASK)), values)
                        : null;
            default -> null;
        };
    }

    private boolean isFree() {
        return coefficient.isConstant(0);
    }

    private Affine times(Value factor, Values values) {
        return new Affine(values.multiply(coefficient, factor), values.multiply(offset, factor));
    }
}
