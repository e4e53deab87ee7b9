package jdsm.runtime;

import java.util.stream.Stream;

/**
 * Two counts for each class of woven objects: the shared objects that workers of this rank must not read, and those that
 * they must not write. A class's objects include those of its subclasses. Private objects do not count.
 *
 * <p>Classes have slots by a hash of their names,
 * so that woven code can name a slot without loading a class; classes that share a slot share the counts, which are
 * then too high for each of them. Thread-safe.
 */
final class ClassRights extends RightCounts {
    private static final int SLOT_BITS = 10;

    private static final int[] UNREADABLE = new int[1 << SLOT_BITS];
    private static final int[] UNWRITABLE = new int[1 << SLOT_BITS];

    private static final ClassValue<ClassRights> KNOWN = new ClassValue<>() {
        @Override
        protected ClassRights computeValue(Class<?> type) {
            return new ClassRights(type);
        }
    };

    /** The slots of a class and of its superclasses. */
    private final int[] slots;

    private ClassRights(Class<?> type) {
        slots = Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .mapToInt(each -> slotOf(each.getName().replace('.', '/')))
                .distinct()
                .toArray();
    }

    /** The counts that an object of a class belongs to. */
    static ClassRights of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** The slot of a class, by its internal name. Hashed by multiplication, as the lengths in {@link SharedArrays}. */
    static int slotOf(String name) {
        return name.hashCode() * 0x9E3779B9 >>> Integer.SIZE - SLOT_BITS;
    }

    static boolean areReadable(int slot) {
        return count(UNREADABLE, slot) == 0;
    }

    static boolean areWritable(int slot) {
        return count(UNWRITABLE, slot) == 0;
    }

    @Override
    void add(int unreadable, int unwritable) {
        for (int slot : slots) {
            addIn(slot, unreadable, unwritable);
        }
    }

    /** Adds to the counts of one slot. */
    static void addIn(int slot, int unreadable, int unwritable) {
        add(UNREADABLE, slot, unreadable);
        add(UNWRITABLE, slot, unwritable);
    }
}
