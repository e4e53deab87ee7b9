package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The views of the JDK's concurrent maps, and of their twins, change the map. */
class ConcurrentViewsTest {
    static Stream<ConcurrentMap<String, Integer>> concurrentMaps() {
        return Stream.of(
                new java.util.concurrent.ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                new java.util.concurrent.ConcurrentSkipListMap<>(),
                new ConcurrentSkipListMap<>());
    }

    /** Else a change by another thread would be lost. */
    @ParameterizedTest
    @MethodSource("concurrentMaps")
    void aValueThatChangesUnderAFilterStays(ConcurrentMap<String, Integer> map) {
        map.putAll(Map.of("a", 0, "b", 0));

        assertThat(map.values().removeIf(value -> map.merge("a", 1, Integer::sum) > 0 && value == 0))
                .isTrue();
        assertThat(map).isEqualTo(Map.of("a", 2));
        assertThat(map.entrySet().removeIf(entry -> map.merge("a", 1, Integer::sum) > 0 && entry.getValue() == 2))
                .isFalse();
        assertThat(map).isEqualTo(Map.of("a", 3));
        assertThat(map.entrySet().removeIf(entry -> entry.getValue() == 3)).isTrue();
        assertThat(map).isEmpty();
        assertThatThrownBy(() -> map.values().removeIf(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.entrySet().removeIf(null)).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @MethodSource("concurrentMaps")
    void entriesCanBeAddedToAHashMapAlone(ConcurrentMap<String, Integer> map) {
        Set<Map.Entry<String, Integer>> entries = map.entrySet();
        Map.Entry<String, Integer> entry = Map.entry("a", 1);
        if (map instanceof java.util.concurrent.ConcurrentHashMap<String, Integer>) {
            assertThat(entries.add(entry)).isTrue();
            assertThat(entries.add(Map.entry("a", 2))).isFalse();
            assertThat(map).isEqualTo(Map.of("a", 2));
        } else {
            assertThatThrownBy(() -> entries.add(entry)).isInstanceOf(UnsupportedOperationException.class);
        }
        Set<String> keys = map instanceof ConcurrentHashMap<String, Integer> twin ? twin.keyView() : map.keySet();
        assertThatThrownBy(() -> keys.add("b")).isInstanceOf(UnsupportedOperationException.class);
    }
}
