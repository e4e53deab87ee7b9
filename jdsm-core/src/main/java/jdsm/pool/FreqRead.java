package jdsm.pool;

import jdsm.FreqReadObj;
import jdsm.runtime.HeavyPart;
import jdsm.runtime.Woven;

/*
 * The two sorts of objects of Placement: FreqRead and Other. The part of a split class that keeps its name is FreqRead.
 */

/** Tells the classes whose objects are often read, and seldom written. Thread-safe. */
final class FreqRead {
    private static final ClassValue<Boolean> MARKED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            if (HeavyPart.class.isAssignableFrom(type)) {
                return false;
            }
            return type.isArray()
                    ? is(type.getComponentType())
                    : FreqReadObj.class.isAssignableFrom(type) || isSplit(type);
        }
    };

    private FreqRead() {}

    /** Whether a class is marked, has a heavy part, or is one of arrays of such objects. */
    static boolean is(Class<?> type) {
        return MARKED.get(type);
    }

    private static boolean isSplit(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                each.getDeclaredField(Woven.HEAVY_FIELD);
                return true;
            } catch (NoSuchFieldException e) {
                // perhaps a superclass has it
            }
        }
        return false;
    }
}
