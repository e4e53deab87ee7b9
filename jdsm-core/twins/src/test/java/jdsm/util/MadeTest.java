package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    @Test
    void collectors() {
        same(Made.collectList(), Collectors.toList());
        same(Made.collectSet(), Collectors.toSet());
        same(Made.collectMap(word -> word, String::length), Collectors.toMap(word -> word, String::length));
        same(
                Made.collectMap(String::length, word -> word, String::concat),
                Collectors.toMap(String::length, word -> word, String::concat));
        same(Made.collectGroups(String::length), Collectors.groupingBy(String::length));
        same(
                Made.collectGroups(String::length, Collectors.counting()),
                Collectors.groupingBy(String::length, Collectors.counting()));
        assertThatThrownBy(() -> WORDS.stream().collect(Made.collectMap(String::length, Function.identity())))
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
        assertThat(Wrapped.emptyList()).isEmpty();
        assertThat(Wrapped.emptySet()).isEmpty();
        assertThat(Wrapped.emptyMap()).isEmpty();
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
