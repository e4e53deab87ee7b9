package jdsm.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdsm.Local;

/**
 * The handle of an object or array that a static field leads to. Each rank has an instance of its own, which may be
 * read but not written while ranks compute. Its monitor is common to all ranks: the instances that the same path
 * reaches have one lock.
 */
final class Constant extends Shared {
    private static final UnitAccess[] READABLE = {new Readable()};

    private static final ClassValue<Field[]> REFERENCES = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return referencesOf(type);
        }
    };

    private final Found found;
    private final int hash;
    /** The {@link OwnState#digest} of the object when it was found; 0 for objects whose accesses are checked. */
    private final long digest;
    /** Made at the first use. Threads may make it at once: all get the same monitor. */
    private volatile SharedMonitor monitor;

    /**
     * An object and the path from a static field to it: {@code from} is the previous object, {@code step} the field or
     * element that leads from there. A static field has no previous object.
     */
    private record Found(Object object, Found from, String step) {
        String path() {
            // No recursion: a linked list can be longer than the stack is deep.
            Deque<String> steps = new ArrayDeque<>();
            for (Found at = this; at != null; at = at.from) {
                steps.addFirst(at.step);
            }
            return String.join("", steps);
        }

        /** The path for messages: up to a collection, whose own fields the program does not know. */
        String name() {
            Found last = this;
            for (Found at = this; at != null; at = at.from) {
                last = Woven.isTwin(at.object.getClass().getName()) ? at : last;
            }
            return last.path();
        }

        String field() {
            Found first = this;
            while (first.from != null) {
                first = first.from;
            }
            return first.step;
        }
    }

    private static final class Readable extends UnitAccess {
        private Readable() {
            super(READ);
        }
    }

    private Constant(Found found) {
        this(found, Hashes.ofMade(found.object), 0);
    }

    private Constant(Found found, int hash, long digest) {
        super(READABLE, 0);
        this.hash = hash;
        this.found = found;
        this.digest = digest;
    }

    /** Nothing: a constant can always be read. */
    @Override
    void enter(HashCounts table, int hash) {}

    @Override
    void leave(HashCounts table, int hash) {}

    /** The constant of an object of {@link OwnState}, for which no hash code is kept. */
    private static Constant ofState(Found found) {
        return new Constant(found, 0, OwnState.digest(found.object));
    }

    /**
     * Makes a constant of each object that is reachable from static fields and not shared. Breadth first, so that each
     * object gets its shortest path.
     */
    static void fix(List<Statics.Field> fields) {
        Set<Object> values = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Found> open = new ArrayDeque<>();
        fields.forEach(field -> open.add(new Found(field.value(), null, field.name())));
        while (!open.isEmpty()) {
            Found next = open.remove();
            if (isNew(next, values)) {
                enter(next, open);
            }
        }
    }

    private static boolean isNew(Found found, Set<Object> values) {
        Object object = found.object;
        Class<?> type = object.getClass();
        if (object instanceof Woven woven) {
            if (woven.$jdsm() != null) {
                return false;
            }
            woven.$jdsm(new Constant(found));
            Lowered.count();
            ClassRights.of(type).add(0, 1); // nobody may write it
            return true;
        } else if (Sharing.hasEntry(object)) {
            boolean isNew = SharedArrays.of(type).add(object, new Constant(found)) == null;
            if (isNew && object instanceof Object[]) {
                ArrayRights.of(type).add(0, 1);
            }
            return isNew;
        }
        if (object instanceof Enum || object instanceof Record || type.isHidden() || isHolder(object)) {
            return values.add(object);
        }
        return OwnState.is(object) && SharedArrays.OWN_STATE.add(object, ofState(found)) == null;
    }

    private static boolean isHolder(Object object) {
        return object instanceof Optional || object instanceof Map.Entry;
    }

    private static void enter(Found found, Deque<Found> open) {
        if (found.object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                if (array[i] != null) {
                    open.add(new Found(array[i], found, "[" + i + "]"));
                }
            }
        } else if (!found.object.getClass().isArray()) {
            for (Object element : OwnState.contents(found.object)) {
                if (element != null) {
                    open.add(new Found(element, found, "{}"));
                }
            }
            for (Field field : REFERENCES.get(found.object.getClass())) {
                Object value;
                try {
                    value = field.get(found.object);
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("field " + field, e);
                }
                if (value != null) {
                    open.add(new Found(value, found, "." + field.getName()));
                }
            }
        }
    }

    private static Field[] referencesOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = type; at != null && OwnState.isOfApplication(at); at = at.getSuperclass()) {
            for (Field field : declaredBy(at)) {
                boolean own = (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) != 0
                        || field.isAnnotationPresent(Local.class);
                if (!own && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields.toArray(Field[]::new);
    }

    /** The declared fields; none if the class of a field is missing, as in a library with optional dependencies. */
    private static Field[] declaredBy(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0]; // stores to the object itself are refused all the same
        }
    }

    /**
     * Compares the object's present digest with the one from the time when it was found.
     *
     * @throws UnsupportedOperationException if the digests differ
     */
    void requireUnchanged() {
        if (OwnState.digest(found.object) != digest) {
            throw Statics.refused(found.name(), found.field());
        }
    }

    @Override
    protected int hash() {
        return hash;
    }

    @Override
    protected void bringReadable(int from, int to) {
        throw new IllegalStateException("a constant can always be read: " + this);
    }

    @Override
    protected void bringWritable(int from, int to) {
        throw Statics.refused(found.name(), found.field());
    }

    /** Refused for reads, too: a program declares a field volatile in order to change it. */
    @Override
    protected void enterVolatile(int index) {
        throw Statics.refused(found.name(), found.field());
    }

    @Override
    protected void exitVolatile(int index) {}

    private SharedMonitor monitor() {
        SharedMonitor known = monitor;
        if (known == null) {
            known = NamedMonitors.ofStatic(found.path(), found.object);
            monitor = known;
        }
        return known;
    }

    @Override
    protected void lock() {
        monitor().lock();
    }

    @Override
    protected void unlock() {
        monitor().unlock();
    }

    @Override
    protected boolean isLocked() {
        return monitor().isLocked();
    }

    @Override
    protected void await(long nanos) throws InterruptedException {
        monitor().await(nanos);
    }

    @Override
    protected void signal(boolean all) {
        monitor().signal(all);
    }

    @Override
    public String toString() {
        return "what static field " + found.path() + " refers to";
    }
}
