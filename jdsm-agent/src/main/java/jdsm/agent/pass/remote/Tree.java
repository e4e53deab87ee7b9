package jdsm.agent.pass.remote;

import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * An expression in a loop that can be computed before an iteration: from values that stay, and from the loop's variables.
 *
 * @param node the instruction, or null for a constant or variable
 * @param number of a constant: its value; of a variable: its slot
 * @param plus of a variable: how much more it is than at the beginning of the iteration
 */
record Tree(Sort sort, AbstractInsnNode node, int number, int plus, Tree left, Tree right) {
    enum Sort {
        CONSTANT,
        /** A variable of the loop, to which each iteration adds the same constant. */
        VARIABLE,
        LOCAL,
        STATIC,
        FIELD,
        ELEMENT,
        LENGTH,
        NEGATED,
        BINARY
    }

    /** What an int expression is: a constant, a variable of the loop at most once, and terms that stay. */
    record Linear(int coefficient, int constant, Map<String, Integer> terms) {
        private Linear times(int factor) {
            Map<String, Integer> more = new TreeMap<>();
            terms.forEach((key, count) -> more.put(key, count * factor));
            return new Linear(coefficient * factor, constant * factor, more);
        }

        private Linear plus(Linear other) {
            Map<String, Integer> more = new TreeMap<>(terms);
            other.terms.forEach((key, count) -> more.merge(key, count, Integer::sum));
            more.values().removeIf(count -> count == 0);
            return new Linear(coefficient + other.coefficient, constant + other.constant, more);
        }
    }

    static Tree constant(int value) {
        return new Tree(Sort.CONSTANT, null, value, 0, null, null);
    }

    static Tree variable(int slot, int plus) {
        return new Tree(Sort.VARIABLE, null, slot, plus, null, null);
    }

    static Tree of(Sort sort, AbstractInsnNode node, Tree left, Tree right) {
        return new Tree(sort, node, 0, 0, left, right);
    }

    /** Whether the value is the same in each iteration. */
    boolean stays() {
        return sort != Sort.VARIABLE && (left == null || left.stays()) && (right == null || right.stays());
    }

    /** Whether computing it may meet null or an index without element. */
    boolean mayFail() {
        return sort == Sort.FIELD
                || sort == Sort.ELEMENT
                || sort == Sort.LENGTH
                || left != null && left.mayFail()
                || right != null && right.mayFail();
    }

    /** A text that is equal for equal expressions. */
    String key() {
        return switch (sort) {
            case CONSTANT -> Integer.toString(number);
            case VARIABLE -> "i" + number + "+" + plus;
            case LOCAL -> "v" + ((VarInsnNode) node).var;
            case STATIC -> ((FieldInsnNode) node).owner + "." + ((FieldInsnNode) node).name;
            case FIELD -> left.key() + "." + ((FieldInsnNode) node).owner + "." + ((FieldInsnNode) node).name;
            case ELEMENT -> left.key() + "[" + right.key() + "]";
            case LENGTH -> left.key() + ".length";
            case NEGATED -> "-" + left.key();
            case BINARY -> "(" + left.key() + " " + node.getOpcode() + " " + right.key() + ")";
        };
    }

    /** The linear form of an int expression; null if a variable of the loop is in it in another way. */
    Linear linear() {
        Linear one = left == null ? null : left.linear();
        Linear two = right == null ? null : right.linear();
        switch (sort) {
            case CONSTANT:
                return new Linear(0, number, Map.of());
            case VARIABLE:
                return new Linear(1, plus, Map.of("i" + number, 1));
            case NEGATED:
                return one == null ? null : one.times(-1);
            case BINARY:
                boolean both = one != null && two != null;
                int opcode = node.getOpcode();
                if (both && opcode == Opcodes.IADD) {
                    return one.plus(two);
                }
                if (both && opcode == Opcodes.ISUB) {
                    return one.plus(two.times(-1));
                }
                if (both && opcode == Opcodes.IMUL && right.sort == Sort.CONSTANT) {
                    return one.times(right.number);
                }
                if (both && opcode == Opcodes.IMUL && left.sort == Sort.CONSTANT) {
                    return two.times(left.number);
                }
                break;
            default:
        }
        return stays() ? new Linear(0, 0, Map.of(key(), 1)) : null;
    }
}
