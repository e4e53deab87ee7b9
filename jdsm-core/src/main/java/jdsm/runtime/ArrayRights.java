package jdsm.runtime;

import java.util.HashSet;
import java.util.Set;

/**
 * Two counts for each class of arrays of references: the units of shared arrays that workers of this rank must not read,
 * and those that they must not write. While a count is 0, an array of the class needs no look-up of its handle, which
 * would cost several cache misses.
 *
 * <p>An array also counts in slots of {@link ClassRights}, so that woven code can ask before it has the array: in one slot
 * for each class of elements that a variable with the array may have, and in one for all other types: of the JDK, of
 * interfaces, not known. Thread-safe.
 */
final class ArrayRights extends RightCounts {
    /** The counts and slots themselves, for a class of the JDK keeps them as long as it lives: an object of this class would keep its loader. */
    private static final ClassValue<int[]> COUNTS = new ClassValue<>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            int[] slots = slots(type);
            int[] counts = new int[FIRST_SLOT + slots.length];
            System.arraycopy(slots, 0, counts, FIRST_SLOT, slots.length);
            return counts;
        }
    };

    /** Stands for all arrays of references. */
    private static final String ANY = "[Ljava/lang/Object;";

    private static final String OF_JDK = "Ljava/";

    private static final int UNREADABLE = 0;
    private static final int UNWRITABLE = 1;
    /** The slots lie behind the counts. */
    private static final int FIRST_SLOT = 2;

    private final int[] counts;

    private ArrayRights(int[] counts) {
        this.counts = counts;
    }

    /** The counts that the units of an array belong to. */
    static RightCounts of(Class<?> arrayClass) {
        return new ArrayRights(COUNTS.get(arrayClass));
    }

    /** Whether all shared arrays of an array's class are readable, so that it needs no check before it is read. */
    static boolean areReadable(Object[] array) {
        return count(COUNTS.get(array.getClass()), UNREADABLE) == 0;
    }

    /** Whether all shared arrays of an array's class are writable, and readable. */
    static boolean areWritable(Object[] array) {
        return count(COUNTS.get(array.getClass()), UNWRITABLE) == 0;
    }

    /**
     * The name, as for {@link ClassRights#slotOf}, under which all arrays count that a variable may have.
     *
     * @param descriptor the descriptor of the variable's type; null if it is unknown, or one of arrays of an interface
     */
    static String nameOf(String descriptor) {
        int dimensions = descriptor == null ? 0 : descriptor.lastIndexOf('[') + 1;
        return dimensions == 0 || descriptor.startsWith(OF_JDK, dimensions) ? ANY : descriptor;
    }

    private static int[] slots(Class<?> arrayClass) {
        Class<?> element = arrayClass;
        StringBuilder prefix = new StringBuilder();
        while (element.isArray()) {
            element = element.getComponentType();
            prefix.append('[');
        }
        Set<String> names = new HashSet<>(Set.of(ANY));
        for (Class<?> type = element; type != null; type = type.getSuperclass()) {
            names.add(nameOf(prefix + type.descriptorString()));
        }
        return names.stream().mapToInt(ClassRights::slotOf).distinct().toArray();
    }

    @Override
    void add(int unreadable, int unwritable) {
        add(counts, UNREADABLE, unreadable);
        add(counts, UNWRITABLE, unwritable);
        for (int i = FIRST_SLOT; i < counts.length; i++) {
            ClassRights.addIn(counts[i], unreadable, unwritable);
        }
    }
}
