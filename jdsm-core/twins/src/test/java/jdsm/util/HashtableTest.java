package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results, and see the same order, with the JDK's table and with the twin. */
class HashtableTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void random(int seed) {
        for (int program = 0; program < 20; program++) {
            Random random = new Random(1000L * seed + program);
            int capacity = random.nextInt(40);
            float load = 0.3f + random.nextInt(3) * 0.45f;
            java.util.Hashtable<String, Integer> jdk = new java.util.Hashtable<>(capacity, load);
            java.util.Hashtable<String, Integer> twin = new Hashtable<>(capacity, load);
            long steps = random.nextLong();

            assertThat(run(twin, new Random(steps))).isEqualTo(run(jdk, new Random(steps)));
            assertThat(twin).isEqualTo(jdk).hasSameHashCodeAs(jdk);
            assertThat(new Hashtable<>(twin)).hasToString(new java.util.Hashtable<>(jdk).toString());
        }
    }

    private static List<String> run(java.util.Hashtable<String, Integer> table, Random random) {
        List<String> seen = new java.util.ArrayList<>();
        for (int step = 0; step < 300; step++) {
            String key = Integer.toString(random.nextInt(60));
            int value = random.nextInt(5);
            Object result = switch (random.nextInt(19)) {
                case 0, 1, 2, 3 -> table.put(key, value);
                case 4 -> table.putIfAbsent(key, value);
                case 5 -> table.computeIfAbsent(key, any -> value == 0 ? null : value);
                case 6 -> table.computeIfPresent(key, (any, old) -> old == value ? null : old + 1);
                case 7 -> table.compute(key, (any, old) -> Objects.equals(old, value) ? null : value);
                case 8 -> table.merge(key, value, (a, b) -> a == value ? null : a + b);
                case 9 -> table.remove(key);
                case 10 -> table.remove(key, value);
                case 11 -> table.replace(key, value) + " " + table.replace(key, value, value + 1);
                case 12 -> table.contains(value) + " " + table.containsKey(key) + " " + table.getOrDefault(key, -1);
                case 13 -> visited(table);
                case 14 -> Collections.list(table.keys()) + " " + Collections.list(table.elements());
                case 15 -> table.clone();
                case 16 -> removed(table.entrySet().iterator(), value);
                case 17 -> table.keySet().removeIf(each -> each.equals(key)) + " " + table.values();
                default -> random.nextInt(10) == 0 ? cleared(table) : table.get(key);
            };
            seen.add(result + " " + table + " " + table.size());
        }
        return seen;
    }

    private static Object visited(java.util.Hashtable<String, Integer> table) {
        StringJoiner all = new StringJoiner(" ");
        table.forEach((key, value) -> all.add(key));
        table.replaceAll((key, value) -> value + all.length() % 3);
        return all;
    }

    private static Object removed(Iterator<Map.Entry<String, Integer>> each, int value) {
        int count = 0;
        while (each.hasNext()) {
            Map.Entry<String, Integer> entry = each.next();
            if (entry.getValue() == value) {
                each.remove();
                count++;
            } else {
                entry.setValue(entry.getValue() + 1);
            }
        }
        return count;
    }

    private static Object cleared(java.util.Hashtable<String, Integer> table) {
        table.clear();
        return table.isEmpty();
    }

    @Test
    void nullsAndChangesDuringIterationAreRefused() {
        java.util.Hashtable<String, Integer> table = new Hashtable<>(Map.of("a", 1, "b", 2));
        assertThatThrownBy(() -> table.put("c", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> table.put(null, 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> table.get(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> table.contains(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> table.entrySet().iterator().next().setValue(null))
                .isInstanceOf(NullPointerException.class);
        Iterator<String> keys = table.keySet().iterator();
        Enumeration<String> all = table.keys();
        table.put("c", 3);
        assertThatThrownBy(keys::next).isInstanceOf(ConcurrentModificationException.class);
        assertThat(all.nextElement()).isNotNull();
        assertThatThrownBy(() -> table.computeIfAbsent("d", key -> table.put("e", 1)))
                .isInstanceOf(ConcurrentModificationException.class);
    }
}
