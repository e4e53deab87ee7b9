package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys whose comparison with others puts entries into the map that compares them. */
class ChangingKeysTest {
    private static final int FEW = 30;

    /** While {@code putsInto} is not null, a comparison with another key puts an entry for that key. */
    private static final class Key {
        final int number;
        Map<Key, String> putsInto;

        Key(int number, Map<Key, String> putsInto) {
            this.number = number;
            this.putsInto = putsInto;
        }

        private void meet(Key other) {
            if (putsInto != null && other.number < FEW && other.number != number) {
                putsInto.put(new Key(1_000 * number + other.number, null), "met");
            }
        }

        static int compare(Key one, Key other) {
            one.meet(other);
            other.meet(one);
            return Integer.compare(one.number, other.number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && compare(this, key) == 0;
        }

        @Override
        public int hashCode() {
            return number % 7;
        }
    }

    static Stream<Map<Key, String>> maps() {
        return Stream.of(
                new HashMap<>(),
                new LinkedHashMap<>(),
                new ConcurrentHashMap<>(),
                new TreeMap<>((Comparator<Key>) Key::compare),
                new ConcurrentSkipListMap<>((Comparator<Key>) Key::compare));
    }

    /** The bound of growth is passed in the middle of comparisons. */
    @ParameterizedTest
    @MethodSource("maps")
    void allEntriesAreFound(Map<Key, String> map) {
        java.util.Set<Integer> numbers = new TreeSet<>();
        for (int i = 0; i < FEW; i++) {
            map.put(new Key(i, null), "of " + i);
            numbers.add(i);
        }
        for (int i = 1_000; i < 1_010; i++) {
            Key key = new Key(i, map);
            map.put(key, "of " + i);
            key.putsInto = null;
            numbers.add(i);
        }
        Key absent = new Key(999, map);
        assertThat(map.remove(absent)).isNull();
        assertThat(map.get(absent)).isNull();

        assertThat(map.size())
                .isGreaterThan(numbers.size())
                .isEqualTo(map.entrySet().stream().count());
        for (Map.Entry<Key, String> entry : map.entrySet()) {
            int number = entry.getKey().number;
            assertThat(map.get(new Key(number, null))).isNotNull();
            numbers.remove(number);
        }
        assertThat(numbers).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("maps")
    void whatARemovedKeyHasPutStays(Map<Key, String> map) {
        for (int i = 0; i < FEW; i++) {
            map.put(new Key(i, null), "of " + i);
        }
        for (int i = 0; i < FEW; i += 2) {
            Key key = new Key(i, null);
            map.remove(key);
            Key other = new Key(2_000 + i, map);
            map.remove(other);
        }
        int size = 0;
        for (Iterator<Map.Entry<Key, String>> entries = map.entrySet().iterator(); entries.hasNext(); size++) {
            int number = entries.next().getKey().number;
            assertThat(map.containsKey(new Key(number, null))).isTrue();
        }
        assertThat(size).isEqualTo(map.size());
    }

    @Test
    void aTreeGivesUpWhereEachComparisonChangesIt() {
        int[] made = {0};
        java.util.List<TreeMap<Integer, String>> maps = new ArrayList<>();
        TreeMap<Integer, String> map = new TreeMap<>((one, other) -> {
            if (one == -1) {
                maps.get(0).put(++made[0], "more");
            }
            return Integer.compare(one, other);
        });
        maps.add(map);
        map.put(0, "first");

        assertThatThrownBy(() -> map.get(-1))
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessage("each comparison of keys changes the map");
    }
}
