package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableSetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.TestStringSortedSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The synchronized sorted wrappers: Guava's suites for the interfaces, and that all parts have one monitor. */
class SynchronizedSuitesTest {
    private static Stream<DynamicTest> maps(String name, Supplier<SortedMap<String, String>> maker) {
        return CollectionSuitesTest.tests(NavigableMapTestSuiteBuilder.using(new TestStringSortedMapGenerator() {
                    @Override
                    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                        SortedMap<String, String> map = maker.get();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named(name)
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> navigableMaps() {
        return maps("synchronizedNavigableMap", () -> Wrapped.synchronizedNavigableMap(new TreeMap<>()));
    }

    @TestFactory
    Stream<DynamicTest> navigableSets() {
        return CollectionSuitesTest.tests(NavigableSetTestSuiteBuilder.using(new TestStringSortedSetGenerator() {
                    @Override
                    protected SortedSet<String> create(String[] elements) {
                        return Wrapped.synchronizedNavigableSet(new TreeSet<>(Arrays.asList(elements)));
                    }
                })
                .named("synchronizedNavigableSet")
                .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.GENERAL_PURPOSE)
                .createTestSuite());
    }

    private record Part(String name, Object whole, Runnable call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Part> parts() {
        SortedMap<String, String> map = Wrapped.synchronizedSortedMap(new TreeMap<>());
        java.util.NavigableMap<String, String> wide = Wrapped.synchronizedNavigableMap(new TreeMap<>());
        SortedSet<String> set = Wrapped.synchronizedSortedSet(new TreeSet<>());
        java.util.NavigableSet<String> wideSet = Wrapped.synchronizedNavigableSet(new TreeSet<>());
        return Stream.of(
                new Part("head of a map", map, () -> map.headMap("b").put("a", "")),
                new Part("tail of a map", map, () -> map.tailMap("b").put("c", "")),
                new Part("part of a map", map, () -> map.subMap("b", "d").put("c", "")),
                new Part(
                        "keys of a part",
                        map,
                        () -> map.subMap("b", "d").keySet().size()),
                new Part(
                        "descending map",
                        wide,
                        () -> wide.descendingMap().headMap("b", true).put("c", "")),
                new Part("descending keys", wide, () -> wide.descendingKeySet().remove("x")),
                new Part("poll of a part", wide, () -> wide.tailMap("b", false).pollFirstEntry()),
                new Part(
                        "navigable keys of a part",
                        wide,
                        () -> wide.headMap("b").keySet().clear()),
                new Part("part of a set", set, () -> set.subSet("a", "c").add("b")),
                new Part("first of a part", set, () -> set.headSet("c").isEmpty()),
                new Part(
                        "descending set",
                        wideSet,
                        () -> wideSet.descendingSet().tailSet("b", true).add("a")),
                new Part(
                        "lower",
                        wideSet,
                        () -> wideSet.subSet("a", true, "c", false).lower("b")));
    }

    /** Another thread cannot use a part while this one has the monitor of the whole. */
    @ParameterizedTest
    @MethodSource("parts")
    void partsHaveTheMonitorOfTheWhole(Part part) throws Exception {
        Thread other = new Thread(part.call());
        synchronized (part.whole()) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                assertThat(other.getState()).isNotEqualTo(Thread.State.TERMINATED);
                Thread.onSpinWait();
            }
        }
        other.join();
        assertThat(other.getState()).isEqualTo(Thread.State.TERMINATED);
    }
}
