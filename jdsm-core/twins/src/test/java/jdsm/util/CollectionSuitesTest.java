package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.google.common.collect.testing.AnEnum;
import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableSetTestSuiteBuilder;
import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestEnumMapGenerator;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.TestStringSortedSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Guava's suites for implementations of the JDK's interfaces, run on the twins. */
class CollectionSuitesTest {
    private static final List<Feature<?>> OF_COLLECTIONS = List.of(
            CollectionSize.ANY,
            CollectionFeature.GENERAL_PURPOSE,
            CollectionFeature.ALLOWS_NULL_VALUES,
            CollectionFeature.ALLOWS_NULL_QUERIES,
            CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
            CollectionFeature.SERIALIZABLE);

    private static final List<Feature<?>> OF_MAPS = List.of(
            CollectionSize.ANY,
            CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
            CollectionFeature.SERIALIZABLE,
            MapFeature.GENERAL_PURPOSE,
            MapFeature.ALLOWS_NULL_KEYS,
            MapFeature.ALLOWS_NULL_VALUES,
            MapFeature.ALLOWS_ANY_NULL_QUERIES,
            MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
            CollectionFeature.SUPPORTS_ITERATOR_REMOVE);

    private static final List<String> COPIES = List.of(
            "testSpliteratorNotImmutable_",
            "testListIterator_fullyModifiable",
            "testSubList_originalListSetAffectsSubList");

    /** The beginnings of the names of tests that are left out, by suite. */
    private static final Map<String, List<String>> LEFT_OUT = Map.of(
            // The JDK's class fails them as well: it merges a null value.
            "Hashtable", List.of("testMergeNullValue"),
            // The JDK's class fails them as well: its entries are copies that cannot change.
            "ConcurrentSkipListMap", List.of("testSetValue", "testIteratorSetValue"),
            // Woven code calls a static method in place of the final one, which would find no element.
            "PriorityQueue", List.of("testSpliteratorUnknownOrder"),
            // The JDK's class fails them as well: its iterators change nothing, and neither does it.
            "CopyOnWriteArrayList", COPIES,
            "CopyOnWriteArraySet", COPIES);

    @TestFactory
    Stream<DynamicTest> arrayLists() {
        return list("ArrayList", elements -> new jdsm.util.ArrayList<>(Arrays.asList(elements)));
    }

    @TestFactory
    Stream<DynamicTest> enumMaps() {
        return tests(MapTestSuiteBuilder.using(new TestEnumMapGenerator() {
                    @Override
                    protected Map<AnEnum, String> create(Map.Entry<AnEnum, String>[] entries) {
                        Map<AnEnum, String> map = new jdsm.util.EnumMap<>(AnEnum.class);
                        for (Map.Entry<AnEnum, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named("EnumMap")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        // Not SERIALIZABLE: what is read is the JDK's map, whose equals looks into the unused part.
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.RESTRICTS_KEYS,
                        MapFeature.ALLOWS_ANY_NULL_QUERIES)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> vectors() {
        return Stream.concat(
                list("Vector", elements -> new jdsm.util.Vector<>(Arrays.asList(elements))), list("Stack", elements -> {
                    List<String> stack = new jdsm.util.Stack<>();
                    stack.addAll(Arrays.asList(elements));
                    return stack;
                }));
    }

    @TestFactory
    Stream<DynamicTest> hashMaps() {
        return map("HashMap", jdsm.util.HashMap::new);
    }

    @TestFactory
    Stream<DynamicTest> hashtables() {
        return tests(MapTestSuiteBuilder.using(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        Map<String, String> map = new jdsm.util.Hashtable<>();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named("Hashtable")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionFeature.SERIALIZABLE,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> hashSets() {
        return set("HashSet", elements -> new jdsm.util.HashSet<>(Arrays.asList(elements)));
    }

    @TestFactory
    Stream<DynamicTest> synchronizedOnes() {
        return Stream.of(
                        list(
                                "synchronizedList",
                                elements ->
                                        Wrapped.synchronizedList(new jdsm.util.ArrayList<>(Arrays.asList(elements)))),
                        set(
                                "synchronizedSet",
                                elements -> Wrapped.synchronizedSet(new jdsm.util.HashSet<>(Arrays.asList(elements)))),
                        map("synchronizedMap", () -> Wrapped.synchronizedMap(new jdsm.util.HashMap<>())),
                        set("newSetFromMap", elements -> {
                            Set<String> set = Wrapped.newSetFromMap(new jdsm.util.HashMap<>());
                            set.addAll(Arrays.asList(elements));
                            return set;
                        }))
                .flatMap(each -> each);
    }

    @TestFactory
    Stream<DynamicTest> treeMaps() {
        return tests(NavigableMapTestSuiteBuilder.using(new TestStringSortedMapGenerator() {
                    @Override
                    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                        SortedMap<String, String> map = new jdsm.util.TreeMap<>();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named("TreeMap")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> treeSets() {
        return tests(NavigableSetTestSuiteBuilder.using(new TestStringSortedSetGenerator() {
                    @Override
                    protected SortedSet<String> create(String[] elements) {
                        return new jdsm.util.TreeSet<>(Arrays.asList(elements));
                    }
                })
                .named("TreeSet")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> skipLists() {
        Stream<DynamicTest> maps = tests(NavigableMapTestSuiteBuilder.using(new TestStringSortedMapGenerator() {
                    @Override
                    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                        SortedMap<String, String> map = new jdsm.util.ConcurrentSkipListMap<>();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named("ConcurrentSkipListMap")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE)
                .createTestSuite());
        Stream<DynamicTest> sets = tests(NavigableSetTestSuiteBuilder.using(new TestStringSortedSetGenerator() {
                    @Override
                    protected SortedSet<String> create(String[] elements) {
                        return new jdsm.util.ConcurrentSkipListSet<>(Arrays.asList(elements));
                    }
                })
                .named("ConcurrentSkipListSet")
                .withFeatures(CollectionSize.ANY, CollectionFeature.GENERAL_PURPOSE, CollectionFeature.KNOWN_ORDER)
                .createTestSuite());
        return Stream.concat(maps, sets);
    }

    @TestFactory
    Stream<DynamicTest> linkedLists() {
        return Stream.concat(
                list("LinkedList", elements -> new jdsm.util.LinkedList<>(Arrays.asList(elements))),
                queue(
                        "LinkedList as queue",
                        elements -> new jdsm.util.LinkedList<>(Arrays.asList(elements)),
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionFeature.KNOWN_ORDER));
    }

    @TestFactory
    Stream<DynamicTest> arrayDeques() {
        return queue(
                "ArrayDeque",
                elements -> new jdsm.util.ArrayDeque<>(Arrays.asList(elements)),
                CollectionFeature.KNOWN_ORDER);
    }

    @TestFactory
    Stream<DynamicTest> priorityQueues() {
        return Stream.concat(
                queue("PriorityQueue", elements -> new jdsm.util.PriorityQueue<>(Arrays.asList(elements))),
                queue(
                        "PriorityBlockingQueue",
                        elements -> new jdsm.util.PriorityBlockingQueue<>(Arrays.asList(elements))));
    }

    @TestFactory
    Stream<DynamicTest> concurrentQueues() {
        return Stream.<Map.Entry<String, Function<String[], Queue<String>>>>of(
                        Map.entry("ConcurrentLinkedQueue", e -> new ConcurrentLinkedQueue<>(Arrays.asList(e))),
                        Map.entry("ConcurrentLinkedDeque", e -> new ConcurrentLinkedDeque<>(Arrays.asList(e))),
                        Map.entry("LinkedBlockingQueue", e -> new LinkedBlockingQueue<>(Arrays.asList(e))),
                        Map.entry("LinkedBlockingDeque", e -> new LinkedBlockingDeque<>(Arrays.asList(e))),
                        Map.entry("ArrayBlockingQueue", e -> new ArrayBlockingQueue<>(100, true, Arrays.asList(e))))
                .flatMap(each -> queue(each.getKey(), each.getValue(), CollectionFeature.KNOWN_ORDER));
    }

    @TestFactory
    Stream<DynamicTest> copyOnWriteLists() {
        return tests(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return new jdsm.util.CopyOnWriteArrayList<>(elements);
                    }
                })
                .named("CopyOnWriteArrayList")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.SUPPORTS_ADD,
                        CollectionFeature.SUPPORTS_REMOVE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.SERIALIZABLE,
                        ListFeature.SUPPORTS_ADD_WITH_INDEX,
                        ListFeature.SUPPORTS_REMOVE_WITH_INDEX,
                        ListFeature.SUPPORTS_SET)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> copyOnWriteSets() {
        return tests(SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        return new jdsm.util.CopyOnWriteArraySet<>(Arrays.asList(elements));
                    }
                })
                .named("CopyOnWriteArraySet")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.SUPPORTS_ADD,
                        CollectionFeature.SUPPORTS_REMOVE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SERIALIZABLE)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> linkedHashMaps() {
        return map("LinkedHashMap", jdsm.util.LinkedHashMap::new, CollectionFeature.KNOWN_ORDER);
    }

    @TestFactory
    Stream<DynamicTest> linkedHashSets() {
        return set(
                "LinkedHashSet",
                elements -> new jdsm.util.LinkedHashSet<>(Arrays.asList(elements)),
                CollectionFeature.KNOWN_ORDER);
    }

    @TestFactory
    Stream<DynamicTest> immutableLists() {
        return tests(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return Made.listOf(elements);
                    }
                })
                .named("List.of")
                .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.SERIALIZABLE)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> listsOfArrays() {
        return tests(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return Made.arrayAsList(elements.clone());
                    }
                })
                .named("Arrays.asList")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.SERIALIZABLE,
                        ListFeature.SUPPORTS_SET)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> immutableSets() {
        return tests(SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        return Made.setCopyOf(Arrays.asList(elements));
                    }
                })
                .named("Set.copyOf")
                .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.SERIALIZABLE)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> immutableMaps() {
        return tests(MapTestSuiteBuilder.using(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        return Made.mapOfEntries(entries);
                    }
                })
                .named("Map.ofEntries")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SERIALIZABLE,
                        MapFeature.REJECTS_DUPLICATES_AT_CREATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> readOnlySortedViews() {
        return Stream.concat(
                tests(NavigableMapTestSuiteBuilder.using(new TestStringSortedMapGenerator() {
                            @Override
                            protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
                                TreeMap<String, String> map = new TreeMap<>();
                                for (Map.Entry<String, String> entry : entries) {
                                    map.put(entry.getKey(), entry.getValue());
                                }
                                return Wrapped.unmodifiableNavigableMap(map);
                            }
                        })
                        .named("unmodifiableNavigableMap") // not SERIALIZABLE: parts of a tree are not
                        .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, MapFeature.ALLOWS_NULL_VALUES)
                        .createTestSuite()),
                tests(NavigableSetTestSuiteBuilder.using(new TestStringSortedSetGenerator() {
                            @Override
                            protected SortedSet<String> create(String[] elements) {
                                return Wrapped.unmodifiableNavigableSet(new TreeSet<>(Arrays.asList(elements)));
                            }
                        })
                        .named("unmodifiableNavigableSet")
                        .withFeatures(CollectionSize.ANY, CollectionFeature.KNOWN_ORDER)
                        .createTestSuite()));
    }

    private static Stream<DynamicTest> list(String name, Function<String[], List<String>> maker) {
        List<Feature<?>> features = new ArrayList<>(OF_COLLECTIONS);
        features.add(ListFeature.GENERAL_PURPOSE);
        return tests(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return maker.apply(elements);
                    }
                })
                .named(name)
                .withFeatures(features)
                .createTestSuite());
    }

    private static Stream<DynamicTest> queue(String name, Function<String[], Queue<String>> maker, Feature<?>... more) {
        return tests(QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    protected Queue<String> create(String[] elements) {
                        return maker.apply(elements);
                    }
                })
                .named(name)
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.ALLOWS_NULL_QUERIES,
                        CollectionFeature.SERIALIZABLE)
                .withFeatures(more)
                .createTestSuite());
    }

    private static Stream<DynamicTest> set(String name, Function<String[], Set<String>> maker, Feature<?>... more) {
        return tests(SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        return maker.apply(elements);
                    }

                    @Override
                    public List<String> order(List<String> inserted) {
                        return more.length > 0 ? inserted : new ArrayList<>(new HashSet<>(inserted));
                    }
                })
                .named(name)
                .withFeatures(OF_COLLECTIONS)
                .withFeatures(more)
                .createTestSuite());
    }

    private static Stream<DynamicTest> map(String name, Supplier<Map<String, String>> maker, Feature<?>... more) {
        return tests(MapTestSuiteBuilder.using(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        Map<String, String> map = maker.get();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named(name)
                .withFeatures(OF_MAPS)
                .withFeatures(more)
                .createTestSuite());
    }

    /**
     * Makes a test of the whole suite, which names each case that fails. The cases are so short and so many that JUnit's
     * work for a test is most of the time.
     */
    static Stream<DynamicTest> tests(TestSuite suite) {
        List<TestCase> cases = new ArrayList<>();
        collect(suite, LEFT_OUT.getOrDefault(suite.getName(), List.of()), cases);
        return Stream.of(DynamicTest.dynamicTest(suite.getName() + ", " + cases.size() + " cases", () -> {
            assertThat(cases).hasSizeGreaterThan(100);
            assertAll(cases.stream().map(one -> () -> assertDoesNotThrow(one::runBare, one.getName())));
        }));
    }

    private static void collect(TestSuite suite, List<String> without, List<TestCase> cases) {
        for (Enumeration<Test> each = suite.tests(); each.hasMoreElements(); ) {
            Test test = each.nextElement();
            if (test instanceof TestSuite part) {
                collect(part, without, cases);
            } else if (without.stream().noneMatch(((TestCase) test).getName()::startsWith)) {
                cases.add((TestCase) test);
            }
        }
    }
}
