package jdsm.agent.pass.access;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdsm.check.Findings;
import jdsm.check.Recorder;
import jdsm.check.Watch;
import jdsm.check.Watched;
import jdsm.runtime.Observed;
import jdsm.runtime.Shared;
import jdsm.runtime.Sharing;
import jdsm.runtime.UnitAccess;
import jdsm.runtime.Woven;

/**
 * Who may access what, without any content: units of four elements, all rights gone at each synchronisation. Some arrays
 * then have all or a part of the rights at once, as if copies had been sent ahead. One worker.
 */
final class Rights {
    private static final int BLOCK_LENGTH = 4;
    private static final Map<Object, Units> KNOWN = new IdentityHashMap<>();

    private static final List<String> VIOLATIONS = new ArrayList<>();

    private static Findings findings;
    private static Recorder recorder;
    private static int shared;
    private static int passed;

    private Rights() {}

    private static final class Unit extends UnitAccess {
        private Unit() {
            super(INVALID);
        }
    }

    /** Each check comes here where the unit is not valid, and no check makes it so. */
    private static final class Units extends Shared implements Watched {
        private final Watch watch;
        private final Unit[] units;
        private final int number;
        /** Equal for objects of one class, and for rows of one array whose rights are counted; else 0. */
        private final int kind;
        /** Equal for arrays of references of one class; else 0. */
        private final int arrays;

        /** @param rows the number of the array in which the object was found, if it is a row of one unit; else -1 */
        private Units(Object object, int number, Unit[] units, int rows) {
            super(units, BLOCK_LENGTH);
            boolean isObject = object instanceof Woven;
            if (isObject) {
                countBy(object.getClass());
            } else if (object instanceof Object[]) {
                countByArrays(object.getClass());
            }
            this.arrays =
                    object instanceof Object[] ? object.getClass().getName().hashCode() : 0;
            this.kind = isObject ? object.getClass().getName().hashCode() | 1 : rows < 0 ? 0 : rows << 1 | 1;
            this.units = units;
            this.number = number;
            this.watch = recorder.watch(100_000 * number, units.length, BLOCK_LENGTH, () -> "", () -> "unit");
            recorder.sharedFromTheBeginning(watch);
        }

        /**
         * Has all rights, a part of them, or mostly none, from this synchronisation to the next. All objects of a class
         * have the same, and so have all rows of an array, and now and then all arrays of a class. Other arrays of one unit have
         * some rights in half of the times.
         */
        private void give(int synchronization) {
            if (kind != 0) {
                int which = Math.floorMod(kind + 5 * synchronization, 12);
                units[0].access(which == 0 ? UnitAccess.WRITE : which < 3 ? UnitAccess.READ : UnitAccess.INVALID);
                if (which < 3) {
                    recorder.checked(watch, 0, 1, which == 0);
                }
                return;
            }
            boolean isCountedByHash = units.length == 1 && arrays == 0;
            int which = Math.floorMod(31 * number + synchronization, isCountedByHash ? 6 : 24);
            int ofClass = Math.floorMod(arrays + 7 * synchronization, 12);
            if (arrays != 0 && ofClass < 3) {
                which = Math.min(ofClass, 1); // all arrays of the class
            }
            int end = which > 2 ? 0 : which == 2 && units.length > 1 ? units.length / 2 : units.length;
            for (int i = 0; i < units.length; i++) {
                units[i].access(i >= end ? UnitAccess.INVALID : which == 0 ? UnitAccess.WRITE : UnitAccess.READ);
            }
            if (end > 0) {
                recorder.checked(watch, 0, end, which == 0);
            }
        }

        private void leaveCounts() {
            for (Unit unit : units) {
                unit.leaveCounts();
            }
        }

        @Override
        public Watch watch() {
            return watch;
        }

        @Override
        protected int hash() {
            return 0;
        }

        /** For some arrays, copies of all units come with the first that is missed, perhaps within a loop. */
        @Override
        protected void bringReadable(int from, int to) {
            recorder.checked(watch, from, to, false);
            if (number % 7 == 5 && units.length > 1) {
                for (Unit unit : units) {
                    unit.access(UnitAccess.READ);
                }
                recorder.checked(watch, 0, units.length, false);
            }
        }

        @Override
        protected void bringWritable(int from, int to) {
            recorder.checked(watch, from, to, true);
        }

        @Override
        protected void lock() {}

        @Override
        protected void unlock() {}

        @Override
        protected boolean isLocked() {
            return false;
        }

        @Override
        protected void await(long nanos) {}

        @Override
        protected void signal(boolean all) {}

        @Override
        protected void enterVolatile(int index) {}

        @Override
        protected void exitVolatile(int index) {}
    }

    /** Makes an object or array a shared one, and all that it reaches. */
    static void share(Object object) {
        share(object, -1);
    }

    /** @param rows the number of an array whose rows are one unit each, in which the object was found; else -1 */
    private static void share(Object object, int rows) {
        if (object == null || KNOWN.containsKey(object)) {
            return;
        }
        boolean isArray = object.getClass().isArray();
        if (!isArray && !(object instanceof Woven)) {
            return;
        }
        int length = isArray ? java.lang.reflect.Array.getLength(object) : 1;
        Unit[] units = new Unit[rows >= 0 ? 1 : Math.max(1, (length + BLOCK_LENGTH - 1) / BLOCK_LENGTH)];
        for (int i = 0; i < units.length; i++) {
            units[i] = new Unit();
        }
        int number = shared++;
        Units handle = new Units(object, number, units, rows);
        KNOWN.put(object, handle);
        Sharing.reveal(object, handle);
        if (isArray) {
            if (object instanceof Object[] elements) {
                boolean counted = object.getClass().getComponentType().isArray() && number % 3 != 0;
                for (Object element : elements) {
                    share(element, counted ? number : -1);
                }
                if (counted) {
                    Sharing.countRows(elements);
                }
            }
        } else {
            shareFields(object);
        }
    }

    private static void shareFields(Object object) {
        try {
            for (java.lang.reflect.Field field : object.getClass().getDeclaredFields()) {
                if (!java.lang.reflect.Modifier.isTransient(field.getModifiers())) {
                    field.setAccessible(true);
                    share(field.get(object));
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** What every synchronisation does: rights end, and what shared objects have come to reach is shared. */
    static void synchronize() {
        for (Object object : new ArrayList<>(KNOWN.keySet())) {
            if (object instanceof Object[] elements) {
                for (Object element : elements) {
                    share(element);
                }
            } else if (object instanceof Woven) {
                shareFields(object);
            }
        }
        recorder.passed();
        passed++;
        KNOWN.values().forEach(units -> units.give(passed));
    }

    /** Forgets all, with what the runtime counts of it; to be called before another program runs. */
    static void reset() {
        KNOWN.values().forEach(Units::leaveCounts);
        Sharing.conceal(handle -> true, () -> true);
        Sharing.revealed();
        KNOWN.clear();
        shared = 0;
        passed = 0;
        VIOLATIONS.clear();
        findings = new Findings(1, 1, VIOLATIONS::add);
        recorder = new Recorder(0, 1, 1, () -> 0, log -> {
            findings.accept(0, ByteBuffer.wrap(log));
            return () -> {};
        });
        Observed.by(recorder, made -> {});
    }

    /** Accesses that nobody checked. */
    static List<String> violations() {
        recorder.flush();
        return VIOLATIONS;
    }

    /** How many elements and fields were accessed. */
    static long accesses() {
        recorder.flush();
        return findings.accesses();
    }
}
