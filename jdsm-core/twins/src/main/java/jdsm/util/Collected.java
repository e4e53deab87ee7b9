package jdsm.util;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * What methods of {@link Collectors} are replaced by in woven code, so that the results can be shared. Each method has the
 * parameters of the one that it replaces.
 */
public final class Collected {
    private Collected() {}

    /** {@link Collectors#toList}. */
    public static <E> Collector<E, ?, List<E>> toList() {
        return Collectors.toCollection(ArrayList::new);
    }

    /** {@link Collectors#toSet}. */
    public static <E> Collector<E, ?, Set<E>> toSet() {
        return Collectors.toCollection(HashSet::new);
    }

    /** {@link Collectors#toMap(Function, Function)}. */
    public static <E, K, V> Collector<E, ?, Map<K, V>> toMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values) {
        return Collector.of(
                HashMap::new,
                (map, element) -> putNew(map, keys.apply(element), values.apply(element)),
                (one, other) -> {
                    other.forEach((key, value) -> putNew(one, key, value));
                    return one;
                },
                Collector.Characteristics.IDENTITY_FINISH);
    }

    private static <K, V> void putNew(Map<K, V> map, K key, V value) {
        V before = map.putIfAbsent(key, Objects.requireNonNull(value));
        if (before != null) {
            throw new IllegalStateException(
                    "Duplicate key " + key + " (attempted merging values " + before + " and " + value + ")");
        }
    }

    /** {@link Collectors#toMap(Function, Function, BinaryOperator)}. */
    public static <E, K, V> Collector<E, ?, Map<K, V>> toMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values, BinaryOperator<V> merge) {
        return Collectors.toMap(keys, values, merge, HashMap::new);
    }

    /** {@link Collectors#groupingBy(Function)}. */
    public static <E, K> Collector<E, ?, Map<K, List<E>>> groupingBy(Function<? super E, ? extends K> keys) {
        return Collectors.groupingBy(keys, HashMap::new, toList());
    }

    /** {@link Collectors#groupingBy(Function, Collector)}. */
    public static <E, K, A, D> Collector<E, ?, Map<K, D>> groupingBy(
            Function<? super E, ? extends K> keys, Collector<? super E, A, D> groups) {
        return Collectors.groupingBy(keys, HashMap::new, groups);
    }

    /** {@link Collectors#groupingByConcurrent(Function)}. */
    public static <E, K> Collector<E, ?, ConcurrentMap<K, List<E>>> groupingByConcurrent(
            Function<? super E, ? extends K> keys) {
        return Collectors.groupingByConcurrent(keys, ConcurrentHashMap::new, toList());
    }

    /** {@link Collectors#groupingByConcurrent(Function, Collector)}. */
    public static <E, K, A, D> Collector<E, ?, ConcurrentMap<K, D>> groupingByConcurrent(
            Function<? super E, ? extends K> keys, Collector<? super E, A, D> groups) {
        return Collectors.groupingByConcurrent(keys, ConcurrentHashMap::new, groups);
    }

    /** {@link Collectors#toConcurrentMap(Function, Function)}. */
    public static <E, K, V> Collector<E, ?, ConcurrentMap<K, V>> toConcurrentMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values) {
        return Collector.of(
                ConcurrentHashMap::new,
                (map, element) -> putNew(map, keys.apply(element), values.apply(element)),
                (one, other) -> {
                    other.forEach((key, value) -> putNew(one, key, value));
                    return one;
                },
                Collector.Characteristics.CONCURRENT,
                Collector.Characteristics.UNORDERED,
                Collector.Characteristics.IDENTITY_FINISH);
    }

    /** {@link Collectors#toConcurrentMap(Function, Function, BinaryOperator)}. */
    public static <E, K, V> Collector<E, ?, ConcurrentMap<K, V>> toConcurrentMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values, BinaryOperator<V> merge) {
        return Collectors.toConcurrentMap(keys, values, merge, ConcurrentHashMap::new);
    }

    /** {@link Collectors#partitioningBy(Predicate)}. */
    public static <E> Collector<E, ?, Map<Boolean, List<E>>> partitioningBy(Predicate<? super E> predicate) {
        return partitioningBy(predicate, toList());
    }

    /** {@link Collectors#partitioningBy(Predicate, Collector)}. */
    public static <E, D, A> Collector<E, ?, Map<Boolean, D>> partitioningBy(
            Predicate<? super E> predicate, Collector<? super E, A, D> parts) {
        return Collectors.collectingAndThen(
                Collectors.partitioningBy(predicate, parts), map -> new ReadOnlyMap<>(new LinkedHashMap<>(map)));
    }

    /** {@link Collectors#toUnmodifiableList}. */
    public static <E> Collector<E, ?, List<E>> toUnmodifiableList() {
        return Collectors.collectingAndThen(Collected.<E>toList(), Made::listCopyOf);
    }

    /** {@link Collectors#toUnmodifiableSet}. */
    public static <E> Collector<E, ?, Set<E>> toUnmodifiableSet() {
        return Collectors.collectingAndThen(Collected.<E>toSet(), Made::setCopyOf);
    }

    /** {@link Collectors#toUnmodifiableMap(Function, Function)}. */
    public static <E, K, V> Collector<E, ?, Map<K, V>> toUnmodifiableMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values) {
        return Collectors.collectingAndThen(Collected.<E, K, V>toMap(keys, values), Made::mapCopyOf);
    }

    /** {@link Collectors#toUnmodifiableMap(Function, Function, BinaryOperator)}. */
    public static <E, K, V> Collector<E, ?, Map<K, V>> toUnmodifiableMap(
            Function<? super E, ? extends K> keys, Function<? super E, ? extends V> values, BinaryOperator<V> merge) {
        Objects.requireNonNull(merge);
        return Collectors.collectingAndThen(Collected.<E, K, V>toMap(keys, values, merge), Made::mapCopyOf);
    }

    /** {@link Collectors#summarizingInt}. */
    public static <E> Collector<E, ?, java.util.IntSummaryStatistics> summarizingInt(ToIntFunction<? super E> numbers) {
        return Collector.of(
                IntSummaryStatistics::new,
                (statistics, element) -> statistics.accept(numbers.applyAsInt(element)),
                (one, other) -> {
                    one.combine(other);
                    return one;
                },
                Collector.Characteristics.IDENTITY_FINISH);
    }

    /** {@link Collectors#summarizingLong}. */
    public static <E> Collector<E, ?, java.util.LongSummaryStatistics> summarizingLong(
            ToLongFunction<? super E> numbers) {
        return Collector.of(
                LongSummaryStatistics::new,
                (statistics, element) -> statistics.accept(numbers.applyAsLong(element)),
                (one, other) -> {
                    one.combine(other);
                    return one;
                },
                Collector.Characteristics.IDENTITY_FINISH);
    }

    /** {@link Collectors#summarizingDouble}. */
    public static <E> Collector<E, ?, java.util.DoubleSummaryStatistics> summarizingDouble(
            ToDoubleFunction<? super E> numbers) {
        return Collector.of(
                DoubleSummaryStatistics::new,
                (statistics, element) -> statistics.accept(numbers.applyAsDouble(element)),
                (one, other) -> {
                    one.combine(other);
                    return one;
                },
                Collector.Characteristics.IDENTITY_FINISH);
    }
}
