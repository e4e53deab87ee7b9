package jdsm.pool;

import java.lang.reflect.Field;
import jdsm.directory.SharedEntry;

/** Tells whether a thread has a lock of {@code jdsm.util}, whose state is in fields of shared objects. Stateless. */
final class HeldTwins {
    /** Refers to what stands for the thread that has the lock. */
    private static final ClassValue<Field> OWNER = field("jdsm.util.Exclusive", "owner");

    /** The number of holds of readers. */
    private static final ClassValue<Field> READS = field("jdsm.util.ReadersAndWriter", "reads");

    private HeldTwins() {}

    private static ClassValue<Field> field(String declaring, String name) {
        return new ClassValue<>() {
            @Override
            protected Field computeValue(Class<?> type) {
                for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                    if (each.getName().equals(declaring)) {
                        try {
                            Field field = each.getDeclaredField(name);
                            field.setAccessible(true);
                            return field;
                        } catch (NoSuchFieldException e) {
                            throw new IllegalStateException(declaring + " has no field " + name, e);
                        }
                    }
                }
                return null;
            }
        };
    }

    /** Whether an object, whose content here is valid, is the state of a lock that a thread has. */
    static boolean isHeld(SharedEntry entry) {
        Field owner = OWNER.get(entry.type());
        Field reads = READS.get(entry.type());
        try {
            return owner != null && owner.get(entry.object()) != null
                    || reads != null && reads.getInt(entry.object()) > 0;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field of a lock", e);
        }
    }
}
