package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Makes field updaters whose accesses are those of volatile fields in woven code. Woven code calls these methods in
 * place of the JDK's. They throw the JDK's exceptions, except that each field of the class may be updated, whoever
 * calls. Thread-safe.
 */
public final class FieldUpdaters {
    private FieldUpdaters() {}

    /** {@link AtomicIntegerFieldUpdater#newUpdater}. */
    public static <T> AtomicIntegerFieldUpdater<T> newInts(Class<T> type, String field) {
        Field found = find(type, field);
        if (found.getType() != int.class) {
            throw new IllegalArgumentException("Must be integer type");
        }
        return new IntegerUpdater<>(type, handle(found));
    }

    /** {@link AtomicLongFieldUpdater#newUpdater}. */
    public static <T> AtomicLongFieldUpdater<T> newLongs(Class<T> type, String field) {
        Field found = find(type, field);
        if (found.getType() != long.class) {
            throw new IllegalArgumentException("Must be long type");
        }
        return new LongUpdater<>(type, handle(found));
    }

    /** {@link AtomicReferenceFieldUpdater#newUpdater}. */
    public static <T, V> AtomicReferenceFieldUpdater<T, V> newReferences(
            Class<T> type, Class<V> valueType, String field) {
        Field found = find(type, field);
        if (found.getType() != valueType) {
            throw new ClassCastException();
        }
        if (valueType.isPrimitive()) {
            throw new IllegalArgumentException("Must be reference type");
        }
        return new ReferenceUpdater<>(type, valueType, handle(found));
    }

    private static Field find(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new RuntimeException(e); // as the JDK does
        }
    }

    private static VarHandle handle(Field field) {
        if (!Modifier.isVolatile(field.getModifiers())) {
            throw new IllegalArgumentException("Must be volatile type");
        }
        if (Modifier.isStatic(field.getModifiers())) {
            throw new IllegalArgumentException("Must be an instance field");
        }
        Class<?> type = field.getDeclaringClass();
        try {
            VarHandle handle =
                    MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflectVarHandle(field);
            return Atomics.known(handle, type, field.getName());
        } catch (IllegalAccessException e) {
            throw new RuntimeException(e); // as the JDK does
        }
    }

    /** The object, if it may have the field; the JDK's updaters throw the same exception for another one, and for null. */
    private static Object checked(Class<?> type, Object object) {
        if (!type.isInstance(object)) {
            throw new ClassCastException(
                    object == null ? "null" : object.getClass().getName());
        }
        return object;
    }

    private static final class IntegerUpdater<T> extends AtomicIntegerFieldUpdater<T> {
        private final Class<T> type;
        private final VarHandle field;

        private IntegerUpdater(Class<T> type, VarHandle field) {
            this.type = type;
            this.field = field;
        }

        @Override
        public boolean compareAndSet(T object, int expected, int next) {
            return Atomics.compareAndSet(changed(type, object), field, expected, next);
        }

        @Override
        public boolean weakCompareAndSet(T object, int expected, int next) {
            return compareAndSet(object, expected, next);
        }

        @Override
        public void set(T object, int next) {
            Atomics.getAndSet(changed(type, object), field, next);
        }

        @Override
        public void lazySet(T object, int next) {
            set(object, next);
        }

        @Override
        public int get(T object) {
            return Atomics.readInt(checked(type, object), field);
        }

        @Override
        public int getAndSet(T object, int next) {
            return Atomics.getAndSet(changed(type, object), field, next);
        }

        @Override
        public int getAndAdd(T object, int delta) {
            return Atomics.getAndAdd(changed(type, object), field, delta);
        }

        @Override
        public int getAndIncrement(T object) {
            return getAndAdd(object, 1);
        }

        @Override
        public int getAndDecrement(T object) {
            return getAndAdd(object, -1);
        }

        @Override
        public int incrementAndGet(T object) {
            return getAndAdd(object, 1) + 1;
        }

        @Override
        public int decrementAndGet(T object) {
            return getAndAdd(object, -1) - 1;
        }

        @Override
        public int addAndGet(T object, int delta) {
            return getAndAdd(object, delta) + delta;
        }
    }

    private static final class LongUpdater<T> extends AtomicLongFieldUpdater<T> {
        private final Class<T> type;
        private final VarHandle field;

        private LongUpdater(Class<T> type, VarHandle field) {
            this.type = type;
            this.field = field;
        }

        @Override
        public boolean compareAndSet(T object, long expected, long next) {
            return Atomics.compareAndSet(changed(type, object), field, expected, next);
        }

        @Override
        public boolean weakCompareAndSet(T object, long expected, long next) {
            return compareAndSet(object, expected, next);
        }

        @Override
        public void set(T object, long next) {
            Atomics.getAndSet(changed(type, object), field, next);
        }

        @Override
        public void lazySet(T object, long next) {
            set(object, next);
        }

        @Override
        public long get(T object) {
            return Atomics.readLong(checked(type, object), field);
        }

        @Override
        public long getAndSet(T object, long next) {
            return Atomics.getAndSet(changed(type, object), field, next);
        }

        @Override
        public long getAndAdd(T object, long delta) {
            return Atomics.getAndAdd(changed(type, object), field, delta);
        }

        @Override
        public long getAndIncrement(T object) {
            return getAndAdd(object, 1);
        }

        @Override
        public long getAndDecrement(T object) {
            return getAndAdd(object, -1);
        }

        @Override
        public long incrementAndGet(T object) {
            return getAndAdd(object, 1) + 1;
        }

        @Override
        public long decrementAndGet(T object) {
            return getAndAdd(object, -1) - 1;
        }

        @Override
        public long addAndGet(T object, long delta) {
            return getAndAdd(object, delta) + delta;
        }
    }

    private static final class ReferenceUpdater<T, V> extends AtomicReferenceFieldUpdater<T, V> {
        private final Class<T> type;
        private final Class<V> valueType;
        private final VarHandle field;

        private ReferenceUpdater(Class<T> type, Class<V> valueType, VarHandle field) {
            this.type = type;
            this.valueType = valueType;
            this.field = field;
        }

        @Override
        public boolean compareAndSet(T object, V expected, V next) {
            return Atomics.compareAndSet(changed(type, object), field, expected, valueType.cast(next));
        }

        @Override
        public boolean weakCompareAndSet(T object, V expected, V next) {
            return compareAndSet(object, expected, next);
        }

        @Override
        public void set(T object, V next) {
            getAndSet(object, next);
        }

        @Override
        public void lazySet(T object, V next) {
            getAndSet(object, next);
        }

        @Override
        public V get(T object) {
            return valueType.cast(Atomics.readReference(checked(type, object), field));
        }

        @Override
        public V getAndSet(T object, V next) {
            return valueType.cast(Atomics.getAndSet(changed(type, object), field, valueType.cast(next)));
        }
    }

    private static Object changed(Class<?> type, Object object) {
        HandleAccess.requireChangeable(checked(type, object));
        return object;
    }
}
