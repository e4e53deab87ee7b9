package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What methods of {@link java.util.Collections} are replaced by in woven code, so that their results can be shared.
 * Each method has the parameters of the one that it replaces.
 */
public final class Wrapped {
    private Wrapped() {}

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

    /** {@link java.util.Collections#unmodifiableSortedSet}. */
    public static <E> SortedSet<E> unmodifiableSortedSet(SortedSet<E> given) {
        return new ReadOnlySortedSet<>(Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableNavigableSet}. */
    public static <E> NavigableSet<E> unmodifiableNavigableSet(NavigableSet<E> given) {
        return new ReadOnlyNavigableSet<>(Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableSortedMap}. */
    @SuppressWarnings("unchecked")
    public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> given) {
        return new ReadOnlySortedMap<>((SortedMap<K, V>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#unmodifiableNavigableMap}. */
    @SuppressWarnings("unchecked")
    public static <K, V> NavigableMap<K, V> unmodifiableNavigableMap(NavigableMap<K, ? extends V> given) {
        return new ReadOnlyNavigableMap<>((NavigableMap<K, V>) Objects.requireNonNull(given));
    }

    /** {@link java.util.Collections#reverseOrder()}. */
    public static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Comparators.reverseOrder();
    }

    /** {@link java.util.Collections#reverseOrder(Comparator)}. */
    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return order == null
                ? (Comparator<T>) Comparators.<Comparable<Object>>reverseOrder()
                : Comparators.inverse(order);
    }

    /** {@link java.util.Collections#emptySortedSet}. */
    public static <E> SortedSet<E> emptySortedSet() {
        return Wrapped.<E>emptyNavigableSet();
    }

    /** {@link java.util.Collections#emptyNavigableSet}. */
    public static <E> NavigableSet<E> emptyNavigableSet() {
        return new ReadOnlyNavigableSet<>(new TreeSet<E>());
    }

    /** {@link java.util.Collections#emptySortedMap}. */
    public static <K, V> SortedMap<K, V> emptySortedMap() {
        return Wrapped.<K, V>emptyNavigableMap();
    }

    /** {@link java.util.Collections#emptyNavigableMap}. */
    public static <K, V> NavigableMap<K, V> emptyNavigableMap() {
        return new ReadOnlyNavigableMap<>(new TreeMap<K, V>());
    }

    /** {@link java.util.Collections#nCopies}. */
    public static <E> List<E> nCopies(int count, E element) {
        return new CopiesList<>(count, element);
    }

    /** {@link java.util.Collections#asLifoQueue}. */
    public static <E> Queue<E> asLifoQueue(Deque<E> given) {
        return new LifoQueue<>(given);
    }

    /** {@link java.util.Collections#list}. */
    public static <E> java.util.ArrayList<E> list(Enumeration<E> elements) {
        ArrayList<E> all = new ArrayList<>();
        while (elements.hasMoreElements()) {
            all.add(elements.nextElement());
        }
        return all;
    }

    /** {@link java.util.Collections#singletonList}. */
    public static <E> List<E> singletonList(E element) {
        return new FixedList<>(new Object[] {element}, true);
    }

    /** {@link java.util.Collections#singleton}. */
    public static <E> Set<E> singleton(E element) {
        HashSet<E> one = new HashSet<>();
        one.add(element);
        return new ReadOnlySet<>(one);
    }

    /** {@link java.util.Collections#singletonMap}. */
    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        HashMap<K, V> one = new HashMap<>();
        one.put(key, value);
        return new ReadOnlyMap<>(one);
    }

    /** {@link java.util.Collections#synchronizedCollection}. */
    public static <E> Collection<E> synchronizedCollection(Collection<E> given) {
        return new SynchronizedCollection<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedList}. */
    public static <E> List<E> synchronizedList(List<E> given) {
        return new SynchronizedList<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedSet}. */
    public static <E> Set<E> synchronizedSet(Set<E> given) {
        return new SynchronizedSet<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedMap}. */
    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> given) {
        return new SynchronizedMap<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedSortedSet}. */
    public static <E> SortedSet<E> synchronizedSortedSet(SortedSet<E> given) {
        return new SynchronizedSortedSet<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedNavigableSet}. */
    public static <E> NavigableSet<E> synchronizedNavigableSet(NavigableSet<E> given) {
        return new SynchronizedNavigableSet<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedSortedMap}. */
    public static <K, V> SortedMap<K, V> synchronizedSortedMap(SortedMap<K, V> given) {
        return new SynchronizedSortedMap<>(given, null);
    }

    /** {@link java.util.Collections#synchronizedNavigableMap}. */
    public static <K, V> NavigableMap<K, V> synchronizedNavigableMap(NavigableMap<K, V> given) {
        return new SynchronizedNavigableMap<>(given, null);
    }

    /** {@link java.util.Collections#checkedCollection}. */
    public static <E> Collection<E> checkedCollection(Collection<E> given, Class<E> type) {
        return new CheckedCollection<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedList}. */
    public static <E> List<E> checkedList(List<E> given, Class<E> type) {
        return new CheckedList<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedSet}. */
    public static <E> Set<E> checkedSet(Set<E> given, Class<E> type) {
        return new CheckedSet<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedSortedSet}. */
    public static <E> SortedSet<E> checkedSortedSet(SortedSet<E> given, Class<E> type) {
        return new CheckedSortedSet<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedNavigableSet}. */
    public static <E> NavigableSet<E> checkedNavigableSet(NavigableSet<E> given, Class<E> type) {
        return new CheckedNavigableSet<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedQueue}. */
    public static <E> Queue<E> checkedQueue(Queue<E> given, Class<E> type) {
        return new CheckedQueue<>(given, ElementType.of(type));
    }

    /** {@link java.util.Collections#checkedMap}. */
    public static <K, V> Map<K, V> checkedMap(Map<K, V> given, Class<K> keys, Class<V> values) {
        return new CheckedMap<>(given, CheckedMap.keys(keys), CheckedMap.values(values));
    }

    /** {@link java.util.Collections#checkedSortedMap}. */
    public static <K, V> SortedMap<K, V> checkedSortedMap(SortedMap<K, V> given, Class<K> keys, Class<V> values) {
        return new CheckedSortedMap<>(given, CheckedMap.keys(keys), CheckedMap.values(values));
    }

    /** {@link java.util.Collections#checkedNavigableMap}. */
    public static <K, V> NavigableMap<K, V> checkedNavigableMap(
            NavigableMap<K, V> given, Class<K> keys, Class<V> values) {
        return new CheckedNavigableMap<>(given, CheckedMap.keys(keys), CheckedMap.values(values));
    }

    /** {@link java.util.Collections#newSetFromMap}. */
    public static <E> Set<E> newSetFromMap(Map<E, Boolean> map) {
        return new MapKeys<>(map);
    }
}
