package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Value;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Evaluates, at a region's entry, references that the region itself is going to evaluate, and makes the checks that
 * these reads of memory need. Each reference gets a variable, which is null where the evaluation would throw.
 */
final class EntryReferences {
    /** Receives the code. */
    final InsnList code;

    private final MethodModel model;
    private final Plan plan;
    private final EntryPlan work;
    private final Map<Value, Integer> variables = new HashMap<>();
    private final Map<Value, Number> numbers = new HashMap<>();
    private final Set<Access.Target> checked = new HashSet<>();
    /** The variables with what settling an array has left to check. */
    private final Map<Value, Integer> settled = new HashMap<>();

    /** @param code receives the code */
    EntryReferences(MethodModel model, Plan plan, EntryPlan work, InsnList code) {
        this.model = model;
        this.plan = plan;
        this.work = work;
        this.code = code;
    }

    /** A new variable of one slot. */
    int fresh() {
        return model.method.maxLocals++;
    }

    /** A new variable, which is null. */
    int freshNull() {
        int slot = fresh();
        setNull(slot);
        return slot;
    }

    void setNull(int slot) {
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(Snippets.load(Opcodes.ASTORE, slot));
    }

    /** Jumps to {@code end} if the variable that contains a value is null; {@code this} never is. */
    void skipIfNull(Value value, int slot, LabelNode end) {
        boolean self = value.kind() == Value.Kind.PARAMETER && value.slot() == 0 && !model.isStatic();
        if (!self) {
            code.add(Snippets.load(Opcodes.ALOAD, slot));
            code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        }
    }

    /** The method's variable that contains a value at the region's entry, but for a constant; or null. */
    MethodModel.Near near(Value value) {
        return model.near(value, model.symbolic.entry(work.region));
    }

    /** The method's variable that contains a value at the region's entry, or -1. */
    int variable(Value value) {
        return model.slotOf(value, model.symbolic.entry(work.region));
    }

    /**
     * Evaluates all references, and numbers from arrays, in a value and makes their checks. It must run before a piece of code that the program
     * may skip: later code relies on the variables and the checks.
     */
    void touch(Value value) {
        if (near(value) != null) {
            return;
        }
        switch (value.kind()) {
            case OPERATION, EXTREME -> {
                touch(value.part(0));
                touch(value.part(1));
            }
            case LAST -> {
                touch(value.part(0));
                touch(value.part(1));
                touch(value.part(2));
            }
            case LENGTH -> touch(value.part(0));
            case FIELD -> {
                if (value.part(0) != null) {
                    touch(value.part(0));
                    check(plan.fieldTarget(value));
                }
                if (isReference(value)) {
                    evaluate(value);
                }
            }
            case ELEMENT -> {
                touch(value.part(0));
                touch(value.part(1));
                if (value.number() == Opcodes.AALOAD) {
                    evaluate(value);
                } else {
                    number(value);
                }
            }
            default -> {}
        }
    }

    /** Evaluates all references in the values of a span, which may be null. */
    void touch(Request.Span span) {
        if (span != null) {
            touch(span.around());
            touch(span.offset());
            if (!span.isSingle()) {
                touch(span.first());
                touch(span.last());
                touch(span.step());
                touch(span.coefficient());
            }
        }
    }

    private static boolean isReference(Value value) {
        return value.type().startsWith("[") || value.type().startsWith("L");
    }

    /** Checks an object before the entry code reads one of its fields; null if that read needs no check. */
    private void check(Access.Target target) {
        if (target != null && work.own.contains(target) && checked.add(target)) {
            LabelNode end = new LabelNode();
            int object = evaluate(target.object());
            skipIfNull(target.object(), object, end);
            checkObject(target.type(), object, false);
            code.add(end);
        }
    }

    /** Checks the object in a variable, which is not null there. */
    void checkObject(String owner, int object, boolean write) {
        code.add(Snippets.load(Opcodes.ALOAD, object));
        code.add(Snippets.handleOf(owner));
        code.add(Snippets.check(write));
    }

    /**
     * The variable with a reference, evaluated here if it was not before; null at run time where that is impossible.
     */
    int evaluate(Value value) {
        int there = variable(value);
        if (there >= 0) {
            return there;
        }
        Integer known = variables.get(value);
        if (known != null) {
            return known;
        }
        int slot = freshNull();
        LabelNode end = new LabelNode(); // touch has evaluated all parts
        if (value.kind() == Value.Kind.FIELD) {
            field(value, end);
        } else {
            element(value, end);
        }
        code.add(Snippets.load(Opcodes.ASTORE, slot));
        code.add(end);
        variables.put(value, slot);
        return slot;
    }

    /** The variables with an element that is a number, evaluated here if it was not before. */
    Number number(Value element) {
        Number known = numbers.get(element);
        if (known == null) {
            known = new Number(fresh(), fresh());
            code.add(Snippets.constant(0));
            code.add(Snippets.load(Opcodes.ISTORE, known.value));
            code.add(Snippets.constant(0));
            code.add(Snippets.load(Opcodes.ISTORE, known.isKnown));
            LabelNode end = new LabelNode(); // touch has evaluated all parts
            element(element, end);
            code.add(Snippets.load(Opcodes.ISTORE, known.value));
            code.add(Snippets.constant(1));
            code.add(Snippets.load(Opcodes.ISTORE, known.isKnown));
            code.add(end);
            numbers.put(element, known);
        }
        return known;
    }

    /**
     * The variables with a number from an array.
     *
     * @param isKnown is 0 at run time where the evaluation would throw, and 1 elsewhere
     */
    record Number(int value, int isKnown) {}

    /** Pushes a field's value, or jumps to {@code end} where its object is null. */
    void field(Value value, LabelNode end) {
        String owner = value.name().substring(0, value.name().indexOf('.'));
        String name = value.name().substring(owner.length() + 1, value.name().indexOf(':'));
        if (value.part(0) == null) {
            if (Woven.isHolder(owner)) {
                // The agent defines a holder when its class is loaded; the class is not initialised here.
                code.add(new LdcInsnNode(Type.getObjectType(Woven.ownerOf(owner))));
                code.add(new InsnNode(Opcodes.POP));
            }
            code.add(new FieldInsnNode(Opcodes.GETSTATIC, owner, name, value.type()));
            return;
        }
        int object = evaluate(value.part(0));
        skipIfNull(value.part(0), object, end);
        code.add(Snippets.load(Opcodes.ALOAD, object));
        code.add(new FieldInsnNode(Opcodes.GETFIELD, owner, name, value.type()));
    }

    /**
     * Pushes an element. Where its array is null or the index out of bounds, pushes null, or jumps to {@code end} if
     * the element is a number.
     */
    private void element(Value value, LabelNode end) {
        int array = evaluate(value.part(0));
        EntryInts ints = new EntryInts(this, end);
        ints.prepare(value.part(1));
        Access.Target target = Plan.elementTarget(value);
        boolean unchecked = !work.own.contains(target) || !checked.add(target);
        if (value.number() == Opcodes.AALOAD) {
            Integer handle = settled.get(value.part(0));
            code.add(Snippets.load(Opcodes.ALOAD, array));
            ints.push(value.part(1));
            if (unchecked) {
                code.add(Snippets.elementUnchecked());
            } else if (handle == null) {
                ClassRight.to(target, model).push(code);
                code.add(Snippets.element(model.isShort(work.region)));
            } else {
                code.add(Snippets.load(Opcodes.ALOAD, handle));
                code.add(Snippets.elementOfSettled());
            }
            code.add(new TypeInsnNode(
                    Opcodes.CHECKCAST, Type.getType(value.type()).getInternalName()));
            return;
        }
        skipIfNull(value.part(0), array, end);
        ints.push(value.part(1));
        code.add(new JumpInsnNode(Opcodes.IFLT, end));
        ints.push(value.part(1));
        code.add(Snippets.load(Opcodes.ALOAD, array));
        code.add(new InsnNode(Opcodes.ARRAYLENGTH));
        code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, end));
        if (!unchecked) {
            code.add(Snippets.load(Opcodes.ALOAD, array));
            code.add(Snippets.handleOfArray(target.type(), true));
            ints.push(value.part(1));
            code.add(Snippets.checkElement(false));
        }
        code.add(Snippets.load(Opcodes.ALOAD, array));
        ints.push(value.part(1));
        code.add(new InsnNode(value.number()));
    }

    /** Pushes an evaluated element's array and index, or jumps to {@code end} where the index cannot be evaluated. */
    void pushPlace(Value element, LabelNode end) {
        EntryInts ints = new EntryInts(this, end);
        ints.prepare(element.part(1));
        code.add(Snippets.load(Opcodes.ALOAD, evaluate(element.part(0))));
        ints.push(element.part(1));
    }

    /** The right that makes checks of an array of references unnecessary. */
    ClassRight rightTo(Value array, boolean write) {
        return ClassRight.toArrays(array, write, model);
    }

    /** A variable has what settling an array has left to check; later reads of the array's elements need no more. */
    void settled(Value array, int variable) {
        settled.put(array, variable);
    }

    /** Forgets all settled arrays: the program may have skipped the code that settled them. */
    void forgetSettled() {
        settled.clear();
    }

    /** The references and numbers evaluated and the checks made so far. */
    Progress progress() {
        return new Progress(Set.copyOf(variables.keySet()), Set.copyOf(numbers.keySet()), Set.copyOf(checked));
    }

    /** Forgets all references, numbers and checks that came later: the program may have skipped their code. */
    void forgetSince(Progress earlier) {
        variables.keySet().retainAll(earlier.references);
        numbers.keySet().retainAll(earlier.numbers);
        checked.retainAll(earlier.checked);
    }

    /** The references and numbers evaluated and the checks made before one place in the code. */
    record Progress(Set<Value> references, Set<Value> numbers, Set<Access.Target> checked) {}
}
