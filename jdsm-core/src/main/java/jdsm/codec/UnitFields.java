package jdsm.codec;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jdsm.runtime.FieldSink;
import jdsm.runtime.Woven;

/** The fields of a class that form a unit of each of its objects, in order, and the way to access them. Thread-safe. */
public final class UnitFields {
    /** The modifier of generated methods, which the default methods of {@link Woven} do not have. */
    private static final int SYNTHETIC = 0x1000;

    private static final MethodType READER = MethodType.methodType(void.class, FieldSink.class);

    private final FieldSlot[] slots;
    /** The places of the references. */
    private final int[] references;

    private final FieldAccess access;

    private UnitFields(List<FieldSlot> slots, FieldAccess access) {
        this.slots = slots.toArray(FieldSlot[]::new);
        this.references = IntStream.range(0, this.slots.length)
                .filter(i -> this.slots[i].isReference())
                .toArray();
        this.access = access;
    }

    /**
     * Fields of a class: all shared fields that are volatile, or all others.
     *
     * @param fields in the order of the methods of {@link Woven}
     * @throws CodecException if a field is final or cannot be accessed
     */
    public static UnitFields of(List<Field> fields, boolean volatiles) {
        List<FieldSlot> slots = fields.stream().map(FieldSlot::new).toList();
        if (!fields.isEmpty() && haveMethods(fields, volatiles ? Woven.VOLATILES : Woven.PLAIN)) {
            return new UnitFields(slots, volatiles ? FieldAccess.VOLATILES : FieldAccess.PLAIN);
        }
        return new UnitFields(slots, new AccessByHandles(slots));
    }

    /** Whether each class that declares one of the fields has generated methods for its own. */
    private static boolean haveMethods(List<Field> fields, String name) {
        return fields.stream().map(Field::getDeclaringClass).distinct().allMatch(type -> declares(type, name));
    }

    /** Looks for the one method, for a list of all methods would load the classes of their parameters. */
    private static boolean declares(Class<?> type, String name) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            MethodHandleInfo method = lookup.revealDirect(lookup.findVirtual(type, name, READER));
            return method.getDeclaringClass() == type && (method.getModifiers() & SYNTHETIC) != 0;
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return false; // access by handles tells of fields that cannot be accessed
        }
    }

    /** The number of fields. */
    public int size() {
        return slots.length;
    }

    FieldSlot slot(int index) {
        return slots[index];
    }

    /** The places of the references; to be read only. */
    int[] references() {
        return references;
    }

    FieldAccess access() {
        return access;
    }

    /** Calls {@code found} with each object to which a field of {@code target} leads, see {@link References#behind}. */
    public void forEachReferent(Object target, Consumer<Object> found) {
        if (references.length > 0) {
            access.put(target, new Referents(found));
        }
    }

    /** Passes on the referents. */
    private static final class Referents extends FieldSink {
        private final Consumer<Object> found;

        Referents(Consumer<Object> found) {
            this.found = found;
        }

        @Override
        public void put(long bits) {} // no reference

        @Override
        public void put(Object referent) {
            Object behind = References.behind(referent);
            if (behind != null) {
                found.accept(behind);
            }
        }
    }
}
