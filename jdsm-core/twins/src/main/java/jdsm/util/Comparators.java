package jdsm.util;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * What the JDK's methods that make comparators are replaced by in woven code, so that the comparators can be shared. Each
 * method does what {@link Comparator} or {@link Map.Entry} says of the method of its name; the comparator that this is
 * called on comes first.
 */
@SuppressWarnings("overloads") // the names are those of the JDK's methods
public final class Comparators {
    private Comparators() {}

    /** Whether a comparator is a lambda: its methods that are not abstract are those of the interface. */
    private static boolean isLambda(Comparator<?> order) {
        return order.getClass().isSynthetic();
    }

    /** {@link Comparator#comparing(Function)}. */
    public static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return (one, other) -> key.apply(one).compareTo(key.apply(other));
    }

    /** {@link Comparator#comparing(Function, Comparator)}. */
    public static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return (one, other) -> order.compare(key.apply(one), key.apply(other));
    }

    /** {@link Comparator#comparingInt}. */
    public static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (one, other) -> Integer.compare(key.applyAsInt(one), key.applyAsInt(other));
    }

    /** {@link Comparator#comparingLong}. */
    public static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (one, other) -> Long.compare(key.applyAsLong(one), key.applyAsLong(other));
    }

    /** {@link Comparator#comparingDouble}. */
    public static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (one, other) -> Double.compare(key.applyAsDouble(one), key.applyAsDouble(other));
    }

    /** {@link Comparator#reverseOrder}. */
    @SuppressWarnings("unchecked")
    public static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return (Comparator<T>) (Comparator<?>) ReverseOrder.ONLY;
    }

    /** {@link Comparator#reversed}. */
    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reversed(Comparator<T> order) {
        Comparator<T> made = isLambda(order) ? null : order.reversed();
        if (made == java.util.Collections.reverseOrder()) {
            return (Comparator<T>) (Comparator<?>) ReverseOrder.ONLY;
        }
        return made != null && !Functions.isJdks(made) ? made : inverse(order);
    }

    /** The opposite order, whatever the given one's method for it does. */
    static <T> Comparator<T> inverse(Comparator<T> order) {
        return (one, other) -> order.compare(other, one);
    }

    /** {@link Comparator#thenComparing(Comparator)}. */
    public static <T> Comparator<T> thenComparing(Comparator<T> first, Comparator<? super T> next) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparing(next);
        if (made != null && !Functions.isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return (one, other) -> {
            int result = first.compare(one, other);
            return result != 0 ? result : next.compare(one, other);
        };
    }

    /** {@link Comparator#thenComparing(Function)}. */
    public static <T, U extends Comparable<? super U>> Comparator<T> thenComparing(
            Comparator<T> first, Function<? super T, ? extends U> key) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparing(key);
        return made != null && !Functions.isJdks(made) ? made : thenComparing(first, comparing(key));
    }

    /** {@link Comparator#thenComparing(Function, Comparator)}. */
    public static <T, U> Comparator<T> thenComparing(
            Comparator<T> first, Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparing(key, order);
        return made != null && !Functions.isJdks(made) ? made : thenComparing(first, comparing(key, order));
    }

    /** {@link Comparator#thenComparingInt}. */
    public static <T> Comparator<T> thenComparingInt(Comparator<T> first, ToIntFunction<? super T> key) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparingInt(key);
        return made != null && !Functions.isJdks(made) ? made : thenComparing(first, comparingInt(key));
    }

    /** {@link Comparator#thenComparingLong}. */
    public static <T> Comparator<T> thenComparingLong(Comparator<T> first, ToLongFunction<? super T> key) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparingLong(key);
        return made != null && !Functions.isJdks(made) ? made : thenComparing(first, comparingLong(key));
    }

    /** {@link Comparator#thenComparingDouble}. */
    public static <T> Comparator<T> thenComparingDouble(Comparator<T> first, ToDoubleFunction<? super T> key) {
        Comparator<T> made = isLambda(first) ? null : first.thenComparingDouble(key);
        return made != null && !Functions.isJdks(made) ? made : thenComparing(first, comparingDouble(key));
    }

    /** {@link Comparator#nullsFirst}. */
    public static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return withNulls(order, -1);
    }

    /** {@link Comparator#nullsLast}. */
    public static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return withNulls(order, 1);
    }

    /** @param ofNull the result of comparing null with another object */
    private static <T> Comparator<T> withNulls(Comparator<? super T> order, int ofNull) {
        return (one, other) -> {
            if (one == null || other == null) {
                return one == other ? 0 : one == null ? ofNull : -ofNull;
            }
            return order == null ? 0 : order.compare(one, other);
        };
    }

    /** {@link Map.Entry#comparingByKey()}. */
    public static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() {
        return (one, other) -> one.getKey().compareTo(other.getKey());
    }

    /** {@link Map.Entry#comparingByValue()}. */
    public static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() {
        return (one, other) -> one.getValue().compareTo(other.getValue());
    }

    /** {@link Map.Entry#comparingByKey(Comparator)}. */
    public static <K, V> Comparator<Map.Entry<K, V>> comparingByKey(Comparator<? super K> order) {
        Objects.requireNonNull(order);
        return (one, other) -> order.compare(one.getKey(), other.getKey());
    }

    /** {@link Map.Entry#comparingByValue(Comparator)}. */
    public static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> order) {
        Objects.requireNonNull(order);
        return (one, other) -> order.compare(one.getValue(), other.getValue());
    }
}
