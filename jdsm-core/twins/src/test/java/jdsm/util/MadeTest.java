package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What stands for the JDK's makers of collections gives equal ones, of classes that can be shared. */
class MadeTest {
    private static final List<String> WORDS = List.of("one", "two", "three", "four", "five", "six", "seven");

    private static <D> void same(Collector<? super String, ?, D> made, Collector<? super String, ?, D> jdk) {
        D result = WORDS.stream().collect(made);
        assertThat(result)
                .isEqualTo(WORDS.stream().collect(jdk))
                .hasToString(WORDS.stream().collect(jdk).toString());
        assertThat(WORDS.parallelStream().collect(made)).isEqualTo(result);
        assertThat(result.getClass().getPackageName()).isEqualTo("jdsm.util");
    }

    /** Checks that a result equals the JDK's, whose order may differ. */
    private static <D> void equal(Collector<? super String, ?, D> made, Collector<? super String, ?, D> jdk) {
        D result = WORDS.stream().collect(made);
        assertThat(result)
                .isEqualTo(WORDS.stream().collect(jdk))
                .hasSameHashCodeAs(WORDS.stream().collect(jdk));
        assertThat(WORDS.parallelStream().collect(made)).isEqualTo(result);
        assertThat(result.getClass().getPackageName()).isEqualTo("jdsm.util");
    }

    @Test
    void concurrentCollectors() {
        equal(
                Collected.toConcurrentMap(word -> word, String::length),
                Collectors.toConcurrentMap(word -> word, String::length));
        equal(
                Collected.groupingByConcurrent(String::length, Collectors.counting()),
                Collectors.groupingByConcurrent(String::length, Collectors.counting()));
        assertThat(WORDS.stream().collect(Collected.toConcurrentMap(String::length, word -> word, String::concat)))
                .isEqualTo(WORDS.stream()
                        .collect(Collectors.toConcurrentMap(String::length, word -> word, String::concat)))
                .isInstanceOf(ConcurrentHashMap.class);
        assertThat(WORDS.stream().collect(Collected.groupingByConcurrent(String::length)))
                .isEqualTo(WORDS.stream().collect(Collectors.groupingByConcurrent(String::length)))
                .isInstanceOf(ConcurrentHashMap.class);
        assertThatThrownBy(() -> WORDS.stream().collect(Collected.toConcurrentMap(String::length, word -> word)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void resultsThatDoNotChange() {
        Map<Boolean, List<String>> parts = WORDS.stream().collect(Collected.partitioningBy(String::isEmpty));
        assertThatThrownBy(() -> parts.put(true, List.of())).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(parts::clear).isInstanceOf(UnsupportedOperationException.class);
        List<String> list = WORDS.stream().collect(Collected.toUnmodifiableList());
        assertThatThrownBy(() -> list.set(0, "")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.listIterator().remove()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Stream.of("a", null).collect(Collected.toUnmodifiableList()))
                .isInstanceOf(NullPointerException.class);
        List<String> copies = Wrapped.nCopies(3, "x");
        assertThat(copies).isEqualTo(Collections.nCopies(3, "x")).hasSameHashCodeAs(Collections.nCopies(3, "x"));
        assertThat(copies.subList(1, 3)).containsExactly("x", "x");
        assertThat(Wrapped.nCopies(0, "x")).isEmpty();
        assertThatThrownBy(() -> Wrapped.nCopies(-1, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("List length = -1");
        assertThatThrownBy(() -> copies.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        Map<String, Integer> map = Made.mapOf("a", 1);
        assertThat(map.keySet()).containsExactly("a").hasSameHashCodeAs(Set.of("a"));
        assertThat(map.values()).containsExactly(1);
        assertThatThrownBy(() -> map.keySet().remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.values().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void sortedViews() {
        TreeMap<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
        NavigableMap<String, Integer> view = Wrapped.unmodifiableNavigableMap(map);
        map.put("d", 4);
        assertThat(view).isEqualTo(map).hasToString("{a=1, b=2, c=3, d=4}");
        assertThat(view.headMap("c")).containsOnlyKeys("a", "b");
        assertThat(view.descendingMap()).hasToString("{d=4, c=3, b=2, a=1}");
        assertThat(view.floorEntry("bb")).isEqualTo(Map.entry("b", 2));
        assertThat(view.higherEntry("d")).isNull();
        assertThat(view.navigableKeySet().descendingSet()).containsExactly("d", "c", "b", "a");
        assertThatThrownBy(view::pollFirstEntry).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> view.firstEntry().setValue(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> view.tailMap("b").clear()).isInstanceOf(UnsupportedOperationException.class);
        SortedMap<String, Integer> sorted = Wrapped.unmodifiableSortedMap(map);
        assertThat(sorted.subMap("b", "d")).hasToString("{b=2, c=3}");
        assertThat(sorted).isNotInstanceOf(NavigableMap.class);
        assertThatThrownBy(() -> sorted.put("a", 2)).isInstanceOf(UnsupportedOperationException.class);

        TreeSet<String> set = new TreeSet<>(map.keySet());
        NavigableSet<String> ofSet = Wrapped.unmodifiableNavigableSet(set);
        assertThat(ofSet.headSet("b", true)).containsExactly("a", "b");
        assertThat(ofSet.descendingIterator().next()).isEqualTo("d");
        assertThat(Wrapped.unmodifiableSortedSet(set).tailSet("c")).containsExactly("c", "d");
        assertThat(ofSet.stream().sorted()).containsExactly("a", "b", "c", "d");
        assertThatThrownBy(ofSet::pollLast).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ofSet.iterator().remove()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(Wrapped.<String, String>emptyNavigableMap()).isEmpty();
        assertThat(Wrapped.<String>emptySortedSet()).isEmpty();
    }

    @Test
    void entries() {
        Map.Entry<String, Integer> entry = new SimpleEntry<>("a", 1);
        assertThat(entry)
                .isEqualTo(Map.entry("a", 1))
                .hasSameHashCodeAs(Map.entry("a", 1))
                .hasToString("a=1");
        assertThat(Map.entry("a", 1)).isEqualTo(entry);
        assertThat(entry.setValue(2)).isEqualTo(1);
        assertThat(entry.getValue()).isEqualTo(2);
        assertThat(new SimpleEntry<>(null, null)).isEqualTo(new java.util.AbstractMap.SimpleEntry<>(null, null));
        assertThat(new SimpleImmutableEntry<>(entry)).isEqualTo(entry);
        assertThatThrownBy(() -> new SimpleImmutableEntry<>(entry).setValue(3))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(new TreeMap<>(Map.of("a", 1)).firstEntry()).isInstanceOf(SimpleImmutableEntry.class);
        assertThat(new LinkedHashMap<>(Map.of("a", 1)).entrySet()).containsExactly(Map.entry("a", 1));
    }

    @Test
    void aStackOfADeque() {
        java.util.Queue<String> queue = Wrapped.asLifoQueue(new ArrayDeque<>());
        queue.addAll(List.of("a", "b"));
        assertThat(queue.offer("c")).isTrue();
        assertThat(queue).containsExactly("c", "b", "a").hasToString("[c, b, a]");
        assertThat(queue.remove()).isEqualTo("c");
        assertThat(queue.peek()).isEqualTo("b");
    }

    @Test
    void collectors() {
        same(Collected.toList(), Collectors.toList());
        same(Collected.toSet(), Collectors.toSet());
        same(Collected.toMap(word -> word, String::length), Collectors.toMap(word -> word, String::length));
        same(
                Collected.toMap(String::length, word -> word, String::concat),
                Collectors.toMap(String::length, word -> word, String::concat));
        same(Collected.groupingBy(String::length), Collectors.groupingBy(String::length));
        same(
                Collected.groupingBy(String::length, Collectors.counting()),
                Collectors.groupingBy(String::length, Collectors.counting()));
        same(
                Collected.toMap(String::length, word -> word, String::concat),
                Collectors.toMap(String::length, word -> word, String::concat));
        same(Collected.toUnmodifiableList(), Collectors.toUnmodifiableList());
        same(Collected.partitioningBy(word -> word.length() > 3), Collectors.partitioningBy(word -> word.length() > 3));
        same(
                Collected.partitioningBy(word -> word.isEmpty(), Collectors.reducing(null, (one, other) -> other)),
                Collectors.partitioningBy(word -> word.isEmpty(), Collectors.reducing(null, (one, other) -> other)));
        equal(Collected.toUnmodifiableSet(), Collectors.toUnmodifiableSet());
        equal(
                Collected.toUnmodifiableMap(word -> word, String::length),
                Collectors.toUnmodifiableMap(word -> word, String::length));
        equal(
                Collected.toUnmodifiableMap(String::length, word -> word, String::concat),
                Collectors.toUnmodifiableMap(String::length, word -> word, String::concat));
        assertThatThrownBy(() -> WORDS.stream().collect(Collected.toMap(String::length, Function.identity())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Duplicate key 3 (attempted merging values one and two)");
    }

    @Test
    void listsAndSetsAndMaps() {
        assertThat(Made.listOf("a", "b")).isEqualTo(List.of("a", "b")).hasToString("[a, b]");
        assertThat(Made.listOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)).hasSize(11);
        assertThat(Made.setOf("a", "b")).isEqualTo(Set.of("a", "b"));
        assertThat(Made.mapOf("a", 1, "b", 2)).isEqualTo(Map.of("a", 1, "b", 2)).hasToString("{a=1, b=2}");
        assertThat(Made.toList(Stream.of("a", null)))
                .isEqualTo(Arrays.asList("a", null))
                .contains((String) null);
        assertThat(Made.entry("k", 1)).isEqualTo(Map.entry("k", 1)).hasSameHashCodeAs(Map.entry("k", 1));
        List<String> fixed = Made.listOf("x");
        assertThat(Made.listCopyOf(fixed)).isSameAs(fixed);
        assertThat(Made.mapCopyOf(Map.of("a", 1))).isEqualTo(Map.of("a", 1));
    }

    @Test
    void aListOfAnArrayWritesThrough() {
        Integer[] numbers = {3, 1, 2};
        List<Integer> list = Made.arrayAsList(numbers);

        assertThat(list).isEqualTo(Arrays.asList(3, 1, 2)).hasToString("[3, 1, 2]");
        list.sort(null);
        assertThat(numbers).containsExactly(1, 2, 3);
        Collections.reverse(list);
        List<Integer> part = list.subList(1, 3);
        part.set(0, 9);
        assertThat(numbers).containsExactly(3, 9, 1);
        part.set(0, 2);
        part.listIterator(1).next();
        assertThat(part.subList(1, 2)).containsExactly(1);
        assertThat(part.indexOf(1)).isEqualTo(1);
        assertThatThrownBy(() -> part.add(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.subList(2, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        list.replaceAll(number -> number + 1);
        numbers[0] = 7;
        assertThat(list).containsExactly(7, 3, 2).hasSameHashCodeAs(List.of(7, 3, 2));
        assertThat(list.toArray()).hasSameClassAs(new Object[0]).containsExactly(7, 3, 2);
        assertThat(list.stream().toList()).containsExactly(7, 3, 2);
        assertThatThrownBy(() -> list.add(4)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.get(3)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        List<Object> ofStrings = Made.arrayAsList((Object[]) new String[] {"a"});
        assertThatThrownBy(() -> ofStrings.set(0, 1)).isInstanceOf(ArrayStoreException.class);
        assertThatThrownBy(() -> Made.arrayAsList((Object[]) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void readOnlyViews() {
        List<String> list = new ArrayList<>(WORDS);
        java.util.Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        List<String> listView = Wrapped.unmodifiableList(list);
        Map<String, Integer> mapView = Wrapped.unmodifiableMap(map);
        list.add("eight");
        map.put("b", 2);
        assertThat(listView)
                .isEqualTo(list)
                .hasSameHashCodeAs(list)
                .endsWith("eight")
                .hasToString(list.toString());
        assertThat(mapView).isEqualTo(map).hasSameHashCodeAs(map).containsEntry("b", 2);
        assertThat(Wrapped.unmodifiableSet(map.keySet())).isEqualTo(Set.of("a", "b"));
        assertThat(Wrapped.unmodifiableCollection(list)).isNotEqualTo(list).containsAll(list);
        assertThat(Wrapped.singletonList((String) null)).containsExactly((String) null);
        assertThatThrownBy(() -> listView.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> listView.listIterator(1).set("")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> listView.iterator().remove()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> listView.subList(0, 1).clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> mapView.entrySet().iterator().next().setValue(3))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> mapView.keySet().remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> mapView.merge("a", 1, Integer::sum)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nullsAndDuplicatesAreRefused() {
        assertThatThrownBy(() -> Made.listOf("a", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Made.listCopyOf(Collections.singletonList(null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Made.listOf("a").contains(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Made.setOf("a", "a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Made.mapOf("a", 1, "a", 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Made.mapOf("a", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Made.mapOf("a", 1).put("b", 2)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Made.setOf("a").iterator().remove()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Made.listOf("a").subList(0, 1).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void anArrayThatIsGivenMayChange() {
        String[] given = {"a", "b"};
        List<String> list = Made.listOf(given);
        given[0] = "c";
        assertThat(list).containsExactly("a", "b");
    }
}
