package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results with the JDK's map and with the twin, apart from the order. */
class IdentityHashMapTest {
    private record Value(int number) {}

    /** Pairs of equal keys, of several kinds. */
    private static List<Object> keys() {
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            keys.add("k" + i);
            keys.add("k" + i);
            keys.add(new Value(i));
            keys.add(new Value(i));
            keys.add(new ArrayList<>(List.of(i)));
            keys.add(new ArrayList<>(List.of(i)));
        }
        keys.add(null);
        return keys;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void maps(int seed) {
        for (int program = 0; program < 30; program++) {
            long steps = 1000L * seed + program;
            List<Object> keys = keys();
            assertThat(run(new IdentityHashMap<>(), keys, new Random(steps)))
                    .as("seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.IdentityHashMap<>(), keys, new Random(steps)));
        }
    }

    /** The entries by the places of the keys and values. */
    private static List<String> entries(Map<Object, Object> map, List<Object> keys) {
        List<String> entries = new ArrayList<>();
        map.forEach((key, value) -> entries.add(place(keys, key) + "=" + place(keys, value)));
        entries.sort(Comparator.naturalOrder());
        return entries;
    }

    private static int place(List<Object> keys, Object key) {
        int place = 0;
        while (place < keys.size() && keys.get(place) != key) {
            place++;
        }
        return place;
    }

    private static List<String> run(Map<Object, Object> map, List<Object> keys, Random random) {
        List<String> seen = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            Object key = keys.get(random.nextInt(keys.size()));
            Object value = keys.get(random.nextInt(4));
            Object result = switch (random.nextInt(16)) {
                case 0, 1, 2, 3 -> place(keys, map.put(key, value));
                case 4 -> place(keys, map.remove(key));
                case 5 -> map.remove(key, value);
                case 6 -> map.replace(key, value, keys.get(5));
                case 7 -> map.containsKey(key) + " " + map.containsValue(value);
                case 8 -> place(keys, map.computeIfAbsent(key, any -> value));
                case 9 -> map.keySet().remove(key) + " " + map.values().contains(value);
                case 10 ->
                    map.entrySet().removeIf(entry -> entry.getKey() == key) + " "
                            + (step % 20 == 0 && map.values().removeIf(each -> each == value));
                case 11 -> map.keySet().removeAll(Arrays.asList("k1", new Value(2)));
                case 12 -> map.keySet().retainAll(new ArrayList<>(keys.subList(2, keys.size())));
                case 13 -> replaced(map, value);
                case 14 ->
                    map.entrySet()
                            .contains(Collections.singletonMap(key, value)
                                    .entrySet()
                                    .iterator()
                                    .next());
                default -> place(keys, map.getOrDefault(key, value));
            };
            seen.add(result + " " + map.size() + entries(map, keys));
        }
        return seen;
    }

    private static Object replaced(Map<Object, Object> map, Object value) {
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            entry.setValue(Objects.hashCode(entry.getKey()) % 3 == 0 ? entry.getValue() : value);
        }
        map.replaceAll((key, old) -> old == null ? value : old);
        return null;
    }

    @Test
    void equalityIsByIdentity() {
        String key = new String("k");
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>(Map.of(key, 1));
        assertThat(map).isEqualTo(map.clone()).hasSameHashCodeAs(map.clone());
        assertThat(map.keySet().contains("k")).isFalse();
        assertThat(map)
                .isNotEqualTo(new IdentityHashMap<>(Map.of(new String("k"), 1)))
                .hasToString("{k=1}");
        Iterator<Object> keys = map.keySet().iterator();
        map.put(new String("k"), 2);
        assertThatThrownBy(keys::next).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> new IdentityHashMap<>(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
