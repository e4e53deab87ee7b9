package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.runtime.Shared;
import jdsm.runtime.SharedArrays;
import jdsm.runtime.Woven;

/**
 * Who may access what, without any content: units of four elements, all rights gone at each synchronisation. Public, for woven
 * classes call it.
 */
public final class Rights {
    private static final int BLOCK_LENGTH = 4;
    private static final Map<Object, Units> KNOWN = new IdentityHashMap<>();

    /** Accesses that nobody checked. */
    static final List<String> VIOLATIONS = new ArrayList<>();

    static int checked;

    private Rights() {}

    static final class Unit extends UnitState {
        private Unit(int unit) {
            super(unit, INVALID);
        }

        @Override
        public boolean isDirty() {
            return false;
        }

        @Override
        public boolean isLowered() {
            return false;
        }

        @Override
        public Publication publication() {
            return Publication.INVALIDATE;
        }
    }

    private static final class Units extends Shared {
        private final Unit[] units;

        private Units(Unit[] units) {
            super(units, BLOCK_LENGTH, 0);
            this.units = units;
        }

        @Override
        protected void bringReadable(int from, int to) {
            for (int i = from; i < to; i++) {
                if (!units[i].isReadable()) {
                    units[i].access(UnitState.READ);
                }
            }
        }

        @Override
        protected void bringWritable(int from, int to) {
            for (int i = from; i < to; i++) {
                units[i].access(UnitState.WRITE);
            }
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
        if (object == null || KNOWN.containsKey(object)) {
            return;
        }
        boolean isArray = object.getClass().isArray();
        if (!isArray && !(object instanceof Woven)) {
            return;
        }
        int length = isArray ? java.lang.reflect.Array.getLength(object) : 1;
        Unit[] units = new Unit[Math.max(1, (length + BLOCK_LENGTH - 1) / BLOCK_LENGTH)];
        for (int i = 0; i < units.length; i++) {
            units[i] = new Unit(i);
        }
        Units shared = new Units(units);
        KNOWN.put(object, shared);
        if (isArray) {
            SharedArrays.of(object.getClass()).add(object, shared);
            if (object instanceof Object[] elements) {
                for (Object element : elements) {
                    share(element);
                }
            }
        } else {
            ((Woven) object).$jdsm(shared);
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
        KNOWN.values().forEach(shared -> {
            for (Unit unit : shared.units) {
                unit.access(UnitState.INVALID);
            }
        });
    }

    /** Forgets all; to be called before another program runs. */
    static void reset() {
        KNOWN.clear();
        VIOLATIONS.clear();
        checked = 0;
    }

    /** Before each access of a woven program, its checks behind it: they must have left the right to make it. */
    public static void demand(Object object, int index, boolean write, String place) {
        Units shared = object == null ? null : KNOWN.get(object);
        if (shared == null || index < 0 || index / BLOCK_LENGTH >= shared.units.length) {
            return;
        }
        checked++;
        Unit unit = shared.units[index / BLOCK_LENGTH];
        if (!(write ? unit.isWritable() : unit.isReadable())) {
            VIOLATIONS.add((write ? "write" : "read") + " at " + place + " index " + index);
        }
    }
}
