package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Look-ups without the monitor see each change that has ended. */
@Timeout(60)
class PartCopyTest {
    private static final int MANY = 2 * Part.READS;

    private static Object change(
            java.util.concurrent.ConcurrentHashMap<Integer, String> map, int kind, int key, String value) {
        return switch (kind) {
            case 0 -> map.put(key, value);
            case 1 -> map.putIfAbsent(key, value);
            case 2 -> map.remove(key);
            case 3 -> map.remove(key, value);
            case 4 -> map.replace(key, value);
            case 5 -> map.replace(key, "v1", value);
            case 6 -> map.computeIfAbsent(key, any -> value);
            case 7 -> map.compute(key, (any, old) -> value.equals(old) ? null : value);
            case 8 -> map.merge(key, value, (old, given) -> old.length() > 6 ? null : old + given);
            case 9 -> map.values().removeIf(value::equals);
            case 10 -> {
                map.entrySet().forEach(entry -> entry.setValue(value));
                yield map.size();
            }
            case 11 -> {
                map.putAll(Map.of(key, value, key + 1, value));
                yield null;
            }
            default -> {
                map.replaceAll((any, old) -> value);
                if (key == 0) {
                    map.clear();
                }
                yield null;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void eachReadIsOfTheLastChange(int seed) {
        Random random = new Random(seed);
        var map = new ConcurrentHashMap<Integer, String>();
        var expected = new java.util.concurrent.ConcurrentHashMap<Integer, String>();
        int keys = 1 + random.nextInt(200);
        for (int step = 0; step < 2000; step++) {
            int reads = random.nextInt(3) == 0 ? MANY : random.nextInt(3);
            for (int i = 0; i < reads; i++) {
                int key = random.nextInt(keys + 10) - 5;
                assertThat(map.get(key)).as("seed %d, step %d", seed, step).isEqualTo(expected.get(key));
            }
            int kind = random.nextInt(13);
            int key = random.nextInt(keys);
            String value = "v" + random.nextInt(3);
            assertThat(change(map, kind, key, value))
                    .as("seed %d, step %d, change %d", seed, step, kind)
                    .isEqualTo(change(expected, kind, key, value));
        }
        assertThat(map).isEqualTo(expected);
    }

    @Test
    void aPartThatIsReadHasACopyUntilItsNextChange() {
        Part<Integer, String> part = new Part<>();
        for (int key = 0; key < 100; key++) {
            part.put(Node.hashOf(key << 5), key << 5, "v" + key, false); // the keys collide
        }
        for (int i = 0; i < MANY; i++) {
            assertThat(part.read(Node.hashOf(3 << 5), 3 << 5)).isEqualTo("v3");
        }
        PartCopy<Integer, String> copy = part.copy();
        for (int key = 0; key < 100; key++) {
            assertThat(copy.get(Node.hashOf(key << 5), key << 5)).isEqualTo("v" + key);
            assertThat(copy.get(Node.hashOf(key * 32 + 1), key * 32 + 1)).isNull();
        }

        part.changes(1, 0);

        assertThat(part.copy()).isNull();
        assertThat(copy.get(0, 0)).as("the copy itself stays").isEqualTo("v0");
    }

    @Test
    void anEmptyPartHasACopyToo() {
        Part<String, String> part = new Part<>();
        for (int i = 0; i < MANY; i++) {
            assertThat(part.read(Node.hashOf("a"), "a")).isNull();
        }
        assertThat(part.copy().get(Node.hashOf("a"), "a")).isNull();
    }

    @Test
    void aFunctionThatReadsThePartLeavesNoCopyFromBeforeItsChange() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 1);
        map.compute(1, (key, value) -> {
            int sum = 0;
            for (int i = 0; i < MANY; i++) {
                sum += map.get(1);
            }
            return sum;
        });
        assertThat(map.get(1)).isEqualTo(MANY);
        assertThat(map.get(1)).isEqualTo(MANY);
    }

    /** A key that looks another one up whenever it is compared. */
    private record Nosy(int number, ConcurrentHashMap<Object, Integer> map) {
        @Override
        public boolean equals(Object other) {
            for (int i = 0; i < MANY; i++) {
                map.get("other");
            }
            return other instanceof Nosy nosy && nosy.number == number;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    @Test
    void aKeyThatReadsThePartLeavesNoCopyFromBeforeTheChange() {
        ConcurrentHashMap<Object, Integer> map = new ConcurrentHashMap<>();
        map.put(new Nosy(1, map), 1);
        map.put(new Nosy(2, map), 2);
        map.put(new Nosy(1, map), 3);
        assertThat(map.get(new Nosy(1, map))).isEqualTo(3);
        assertThat(map.remove(new Nosy(1, map))).isEqualTo(3);
        assertThat(map.get(new Nosy(1, map))).isNull();
    }

    @Test
    void readersNeverSeeAnOldValueAgain() throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        AtomicBoolean ended = new AtomicBoolean();
        List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread reader = new Thread(() -> {
                int last = 0;
                while (!ended.get()) {
                    Integer second = map.get(2);
                    Integer first = map.get(1);
                    if (second != null && (first == null || first < second || second < last)) {
                        wrong.add(last + " " + first + " " + second);
                    }
                    last = second == null ? 0 : second;
                }
            });
            readers.add(reader);
            reader.start();
        }
        for (int value = 1; value <= 20_000; value++) {
            map.put(1, value);
            map.put(2, value);
            assertThat(map.get(2)).isEqualTo(value);
        }
        ended.set(true);
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(wrong).isEmpty();
    }
}
