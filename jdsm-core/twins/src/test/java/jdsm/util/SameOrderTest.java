package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results, and see the same order, with the JDK's class and with the twin. */
class SameOrderTest {
    private static final int STEPS = 400;
    private static final float[] LOADS = {0.75f, 0.75f, 0.7f, 1.3f, 0.3f};

    /** A key with the hash code of a few others. */
    private record Key(int number, int spread) {
        @Override
        public int hashCode() {
            return number % spread * 31;
        }

        @Override
        public String toString() {
            return Integer.toString(number);
        }
    }

    /** A map with a bound for its size. */
    private static final class Eldest<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;
        private final int most;

        private Eldest(boolean byAccess, int most) {
            super(16, 0.75f, byAccess);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    private static final class EldestOfTwin<K, V> extends jdsm.util.LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;
        private final int most;

        private EldestOfTwin(boolean byAccess, int most) {
            super(16, 0.75f, byAccess);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void maps(int seed) {
        for (int program = 0; program < 25; program++) {
            Random random = new Random(1000L * seed + program);
            boolean usual = random.nextBoolean();
            int capacity = random.nextInt(100);
            float load = LOADS[random.nextInt(LOADS.length)];
            Map<Key, Integer> jdk = usual ? new HashMap<>() : new HashMap<>(capacity, load);
            Map<Key, Integer> twin = usual ? new jdsm.util.HashMap<>() : new jdsm.util.HashMap<>(capacity, load);
            // So few keys with one hash code that the JDK's table makes no trees.
            int keys = 5 + random.nextInt(600);
            int spread = 1 + keys / (1 + random.nextInt(3));
            long seedOfSteps = random.nextLong();
            List<String> one = run(jdk, new HashMap<>(), new Random(seedOfSteps), keys, spread);
            List<String> other = run(twin, new jdsm.util.HashMap<>(), new Random(seedOfSteps), keys, spread);
            assertThat(other).as("seed %d, program %d", seed, program).isEqualTo(one);
            assertThat(twin).isEqualTo(jdk).hasSameHashCodeAs(jdk);
            boolean byAccess = random.nextBoolean();
            int most = random.nextInt(200);
            assertThat(run(new EldestOfTwin<>(byAccess, most), new HashMap<>(), new Random(seedOfSteps), keys, spread))
                    .as("linked, seed %d, program %d", seed, program)
                    .isEqualTo(
                            run(new Eldest<>(byAccess, most), new HashMap<>(), new Random(seedOfSteps), keys, spread));
        }
    }

    /**
     * The JDK's table grows where a bucket gets the last two of these entries; it would make a tree for a further
     * one.
     */
    @ParameterizedTest
    @CsvSource({"true, 10", "false, 9"})
    void fullBuckets(boolean put, int entries) {
        for (int others = 0; others < 5; others++) {
            Map<Key, Integer> jdk = new HashMap<>();
            Map<Key, Integer> twin = new jdsm.util.HashMap<>();
            for (Map<Key, Integer> map : List.of(jdk, twin)) {
                for (int i = 0; i < others; i++) {
                    map.put(new Key(i, 100), i);
                }
                for (int i = 0; i < entries; i++) {
                    Key key = new Key(i * 50 + 7, 50);
                    Integer before = put ? map.put(key, i) : map.merge(key, i, Integer::sum);
                    assertThat(before).isEqualTo(put ? null : i);
                }
                for (int i = 0; i < others; i++) {
                    map.put(new Key(i + 16, 100), i);
                }
            }
            assertThat(twin).hasToString(jdk.toString());
        }
    }

    private static List<String> run(
            Map<Key, Integer> map, Map<Key, Integer> more, Random random, int keys, int spread) {
        List<String> seen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            Key key = random.nextInt(50) == 0 ? null : new Key(random.nextInt(keys), spread);
            int value = random.nextInt(5);
            Object result = switch (random.nextInt(22)) {
                case 0, 1, 2, 3 -> map.put(key, value);
                case 4 -> map.putIfAbsent(key, value);
                case 5 -> map.computeIfAbsent(key, any -> value == 0 ? null : value);
                case 6 -> map.computeIfPresent(key, (any, old) -> old == value ? null : old + 1);
                case 7 -> map.compute(key, (any, old) -> Objects.equals(old, value) ? null : value);
                case 8 -> map.merge(key, value, (a, b) -> a == value ? null : a + b);
                case 9, 10 -> map.remove(key);
                case 11 -> map.remove(key, value);
                case 12 -> map.replace(key, value);
                case 13 -> map.replace(key, value, value + 1);
                case 14 -> map.getOrDefault(key, -1);
                case 15 -> map.containsValue(value) + " " + map.containsKey(key);
                case 16 -> putAll(map, more, random, keys, spread);
                case 17 -> removeByIterator(map, value);
                case 18 -> ((HashMap<?, ?>) map).clone();
                case 19 -> random.nextInt(10) == 0 ? clear(map) : map.get(key);
                case 20 -> copy(map);
                default -> new ArrayList<>(map.values());
            };
            seen.add(result + " " + map);
        }
        return seen;
    }

    private static Object putAll(Map<Key, Integer> map, Map<Key, Integer> more, Random random, int keys, int spread) {
        more.clear();
        for (int i = random.nextInt(40); i > 0; i--) {
            more.put(new Key(random.nextInt(keys), spread), i);
        }
        map.putAll(more);
        return more.size();
    }

    private static Object removeByIterator(Map<Key, Integer> map, int value) {
        for (Iterator<Map.Entry<Key, Integer>> each = map.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Key, Integer> entry = each.next();
            if (entry.getValue() == value) {
                each.remove();
            } else {
                entry.setValue(entry.getValue() + 1);
            }
        }
        return value;
    }

    private static Object clear(Map<Key, Integer> map) {
        map.clear();
        return map.size();
    }

    private static Object copy(Map<Key, Integer> map) {
        return map.getClass() == HashMap.class ? new HashMap<>(map) : new jdsm.util.HashMap<>(map);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sets(int seed) {
        for (int program = 0; program < 25; program++) {
            Random random = new Random(1000L * seed + program);
            List<Integer> given = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                given.add(random.nextInt(1 << 20));
            }
            Set<Integer> jdk = new HashSet<>(given);
            Set<Integer> twin = new jdsm.util.HashSet<>(given);
            assertThat(twin).hasToString(jdk.toString());
            int first = random.nextInt(500) * 2 + 1;
            given.removeIf(number -> number % 3 == 0);
            jdk.retainAll(given);
            twin.retainAll(given);
            for (int i = 0; i < 50; i++) {
                assertThat(twin.add(first * i)).isEqualTo(jdk.add(first * i));
            }
            assertThat(twin).hasToString(jdk.toString()).hasSameHashCodeAs(jdk);
            assertThat(((jdsm.util.HashSet<?>) twin).clone())
                    .hasToString(((HashSet<?>) jdk).clone().toString());
        }
    }
}
