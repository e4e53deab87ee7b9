package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.Map;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/** Looks up the handles of arrays at a region's entry, and keeps them in variables. */
final class EntryHandles {
    private final Plan plan;
    private final EntryPlan work;
    private final EntryReferences references;
    private final boolean inlined;
    private final InsnList code;
    /** The variables of handles behind the current guard; settled if the region uses them. */
    private final Map<Value, Integer> current = new HashMap<>();
    /**
     * Variables of handles that all later code may use: looked up before the entry or outside any guard, and not
     * settled.
     */
    private final Map<Value, Integer> found;

    /**
     * @param known variables with handles of arrays, looked up since the last synchronisation on every way to the entry
     * @param inlined whether the JIT may inline the look-ups
     */
    EntryHandles(Plan plan, EntryPlan work, EntryReferences references, Map<Value, Integer> known, boolean inlined) {
        this.inlined = inlined;
        this.plan = plan;
        this.work = work;
        this.references = references;
        this.code = references.code;
        this.found = new HashMap<>(known);
    }

    /** Sets the variables of all the region's handles to null. */
    void clear() {
        work.handles.values().forEach(references::setNull);
    }

    /**
     * Looks up and settles the region's handles behind one guard; null for those without a guard. Settling checks an
     * array of one unit as a whole and sets its variable to null: checks that use the variable are done then. So they
     * are if all units of a larger array are accessible.
     */
    void prepare(CountedLoop.Test guard) {
        current.clear();
        references.forgetSettled();
        work.handles.forEach((handle, slot) -> {
            if (handle.guard() == guard) {
                LabelNode end = new LabelNode(); // the variable is null so far
                boolean isOfUseElsewhere = found.containsKey(handle.array()) || isKept(handle);
                if (inlined || isOfUseElsewhere) {
                    if (!isOfUseElsewhere) {
                        skipIfAccessible(handle, end);
                    }
                    load(handle.type(), handle.array(), slot);
                    keep(handle, slot);
                    code.add(Snippets.load(Opcodes.ALOAD, slot));
                    code.add(Snippets.settle(work.written.contains(handle), work.loose.contains(handle)));
                } else {
                    settle(handle, end);
                    references.settled(handle.array(), slot);
                    current.put(handle.array(), slot);
                }
                code.add(Snippets.load(Opcodes.ASTORE, slot));
                code.add(end);
            }
        });
    }

    /** Jumps to {@code end} where an array needs no check, as far as that is known without its handle. */
    private void skipIfAccessible(EntryPlan.Handle handle, LabelNode end) {
        Value array = handle.array();
        boolean write = work.written.contains(handle);
        references.touch(array);
        if (Snippets.REFERENCES.equals(handle.type())) {
            references.rightTo(array, write).test(code);
        } else if (write && isRow(array)) { // to read, the look-up itself asks first, by hash code
            int row = references.evaluate(array);
            references.pushPlace(array, end);
            code.add(Snippets.load(Opcodes.ALOAD, row));
            code.add(Snippets.isWritableRow());
        } else {
            return;
        }
        code.add(new JumpInsnNode(Opcodes.IFNE, end));
    }

    /** Whether an array is an element of another one that the code here evaluates. */
    private boolean isRow(Value array) {
        return array.kind() == Value.Kind.ELEMENT && references.variable(array) < 0;
    }

    /** Pushes what settling an array leaves to check, or jumps to {@code end} where the array cannot be evaluated. */
    private void settle(EntryPlan.Handle handle, LabelNode end) {
        Value array = handle.array();
        boolean write = work.written.contains(handle);
        references.touch(array);
        if (isRow(array) && !work.loose.contains(handle)) {
            int row = references.evaluate(array);
            references.pushPlace(array, end);
            code.add(Snippets.load(Opcodes.ALOAD, row));
            code.add(Snippets.settleRow(write));
        } else {
            code.add(Snippets.load(Opcodes.ALOAD, references.evaluate(array)));
            code.add(Snippets.settleArray(write, work.loose.contains(handle)));
        }
    }

    /** A variable with an array's handle, looked up if it was not before; null at run time where that is impossible. */
    int of(String type, Value array) {
        Integer known = current.get(array);
        if (known != null) {
            return known;
        }
        int slot = references.fresh();
        load(type, array, slot);
        return slot;
    }

    private void load(String type, Value array, int slot) {
        Integer there = found.get(array);
        if (there != null) {
            copy(there, slot);
        } else {
            lookUp(type, array, slot);
        }
        current.put(array, slot);
    }

    private void lookUp(String type, Value value, int slot) {
        references.touch(value);
        code.add(Snippets.load(Opcodes.ALOAD, references.evaluate(value)));
        code.add(Snippets.handleOfArray(type, !plan.isWritten(value)));
        code.add(Snippets.load(Opcodes.ASTORE, slot));
    }

    private void copy(int from, int to) {
        code.add(Snippets.load(Opcodes.ALOAD, from));
        code.add(Snippets.load(Opcodes.ASTORE, to));
    }

    /**
     * Copies a handle before it is settled, if it was looked up outside any guard and code behind a guard needs it
     * again.
     */
    private void keep(EntryPlan.Handle known, int slot) {
        if (isKept(known)) {
            int kept = references.fresh();
            copy(slot, kept);
            found.put(known.array(), kept);
        }
    }

    private boolean isKept(EntryPlan.Handle known) {
        return known.guard() == null
                && work.handles.keySet().stream()
                        .anyMatch(handle -> handle.guard() != null && handle.array() == known.array());
    }
}
