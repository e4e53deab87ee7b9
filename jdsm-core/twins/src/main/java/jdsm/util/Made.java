package jdsm.util;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What the JDK's methods that make collections are replaced by in woven code, so that the collections can be shared.
 * Each method has the parameters of the one that it replaces.
 */
public final class Made {
    private Made() {}

    private static Object[] copy(Object[] elements) {
        Object[] all = new Object[elements.length];
        System.arraycopy(elements, 0, all, 0, elements.length);
        return all;
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf() {
        return new FixedList<>(new Object[] {}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1) {
        return new FixedList<>(new Object[] {e1}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2) {
        return new FixedList<>(new Object[] {e1, e2}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3) {
        return new FixedList<>(new Object[] {e1, e2, e3}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5, e6}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5, e6, e7}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9}, false);
    }

    /** {@link List#of()} and the like. */
    public static <E> List<E> listOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return new FixedList<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10}, false);
    }

    /** {@link List#of()} and the like. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <E> List<E> listOf(E... elements) {
        return new FixedList<>(copy(elements), false);
    }

    /** {@link java.util.Arrays#asList}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <E> List<E> arrayAsList(E... elements) {
        return new ArrayAsList<>(elements);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf() {
        return new FixedSet<>(new Object[] {}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1) {
        return new FixedSet<>(new Object[] {e1}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2) {
        return new FixedSet<>(new Object[] {e1, e2}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3) {
        return new FixedSet<>(new Object[] {e1, e2, e3}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9}, false);
    }

    /** {@link Set#of()} and the like. */
    public static <E> Set<E> setOf(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return new FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10}, false);
    }

    /** {@link Set#of()} and the like. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <E> Set<E> setOf(E... elements) {
        return new FixedSet<>(copy(elements), false);
    }

    /** {@link List#copyOf}. */
    @SuppressWarnings("unchecked")
    public static <E> List<E> listCopyOf(Collection<? extends E> elements) {
        return elements instanceof FixedList<?> list && !list.mayHaveNulls()
                ? (List<E>) list
                : new FixedList<>(copy(elements.toArray()), false);
    }

    /** {@link Set#copyOf}. */
    @SuppressWarnings("unchecked")
    public static <E> Set<E> setCopyOf(Collection<? extends E> elements) {
        return elements instanceof FixedSet<?> set ? (Set<E>) set : new FixedSet<>(copy(elements.toArray()), true);
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf() {
        return new FixedMap<>(new Map.Entry<?, ?>[] {});
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {new FixedEntry<>(k1, v1)});
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1, K k2, V v2) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {new FixedEntry<>(k1, v1), new FixedEntry<>(k2, v2)});
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1, K k2, V v2, K k3, V v3) {
        return new FixedMap<>(
                new Map.Entry<?, ?>[] {new FixedEntry<>(k1, v1), new FixedEntry<>(k2, v2), new FixedEntry<>(k3, v3)});
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1), new FixedEntry<>(k2, v2), new FixedEntry<>(k3, v3), new FixedEntry<>(k4, v4)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5),
            new FixedEntry<>(k6, v6)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(
            K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5),
            new FixedEntry<>(k6, v6),
            new FixedEntry<>(k7, v7)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(
            K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7, K k8, V v8) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5),
            new FixedEntry<>(k6, v6),
            new FixedEntry<>(k7, v7),
            new FixedEntry<>(k8, v8)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(
            K k1,
            V v1,
            K k2,
            V v2,
            K k3,
            V v3,
            K k4,
            V v4,
            K k5,
            V v5,
            K k6,
            V v6,
            K k7,
            V v7,
            K k8,
            V v8,
            K k9,
            V v9) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5),
            new FixedEntry<>(k6, v6),
            new FixedEntry<>(k7, v7),
            new FixedEntry<>(k8, v8),
            new FixedEntry<>(k9, v9)
        });
    }

    /** {@link Map#of()} and the like. */
    public static <K, V> Map<K, V> mapOf(
            K k1,
            V v1,
            K k2,
            V v2,
            K k3,
            V v3,
            K k4,
            V v4,
            K k5,
            V v5,
            K k6,
            V v6,
            K k7,
            V v7,
            K k8,
            V v8,
            K k9,
            V v9,
            K k10,
            V v10) {
        return new FixedMap<>(new Map.Entry<?, ?>[] {
            new FixedEntry<>(k1, v1),
            new FixedEntry<>(k2, v2),
            new FixedEntry<>(k3, v3),
            new FixedEntry<>(k4, v4),
            new FixedEntry<>(k5, v5),
            new FixedEntry<>(k6, v6),
            new FixedEntry<>(k7, v7),
            new FixedEntry<>(k8, v8),
            new FixedEntry<>(k9, v9),
            new FixedEntry<>(k10, v10)
        });
    }

    /** {@link Map#ofEntries}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <K, V> Map<K, V> mapOfEntries(Map.Entry<? extends K, ? extends V>... entries) {
        return new FixedMap<>(entries);
    }

    /** {@link Map#copyOf}. */
    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> mapCopyOf(Map<? extends K, ? extends V> map) {
        return map instanceof FixedMap<?, ?> fixed
                ? (Map<K, V>) fixed
                : new FixedMap<>(map.entrySet().toArray(new Map.Entry<?, ?>[0]));
    }

    /** {@link Map#entry}. */
    public static <K, V> Map.Entry<K, V> entry(K key, V value) {
        return new FixedEntry<>(key, value);
    }

    /** {@link Stream#toList}. */
    public static <E> List<E> toList(Stream<E> stream) {
        return new FixedList<>(copy(stream.toArray()), true);
    }

    /** {@link Files#readAllLines(Path)}. */
    public static List<String> readAllLines(Path file) throws IOException {
        return new ArrayList<>(Files.readAllLines(file));
    }

    /** {@link Files#readAllLines(Path, Charset)}. */
    public static List<String> readAllLines(Path file, Charset charset) throws IOException {
        return new ArrayList<>(Files.readAllLines(file, charset));
    }

    /** {@link IntStream#summaryStatistics}. */
    public static java.util.IntSummaryStatistics statistics(IntStream stream) {
        return stream.collect(
                IntSummaryStatistics::new, IntSummaryStatistics::accept, (one, other) -> one.combine(other));
    }

    /** {@link LongStream#summaryStatistics}. */
    public static java.util.LongSummaryStatistics statistics(LongStream stream) {
        return stream.collect(
                LongSummaryStatistics::new, LongSummaryStatistics::accept, (one, other) -> one.combine(other));
    }

    /** {@link DoubleStream#summaryStatistics}. */
    public static java.util.DoubleSummaryStatistics statistics(DoubleStream stream) {
        return stream.collect(
                DoubleSummaryStatistics::new, DoubleSummaryStatistics::accept, (one, other) -> one.combine(other));
    }
}
