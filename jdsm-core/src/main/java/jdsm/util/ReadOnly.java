package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What methods of {@link java.util.Collections} are replaced by in woven code, so that their results can be shared.
 * Each method has the parameters of the one that it replaces.
 */
public final class ReadOnly {
    private ReadOnly() {}

    /** {@link java.util.Collections#unmodifiableCollection}. */
    @SuppressWarnings("unchecked")
    public static <E> Collection<E> unmodifiableCollection(Collection<? extends E> given) {
        return new ReadOnlyCollection<>((Collection<E>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableList}. */
    @SuppressWarnings("unchecked")
    public static <E> List<E> unmodifiableList(List<? extends E> given) {
        return new ReadOnlyList<>((List<E>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableSet}. */
    @SuppressWarnings("unchecked")
    public static <E> Set<E> unmodifiableSet(Set<? extends E> given) {
        return new ReadOnlySet<>((Set<E>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableMap}. */
    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> given) {
        return new ReadOnlyMap<>((Map<K, V>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#emptyList}. */
    public static <E> List<E> emptyList() {
        return new ReadOnlyList<>(new FixedList<>(new Object[0], true));
    }

    /** {@link java.util.Collections#emptySet}. */
    public static <E> Set<E> emptySet() {
        return new ReadOnlySet<>(new HashSet<>());
    }

    /** {@link java.util.Collections#emptyMap}. */
    public static <K, V> Map<K, V> emptyMap() {
        return new ReadOnlyMap<>(new HashMap<>());
    }

    /** {@link java.util.Collections#singletonList}. */
    public static <E> List<E> singletonList(E element) {
        return new FixedList<>(new Object[] {element}, true);
    }
}
