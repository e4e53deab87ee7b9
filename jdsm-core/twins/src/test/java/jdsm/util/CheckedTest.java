package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableSetTestSuiteBuilder;
import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.TestStringSortedSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checked wrappers: Guava's suites for their interfaces, and what they refuse, with the words of the JDK. */
class CheckedTest {
    @TestFactory
    Stream<DynamicTest> lists() {
        return CollectionSuitesTest.tests(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return Wrapped.checkedList(new ArrayList<>(Arrays.asList(elements)), String.class);
                    }
                })
                .named("checkedList")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.SERIALIZABLE,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        ListFeature.GENERAL_PURPOSE)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> sets() {
        return CollectionSuitesTest.tests(NavigableSetTestSuiteBuilder.using(new TestStringSortedSetGenerator() {
                    @Override
                    protected SortedSet<String> create(String[] elements) {
                        return Wrapped.checkedNavigableSet(new TreeSet<>(Arrays.asList(elements)), String.class);
                    }
                })
                .named("checkedNavigableSet")
                .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.GENERAL_PURPOSE)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> maps() {
        return CollectionSuitesTest.tests(NavigableMapTestSuiteBuilder.using(new TestStringSortedMapGenerator() {
                    @Override
                    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                        SortedMap<String, String> map =
                                Wrapped.checkedNavigableMap(new TreeMap<>(), String.class, String.class);
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named("checkedNavigableMap")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> queues() {
        return CollectionSuitesTest.tests(QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    protected Queue<String> create(String[] elements) {
                        return Wrapped.checkedQueue(new ArrayDeque<>(Arrays.asList(elements)), String.class);
                    }
                })
                .named("checkedQueue")
                .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.GENERAL_PURPOSE)
                .createTestSuite());
    }

    private static void refuses(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(ClassCastException.class)
                .hasMessage("Attempt to insert class java.lang.Integer element into collection with element type class"
                        + " java.lang.String");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void otherClassesAreRefused() {
        List<String> strings = new ArrayList<>(List.of("a", "b"));
        List list = Wrapped.checkedList(strings, String.class);
        Collection any = Wrapped.checkedCollection(strings, String.class);
        Collection mixed = List.of("c", 1);

        refuses(() -> list.add(1));
        refuses(() -> list.add(0, 1));
        refuses(() -> list.set(0, 1));
        refuses(() -> list.addAll(mixed));
        refuses(() -> list.addAll(1, mixed));
        refuses(() -> list.subList(0, 1).add(1));
        refuses(() -> list.replaceAll(each -> 1));
        refuses(() -> any.add(1));
        ListIterator cursor = list.listIterator();
        cursor.next();
        refuses(() -> cursor.set(1));
        refuses(() -> cursor.add(1));
        refuses(() -> ((SortedSet) Wrapped.checkedSortedSet(new TreeSet<>(), String.class)).add(1));
        refuses(() -> ((java.util.Set) Wrapped.checkedSet(new HashSet<>(), String.class)).add(1));
        refuses(() -> ((java.util.NavigableSet) Wrapped.checkedNavigableSet(new TreeSet<>(), String.class))
                .headSet("b", true)
                .add(1));
        refuses(() -> ((Queue) Wrapped.checkedQueue(new ArrayDeque<>(), String.class)).offer(1));
        assertThat(strings).containsExactly("a", "b");
    }

    private static void refusesKey(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(ClassCastException.class)
                .hasMessage(
                        "Attempt to insert class java.lang.Integer key into map with key type class java.lang.String");
    }

    private static void refusesValue(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(ClassCastException.class)
                .hasMessage("Attempt to insert class java.lang.String value into map with value type class"
                        + " java.lang.Integer");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void otherKeysAndValuesAreRefused() {
        Map<String, Integer> given = new HashMap<>(Map.of("a", 1));
        Map map = Wrapped.checkedMap(given, String.class, Integer.class);
        Map.Entry entry = (Map.Entry) map.entrySet().iterator().next();

        refusesKey(() -> map.put(1, 1));
        refusesKey(() -> map.putIfAbsent(1, 1));
        refusesKey(() -> map.putAll(Map.of(1, 1)));
        refusesKey(() -> map.computeIfAbsent(1, key -> 1));
        refusesKey(() -> map.compute(1, (key, value) -> 1));
        refusesKey(() -> map.merge(1, 1, (one, other) -> one));
        refusesValue(() -> map.put("b", "x"));
        refusesValue(() -> map.replace("a", "x"));
        refusesValue(() -> map.replace("a", 1, "x"));
        refusesValue(() -> map.replaceAll((key, value) -> "x"));
        refusesValue(() -> map.computeIfPresent("a", (key, value) -> "x"));
        refusesValue(() -> map.merge("a", 2, (one, other) -> "x"));
        refusesValue(() -> entry.setValue("x"));
        refusesValue(() -> ((SortedMap) Wrapped.checkedSortedMap(new TreeMap<>(), String.class, Integer.class))
                .tailMap("a")
                .put("b", "x"));
        assertThat(given).isEqualTo(Map.of("a", 1));
    }
}
