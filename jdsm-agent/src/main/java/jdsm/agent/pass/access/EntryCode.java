package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Makes the code that stands where one region is entered. It evaluates what the region itself is going to evaluate, and where
 * that would throw there, leaves out what depends on it.
 */
final class EntryCode {
    private final MethodModel model;
    private final Plan plan;
    private final EntryPlan work;
    private final InsnList code = new InsnList();
    /** References that have been evaluated here, or where there was no guard yet; null where that was not possible. */
    private final Map<Value, Integer> references = new HashMap<>();

    private final Map<Value, Integer> handles = new HashMap<>();
    private final Set<Access.Target> checked = new HashSet<>();
    /** Handles of arrays that were looked up before, or where there was no guard yet, and are needed again; not settled. */
    private final Map<Value, Integer> found;

    /** @param known variables with handles of arrays, looked up since the last synchronisation on every way here */
    EntryCode(MethodModel model, Plan plan, EntryPlan work, Map<Value, Integer> known) {
        this.model = model;
        this.plan = plan;
        this.work = work;
        this.found = new HashMap<>(known);
    }

    InsnList code() {
        Set<CountedLoop.Test> guards = new LinkedHashSet<>();
        guards.add(null);
        work.handles.forEach((handle, slot) -> {
            guards.add(handle.guard());
            setNull(slot);
        });
        work.requests.keySet().forEach(request -> guards.add(request.guard()));
        section(null);
        guards.remove(null);
        Map<Value, Integer> always = Map.copyOf(references);
        Set<Access.Target> alwaysChecked = Set.copyOf(checked);
        for (CountedLoop.Test guard : guards) {
            LabelNode end = new LabelNode();
            guard(guard, end);
            section(guard);
            code.add(end);
            references.keySet().retainAll(always.keySet());
            checked.retainAll(alwaysChecked);
        }
        return code;
    }

    /** What is done under a guard, or always. */
    private void section(CountedLoop.Test guard) {
        handles.clear();
        work.handles.forEach((handle, slot) -> {
            if (handle.guard() == guard) {
                handle(handle.type(), handle.array(), slot);
                keep(handle, slot);
                settle(handle, slot);
            }
        });
        work.requests.keySet().stream()
                .filter(request -> request.guard() == guard)
                .forEach(this::request);
    }

    private int fresh() {
        return model.method.maxLocals++;
    }

    private void setNull(int slot) {
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(Snippets.load(Opcodes.ASTORE, slot));
    }

    private void skipIfNull(Value value, int slot, LabelNode end) {
        boolean self = value.kind() == Value.Kind.PARAMETER && value.slot() == 0 && !model.isStatic();
        if (!self) {
            code.add(Snippets.load(Opcodes.ALOAD, slot));
            code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        }
    }

    /**
     * Evaluates all references in a value, and makes the checks for that, before any piece of code that may be left out: so
     * that what follows can rely on it.
     */
    private void touch(Value value) {
        if (model.slotOf(value, model.symbolic.entry(work.region)) >= 0) {
            return;
        }
        switch (value.kind()) {
            case OPERATION, EXTREME -> {
                touch(value.part(0));
                touch(value.part(1));
            }
            case LENGTH -> touch(value.part(0));
            case FIELD -> {
                if (value.part(0) != null) {
                    touch(value.part(0));
                    check(plan.fieldTarget(value));
                }
                if (isReference(value)) {
                    reference(value);
                }
            }
            case ELEMENT -> {
                touch(value.part(0));
                touch(value.part(1));
                reference(value);
            }
            default -> {}
        }
    }

    private void touch(Request.Span span) {
        if (span != null) {
            touch(span.offset());
            if (!span.isSingle()) {
                touch(span.first());
                touch(span.last());
                touch(span.coefficient());
            }
        }
    }

    private static boolean isReference(Value value) {
        return value.type().startsWith("[") || value.type().startsWith("L");
    }

    /** Before a field is read that leads to what the loop accesses; null is none. */
    private void check(Access.Target target) {
        if (target != null && work.own.contains(target) && checked.add(target)) {
            LabelNode end = new LabelNode();
            int object = reference(target.object());
            skipIfNull(target.object(), object, end);
            checkObject(target.type(), object, false);
            code.add(end);
        }
    }

    private void guard(CountedLoop.Test guard, LabelNode end) {
        touch(guard.induction().first());
        touch(guard.bound());
        Ints ints = new Ints(end);
        ints.prepare(guard.induction().first());
        ints.prepare(guard.bound());
        ints.push(guard.induction().first());
        ints.push(guard.bound());
        code.add(new JumpInsnNode(guard.endingOpcode(), end));
    }

    private void handle(String type, Value array, int slot) {
        Integer there = found.get(array);
        if (there != null) {
            code.add(Snippets.load(Opcodes.ALOAD, there));
            code.add(Snippets.load(Opcodes.ASTORE, slot));
        } else {
            lookUp(type, array, slot);
        }
        handles.put(array, slot);
    }

    private void lookUp(String type, Value value, int slot) {
        LabelNode end = new LabelNode();
        touch(value);
        int array = reference(value);
        skipIfNull(value, array, end);
        code.add(Snippets.load(Opcodes.ALOAD, array));
        code.add(Snippets.handleOfArray(type));
        code.add(Snippets.load(Opcodes.ASTORE, slot));
        code.add(end);
    }

    /** Keeps a handle as it was found, if that was without a guard, and there are guards behind which it is needed again. */
    private void keep(EntryPlan.Handle known, int slot) {
        boolean needed = work.handles.keySet().stream()
                .anyMatch(handle -> handle.guard() != null && handle.array() == known.array());
        if (known.guard() == null && needed) {
            int kept = fresh();
            code.add(Snippets.load(Opcodes.ALOAD, slot));
            code.add(Snippets.load(Opcodes.ASTORE, kept));
            found.put(known.array(), kept);
        }
    }

    /** An array of one unit is checked here as a whole, so that no check that uses the variable has to be made any more. */
    private void settle(EntryPlan.Handle handle, int slot) {
        code.add(Snippets.load(Opcodes.ALOAD, slot));
        code.add(Snippets.settle(work.written.contains(handle)));
        code.add(Snippets.load(Opcodes.ASTORE, slot));
    }

    /** A variable with an array's handle, or null. */
    private int handleOf(String type, Value array) {
        Integer known = handles.get(array);
        if (known != null) {
            return known;
        }
        int slot = fresh();
        setNull(slot);
        handle(type, array, slot);
        return slot;
    }

    private void request(Request request) {
        LabelNode end = new LabelNode();
        touch(request.object());
        touch(request.rows());
        touch(request.span());
        if (request.span() == null) {
            int object = reference(request.object());
            skipIfNull(request.object(), object, end);
            checkObject(request.type(), object, request.write());
        } else {
            if (request.rows() == null) {
                int handle = request.handle();
                code.add(Snippets.load(Opcodes.ALOAD, handle));
                code.add(new JumpInsnNode(Opcodes.IFNULL, end));
                elements(request, handle, end);
            } else {
                rows(request, handleOf(request.type(), request.object()), end);
            }
        }
        code.add(end);
    }

    private void checkObject(String owner, int object, boolean write) {
        code.add(Snippets.load(Opcodes.ALOAD, object));
        code.add(Snippets.handleOf(owner));
        code.add(Snippets.check(write));
    }

    private void elements(Request request, int handle, LabelNode end) {
        Ints ints = new Ints(end);
        ints.prepare(request.span());
        code.add(Snippets.load(Opcodes.ALOAD, handle));
        if (request.span().isSingle()) {
            ints.push(request.span().offset());
            code.add(Snippets.checkElement(request.write()));
        } else {
            ints.push(request.span());
            String descriptor = "(" + Snippets.SHARED + "IIIIII)V";
            code.add(Snippets.call(Snippets.RANGES, request.write() ? "write" : "read", descriptor));
        }
    }

    private void rows(Request request, int handle, LabelNode end) {
        Ints ints = new Ints(end);
        ints.prepare(request.rows());
        ints.prepare(request.span());
        code.add(Snippets.load(Opcodes.ALOAD, handle));
        code.add(Snippets.load(Opcodes.ALOAD, reference(request.object())));
        for (Request.Span span : new Request.Span[] {request.rows(), request.span()}) {
            ints.push(span);
            code.add(Snippets.call(Snippets.RANGES, "of", "(IIIIII)J"));
        }
        String descriptor = "(" + Snippets.SHARED + "[Ljava/lang/Object;JJ)V";
        code.add(Snippets.call(Snippets.RANGES, request.write() ? "writeRows" : "readRows", descriptor));
    }

    /** A variable with a reference, which is null where it cannot be evaluated. */
    private int reference(Value value) {
        int there = model.slotOf(value, model.symbolic.entry(work.region));
        if (there >= 0) {
            return there;
        }
        Integer known = references.get(value);
        if (known != null) {
            return known;
        }
        int slot = fresh();
        LabelNode end = new LabelNode(); // all parts have been touched
        setNull(slot);
        if (value.kind() == Value.Kind.FIELD) {
            field(value, end);
        } else {
            element(value, end);
        }
        code.add(Snippets.load(Opcodes.ASTORE, slot));
        code.add(end);
        references.put(value, slot);
        return slot;
    }

    /** Leaves the field's value on the stack. */
    private void field(Value value, LabelNode end) {
        String owner = value.name().substring(0, value.name().indexOf('.'));
        String name = value.name().substring(owner.length() + 1, value.name().indexOf(':'));
        if (value.part(0) == null) {
            code.add(new FieldInsnNode(Opcodes.GETSTATIC, owner, name, value.type()));
            return;
        }
        int object = reference(value.part(0));
        skipIfNull(value.part(0), object, end);
        code.add(Snippets.load(Opcodes.ALOAD, object));
        code.add(new FieldInsnNode(Opcodes.GETFIELD, owner, name, value.type()));
    }

    /** Leaves the element on the stack. */
    private void element(Value value, LabelNode end) {
        int array = reference(value.part(0));
        Ints ints = new Ints(end);
        ints.prepare(value.part(1));
        skipIfNull(value.part(0), array, end);
        ints.push(value.part(1));
        code.add(new JumpInsnNode(Opcodes.IFLT, end));
        ints.push(value.part(1));
        code.add(Snippets.load(Opcodes.ALOAD, array));
        code.add(new InsnNode(Opcodes.ARRAYLENGTH));
        code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, end));
        Access.Target target = Plan.elementTarget(value);
        if (work.own.contains(target) && checked.add(target)) {
            code.add(Snippets.load(Opcodes.ALOAD, array));
            code.add(Snippets.handleOfArray(target.type()));
            ints.push(value.part(1));
            code.add(Snippets.checkElement(false));
        }
        code.add(Snippets.load(Opcodes.ALOAD, array));
        ints.push(value.part(1));
        code.add(new InsnNode(Opcodes.AALOAD));
    }

    /** Ints for one piece of code, which is left out where one of them cannot be evaluated. */
    private final class Ints {
        private final LabelNode impossible;
        private final Map<Value, Integer> loaded = new HashMap<>();

        private Ints(LabelNode impossible) {
            this.impossible = impossible;
        }

        private void prepare(Request.Span span) {
            prepare(span.offset());
            if (!span.isSingle()) {
                prepare(span.first());
                prepare(span.last());
                prepare(span.coefficient());
            }
        }

        /** Puts all that is read from memory in variables, so that nothing is on the stack where that fails. */
        private void prepare(Value value) {
            if (slot(value) >= 0) {
                return;
            }
            switch (value.kind()) {
                case OPERATION, EXTREME -> {
                    prepare(value.part(0));
                    prepare(value.part(1));
                }
                case LENGTH -> {
                    int array = reference(value.part(0));
                    skipIfNull(value.part(0), array, impossible);
                    code.add(Snippets.load(Opcodes.ALOAD, array));
                    code.add(new InsnNode(Opcodes.ARRAYLENGTH));
                    keep(value);
                }
                case FIELD -> {
                    field(value, impossible);
                    keep(value);
                }
                default -> {}
            }
        }

        private void keep(Value value) {
            int slot = fresh();
            code.add(Snippets.load(Opcodes.ISTORE, slot));
            loaded.put(value, slot);
        }

        private int slot(Value value) {
            int there = model.slotOf(value, model.symbolic.entry(work.region));
            return there >= 0 ? there : loaded.getOrDefault(value, -1);
        }

        /** A variable's first and last value, its step, coefficient and offset, and the run. */
        private void push(Request.Span span) {
            if (span.isSingle()) {
                code.add(Snippets.constant(0));
                code.add(Snippets.constant(0));
                code.add(Snippets.constant(1));
                code.add(Snippets.constant(0));
            } else {
                push(span.first());
                push(span.last());
                code.add(Snippets.constant(span.step()));
                push(span.coefficient());
            }
            push(span.offset());
            code.add(Snippets.constant(span.run()));
        }

        private void push(Value value) {
            int slot = slot(value);
            if (value.kind() == Value.Kind.CONSTANT) {
                code.add(Snippets.constant(value.number()));
            } else if (slot >= 0) {
                code.add(Snippets.load(Opcodes.ILOAD, slot));
            } else {
                push(value.part(0));
                push(value.part(1));
                code.add(
                        value.kind() == Value.Kind.OPERATION
                                ? new InsnNode(value.number())
                                : Snippets.call("java/lang/Math", value.number() < 0 ? "min" : "max", "(II)I"));
            }
        }
    }
}
