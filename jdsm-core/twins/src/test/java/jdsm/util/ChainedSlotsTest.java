package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ChainedSlotsTest {
    /** A key whose hash code is chosen; {@code equals} may do something. */
    private record Key(int number, int hash, Runnable whenCompared) {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            whenCompared.run();
            return other instanceof Key key && key.number == number;
        }
    }

    private static Key key(int number, int hash) {
        return new Key(number, hash, () -> {});
    }

    private static <K> List<K> keys(ChainedSlots<K, ?> table) {
        List<K> keys = new ArrayList<>();
        for (int slot = table.first(); slot >= 0; slot = table.after(slot)) {
            keys.add(table.key(slot));
        }
        return keys;
    }

    /** Few hash codes, hash codes at the end of the table, and any. */
    private static int hash(Random random, int kind, int number) {
        Random ofKey = new Random(number * 31L + kind);
        return switch (kind) {
            case 0 -> ofKey.nextInt(3);
            case 1 -> -1 - ofKey.nextInt(4);
            case 2 -> ofKey.nextInt(40) << 4;
            default -> ofKey.nextInt();
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void randomChangesAreThoseOfAMap(int kind) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            ChainedSlots<Key, Integer> table = new ChainedSlots<>();
            Map<Key, Integer> expected = new HashMap<>();
            int numbers = 1 + random.nextInt(300);
            for (int step = 0; step < 3_000; step++) {
                int number = random.nextInt(numbers);
                int hash = hash(random, kind, number);
                Key key = key(number, hash);
                int value = random.nextInt(5);
                switch (random.nextInt(9)) {
                    case 0, 1, 2 ->
                        assertThat(table.put(hash, key, value, false)).isEqualTo(expected.put(key, value));
                    case 3 -> assertThat(table.put(hash, key, value, true)).isEqualTo(expected.putIfAbsent(key, value));
                    case 4 -> assertThat(table.remove(hash, key)).isEqualTo(expected.remove(key));
                    case 5 ->
                        assertThat(table.remove(hash, key, (Object) value)).isEqualTo(expected.remove(key, value));
                    case 6 -> assertThat(table.replace(hash, key, value)).isEqualTo(expected.replace(key, value));
                    case 7 ->
                        assertThat(table.replace(hash, key, (Object) 1, value))
                                .isEqualTo(expected.replace(key, 1, value));
                    default -> assertThat(table.get(hash, key)).isEqualTo(expected.get(key));
                }
                if (random.nextInt(2_000) == 0) {
                    table.clear();
                    expected.clear();
                }
                assertThat(table.size)
                        .as("kind %d, seed %d, step %d", kind, seed, step)
                        .isEqualTo(expected.size());
            }
            assertThat(keys(table)).containsExactlyInAnyOrderElementsOf(expected.keySet());
            PartCopy<Key, Integer> copy = table.copied();
            expected.forEach((key, value) -> assertThat(copy.get(key.hash, key)).isEqualTo(value));
            assertThat(copy.get(7, key(-1, 7))).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 11, 12, 13, 100, 1_000})
    void entriesOfDifferentPlacesHaveTheOrderOfTheJdk(int count) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            ChainedSlots<Integer, Integer> table = new ChainedSlots<>();
            var expected = new java.util.concurrent.ConcurrentHashMap<Integer, Integer>();
            while (expected.size() < count) {
                int key = random.nextInt(1 << random.nextInt(1, 31));
                int hash = Node.hashOf(key);
                assertThat(table.put(hash, key, key, false)).isEqualTo(expected.put(key, key));
            }
            int places = 16;
            while (count >= places / 4 * 3) {
                places *= 2;
            }
            int mask = places - 1;
            assertThat(keys(table).stream().map(key -> Node.hashOf(key) & mask))
                    .containsExactlyElementsOf(expected.keySet().stream()
                            .map(key -> Node.hashOf(key) & mask)
                            .toList());
        }
    }

    @Test
    void aChainMakesASmallTableGrowAsTheJdks() {
        ChainedSlots<Integer, Integer> table = new ChainedSlots<>();
        var expected = new java.util.concurrent.ConcurrentHashMap<Integer, Integer>();
        for (int i = 9; i >= 0; i--) {
            table.put(16 * i, 16 * i, i, false);
            expected.put(16 * i, i);
        }
        assertThat(keys(table).stream().map(key -> key & 127))
                .containsExactlyElementsOf(
                        expected.keySet().stream().map(key -> key & 127).toList());
    }

    @Test
    void equalsMayAddAndRemoveEntriesOfTheChain() {
        ChainedSlots<Key, Integer> table = new ChainedSlots<>();
        for (int i = 0; i < 5; i++) {
            table.put(2, key(i, 2), i, false);
        }
        int[] left = {3};
        Key curious = new Key(4, 2, () -> {
            if (left[0]-- > 0) {
                for (int i = 0; i < 20; i++) {
                    table.put(left[0], key(100 * left[0] + 200 + i, left[0]), i, false);
                }
                table.remove(2, key(left[0], 2));
            }
        });

        assertThat(table.put(2, curious, 44, false)).isEqualTo(4);
        assertThat(table.get(2, key(4, 2))).isEqualTo(44);
        assertThat(table.get(2, key(3, 2))).isEqualTo(3);
        assertThat(table.size).isEqualTo(2 + 60);
    }

    @Test
    void equalsThatAddsAnEntryAtEachCallEnds() {
        ChainedSlots<Key, Integer> table = new ChainedSlots<>();
        table.put(2, key(0, 2), 0, false);
        int[] number = {1};
        Key busy = new Key(-1, 2, () -> {
            if (number[0] < 100) {
                int next = number[0]++;
                table.put(next + 100, key(next, next + 100), next, false);
            }
        });
        assertThat(table.find(2, busy)).isNegative();
        assertThat(table.size).isEqualTo(2);
    }

    @Test
    void slotsOfRemovedEntriesAreUsedAgain() {
        ChainedSlots<Key, Integer> table = new ChainedSlots<>();
        for (int i = 0; i < 100_000; i++) {
            table.put(i, key(i, i), i, false);
            if (i >= 10) {
                assertThat(table.remove(i - 10, key(i - 10, i - 10))).isEqualTo(i - 10);
            }
        }
        assertThat(table.size).isEqualTo(10);
        assertThat(table.find(99_999, key(99_999, 99_999))).isLessThan(16);
    }
}
