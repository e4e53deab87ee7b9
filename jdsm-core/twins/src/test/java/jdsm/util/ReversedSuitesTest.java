package jdsm.util;

import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Guava's suites on the opposite order of linked maps and sets, which woven code gets on Java 21 and later. */
class ReversedSuitesTest {
    private static Stream<DynamicTest> set(String name, TestStringSetGenerator generator) {
        return CollectionSuitesTest.tests(SetTestSuiteBuilder.using(generator)
                .named(name)
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicTest> sets() {
        return set("reversed LinkedHashSet", new TestStringSetGenerator() {
            @Override
            protected Set<String> create(String[] elements) {
                return new LinkedHashSet<>(java.util.Arrays.asList(elements)).inReverse();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> maps() {
        return CollectionSuitesTest.tests(MapTestSuiteBuilder.using(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        LinkedHashMap<String, String> map = new LinkedHashMap<>();
                        for (Map.Entry<String, String> entry : entries) {
                            map.putFirst(entry.getKey(), entry.getValue());
                        }
                        return map.inReverse();
                    }
                })
                .named("reversed LinkedHashMap")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_KEYS,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.ALLOWS_ANY_NULL_QUERIES,
                        MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }
}
