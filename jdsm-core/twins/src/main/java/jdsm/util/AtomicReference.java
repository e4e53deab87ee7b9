package jdsm.util;

import java.lang.invoke.VarHandle;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import jdsm.runtime.Atomics;

/**
 * The twin of {@link java.util.concurrent.atomic.AtomicReference}. The JDK's methods are final, so calls of them
 * become calls of the static methods here, which take any object of the JDK's class.
 */
public class AtomicReference<V> extends java.util.concurrent.atomic.AtomicReference<V> {
    private static final long serialVersionUID = 1L;
    private static final VarHandle VALUE = Atomics.of(AtomicReference.class, Object.class);

    @SuppressWarnings("serial") // writeReplace writes another object
    private volatile Object value;

    /** As {@link java.util.concurrent.atomic.AtomicReference#AtomicReference()}. */
    public AtomicReference() {}

    /** As {@link java.util.concurrent.atomic.AtomicReference#AtomicReference(Object)}. */
    public AtomicReference(V value) {
        this.value = value;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @SuppressWarnings("unchecked")
    private static <V> V cast(Object value) {
        return (V) value;
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#get}. */
    public static <V> V get(java.util.concurrent.atomic.AtomicReference<V> atomic) {
        return atomic instanceof AtomicReference<V> twin ? cast(twin.value) : atomic.get();
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getPlain}. */
    public static <V> V getPlain(java.util.concurrent.atomic.AtomicReference<V> atomic) {
        return atomic instanceof AtomicReference<V> twin ? cast(twin.value) : atomic.getPlain();
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getOpaque}. */
    public static <V> V getOpaque(java.util.concurrent.atomic.AtomicReference<V> atomic) {
        return atomic instanceof AtomicReference<V> twin ? cast(twin.value) : atomic.getOpaque();
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getAcquire}. */
    public static <V> V getAcquire(java.util.concurrent.atomic.AtomicReference<V> atomic) {
        return atomic instanceof AtomicReference<V> twin ? cast(twin.value) : atomic.getAcquire();
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#set}. */
    public static <V> void set(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        if (atomic instanceof AtomicReference<V> twin) {
            twin.value = value;
        } else {
            atomic.set(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#lazySet}. */
    public static <V> void lazySet(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        if (atomic instanceof AtomicReference<V> twin) {
            twin.value = value;
        } else {
            atomic.lazySet(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#setPlain}. */
    public static <V> void setPlain(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        if (atomic instanceof AtomicReference<V> twin) {
            twin.value = value;
        } else {
            atomic.setPlain(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#setOpaque}. */
    public static <V> void setOpaque(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        if (atomic instanceof AtomicReference<V> twin) {
            twin.value = value;
        } else {
            atomic.setOpaque(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#setRelease}. */
    public static <V> void setRelease(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        if (atomic instanceof AtomicReference<V> twin) {
            twin.value = value;
        } else {
            atomic.setRelease(value);
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getAndSet}. */
    public static <V> V getAndSet(java.util.concurrent.atomic.AtomicReference<V> atomic, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? cast(Atomics.getAndSet(twin, VALUE, value))
                : atomic.getAndSet(value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#compareAndSet}. */
    public static <V> boolean compareAndSet(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.compareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#weakCompareAndSet}. */
    @SuppressWarnings("deprecation")
    public static <V> boolean weakCompareAndSet(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSet(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#weakCompareAndSetPlain}. */
    public static <V> boolean weakCompareAndSetPlain(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetPlain(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#weakCompareAndSetVolatile}. */
    public static <V> boolean weakCompareAndSetVolatile(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetVolatile(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#weakCompareAndSetAcquire}. */
    public static <V> boolean weakCompareAndSetAcquire(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#weakCompareAndSetRelease}. */
    public static <V> boolean weakCompareAndSetRelease(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? Atomics.compareAndSet(twin, VALUE, expected, value)
                : atomic.weakCompareAndSetRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#compareAndExchange}. */
    public static <V> V compareAndExchange(java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? cast(Atomics.compareAndExchange(twin, VALUE, expected, value))
                : atomic.compareAndExchange(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#compareAndExchangeAcquire}. */
    public static <V> V compareAndExchangeAcquire(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? cast(Atomics.compareAndExchange(twin, VALUE, expected, value))
                : atomic.compareAndExchangeAcquire(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#compareAndExchangeRelease}. */
    public static <V> V compareAndExchangeRelease(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V expected, V value) {
        return atomic instanceof AtomicReference<V> twin
                ? cast(Atomics.compareAndExchange(twin, VALUE, expected, value))
                : atomic.compareAndExchangeRelease(expected, value);
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getAndUpdate}. */
    public static <V> V getAndUpdate(java.util.concurrent.atomic.AtomicReference<V> atomic, UnaryOperator<V> function) {
        if (!(atomic instanceof AtomicReference<V> twin)) {
            return atomic.getAndUpdate(function);
        }
        while (true) {
            V before = cast(twin.value);
            V after = function.apply(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#updateAndGet}. */
    public static <V> V updateAndGet(java.util.concurrent.atomic.AtomicReference<V> atomic, UnaryOperator<V> function) {
        if (!(atomic instanceof AtomicReference<V> twin)) {
            return atomic.updateAndGet(function);
        }
        while (true) {
            V before = cast(twin.value);
            V after = function.apply(before);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#getAndAccumulate}. */
    public static <V> V getAndAccumulate(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V value, BinaryOperator<V> function) {
        if (!(atomic instanceof AtomicReference<V> twin)) {
            return atomic.getAndAccumulate(value, function);
        }
        while (true) {
            V before = cast(twin.value);
            V after = function.apply(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return before;
            }
        }
    }

    /** {@link java.util.concurrent.atomic.AtomicReference#accumulateAndGet}. */
    public static <V> V accumulateAndGet(
            java.util.concurrent.atomic.AtomicReference<V> atomic, V value, BinaryOperator<V> function) {
        if (!(atomic instanceof AtomicReference<V> twin)) {
            return atomic.accumulateAndGet(value, function);
        }
        while (true) {
            V before = cast(twin.value);
            V after = function.apply(before, value);
            if (Atomics.compareAndSet(twin, VALUE, before, after)) {
                return after;
            }
        }
    }

    /** Serialisation writes the JDK's own class, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.atomic.AtomicReference<>(value);
    }
}
