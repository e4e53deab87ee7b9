package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.Map;
import jdsm.agent.analysis.Value;
import jdsm.runtime.Ranges;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Evaluates ints for one piece of entry code, such as the indices of one check. Where an int cannot be evaluated,
 * because a reference on its way is null, an index is out of bounds or a divisor is 0, the program jumps behind that piece.
 */
final class EntryInts {
    private final EntryReferences references;
    private final InsnList code;
    private final LabelNode impossible;
    private final Map<Value, Integer> loaded = new HashMap<>();

    /** @param impossible the end of the piece of code that needs the ints */
    EntryInts(EntryReferences references, LabelNode impossible) {
        this.references = references;
        this.code = references.code;
        this.impossible = impossible;
    }

    /** Loads all ints of a span from memory into variables. */
    void prepare(Request.Span span) {
        if (span.around() != null) {
            prepare(span.around());
        }
        prepare(span.offset());
        if (!span.isSingle()) {
            prepare(span.first());
            prepare(span.last());
            prepare(span.step());
            prepare(span.coefficient());
        }
    }

    /**
     * Loads all fields and lengths in a value into variables, and tests divisors: the stack must be empty where one of
     * them cannot be read or is 0.
     */
    void prepare(Value value) {
        if (slot(value) >= 0 || references.near(value) != null) {
            return;
        }
        switch (value.kind()) {
            case OPERATION, EXTREME -> {
                prepare(value.part(0));
                prepare(value.part(1));
                if (value.mayThrow()) {
                    push(value.part(1));
                    code.add(new JumpInsnNode(Opcodes.IFEQ, impossible));
                }
            }
            case LAST -> {
                prepare(value.part(0));
                prepare(value.part(1));
                prepare(value.part(2));
            }
            case LENGTH -> {
                int array = references.evaluate(value.part(0));
                references.skipIfNull(value.part(0), array, impossible);
                code.add(Snippets.load(Opcodes.ALOAD, array));
                code.add(Snippets.length(value));
                keep(value);
            }
            case FIELD -> {
                references.field(value, impossible);
                keep(value);
            }
            case ELEMENT -> {
                EntryReferences.Number number = references.number(value);
                code.add(Snippets.load(Opcodes.ILOAD, number.isKnown()));
                code.add(new JumpInsnNode(Opcodes.IFEQ, impossible));
                loaded.put(value, number.value());
            }
            default -> {}
        }
    }

    private void keep(Value value) {
        int slot = references.fresh();
        code.add(Snippets.load(Opcodes.ISTORE, slot));
        loaded.put(value, slot);
    }

    private int slot(Value value) {
        int there = references.variable(value);
        return there >= 0 ? there : loaded.getOrDefault(value, -1);
    }

    /** Pushes the outer loop's part of a prepared span: first and last value of its variable, step and coefficient. */
    void pushAround(Request.Span span) {
        push(span.around().first());
        push(span.around().last());
        push(span.around().step());
        push(span.around().coefficient());
    }

    /** Pushes a prepared span: first and last value of its variable, step, coefficient, offset and run. */
    void push(Request.Span span) {
        if (span.isSingle()) {
            code.add(Snippets.constant(0));
            code.add(Snippets.constant(0));
            code.add(Snippets.constant(1));
            code.add(Snippets.constant(0));
        } else {
            push(span.first());
            push(span.last());
            push(span.step());
            push(span.coefficient());
        }
        push(span.offset());
        code.add(Snippets.constant(span.run()));
    }

    /** Pushes a prepared value. */
    void push(Value value) {
        int slot = slot(value);
        if (value.kind() == Value.Kind.CONSTANT) {
            code.add(Snippets.constant(value.number()));
        } else if (slot >= 0) {
            code.add(Snippets.load(Opcodes.ILOAD, slot));
        } else if (references.near(value) != null) {
            MethodModel.Near near = references.near(value);
            code.add(Snippets.load(Opcodes.ILOAD, near.slot()));
            code.add(Snippets.constant(near.addend()));
            code.add(new InsnNode(Opcodes.IADD));
        } else if (value.kind() == Value.Kind.LAST) {
            push(value.part(0));
            push(value.part(1));
            push(value.part(2));
            code.add(Snippets.constant(direction(value.number())));
            push(value.part(3));
            code.add(Snippets.call(Snippets.RANGES, "last", "(IIIII)I"));
        } else {
            push(value.part(0));
            push(value.part(1));
            code.add(
                    value.kind() == Value.Kind.OPERATION
                            ? new InsnNode(value.number())
                            : Snippets.call("java/lang/Math", value.number() < 0 ? "min" : "max", "(II)I"));
        }
    }

    /** The number by which {@link jdsm.runtime.Ranges#last} knows a test. */
    private static int direction(int opcode) {
        return switch (opcode) {
            case Opcodes.IF_ICMPLT -> Ranges.BELOW;
            case Opcodes.IF_ICMPLE -> Ranges.UP_TO;
            case Opcodes.IF_ICMPGT -> Ranges.ABOVE;
            case Opcodes.IF_ICMPGE -> Ranges.DOWN_TO;
            default -> Ranges.OTHER_THAN;
        };
    }
}
