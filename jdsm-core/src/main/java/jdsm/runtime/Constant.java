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
 * An object or array that a static field leads to: the rank's own, to be read only. Its monitor is one with those of
 * the objects that the same path leads to on other ranks.
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
    /** Of {@link OwnState}, where it is such an object. */
    private final long digest;
    /** Made when first asked for; whoever makes it makes the same. */
    private volatile SharedMonitor monitor;

    /** An object, and how it was found: from where, by which field or element; a static field has no origin. */
    private record Found(Object object, Found from, String step) {
        String path() {
            // Not by recursion: a list may be long.
            Deque<String> steps = new ArrayDeque<>();
            for (Found at = this; at != null; at = at.from) {
                steps.addFirst(at.step);
            }
            return String.join("", steps);
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
        super(READABLE, 0, hash);
        this.found = found;
        this.digest = digest;
    }

    /** Of what has no hash code that ranks agree on, and is not asked for one. */
    private static Constant ofState(Found found) {
        return new Constant(found, 0, OwnState.digest(found.object));
    }

    /** Makes a constant of all that static fields lead to and that is not shared; on the shortest path. */
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
            return true;
        } else if (type.isArray() || type == Object.class) {
            return SharedArrays.of(type).add(object, new Constant(found)) == null;
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

    /** None where the class of a field is not there, as in a library that makes do without another. */
    private static Field[] declaredBy(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0]; // stores to the object itself are found all the same
        }
    }

    /** @throws UnsupportedOperationException if it is not any more what it was when it was found */
    void requireUnchanged() {
        if (OwnState.digest(found.object) != digest) {
            throw Statics.refused(found.path(), found.field());
        }
    }

    @Override
    protected void bringReadable(int from, int to) {
        throw new IllegalStateException("a constant can always be read: " + this);
    }

    @Override
    protected void bringWritable(int from, int to) {
        throw Statics.refused(found.path(), found.field());
    }

    /** Whoever makes a field volatile means to change it. */
    @Override
    protected void enterVolatile(int index) {
        throw Statics.refused(found.path(), found.field());
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
