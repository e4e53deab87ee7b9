package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs have the same results with the JDK's concurrent map and with the twin, but for the order of
 * entries.
 */
class ConcurrentMapTest {
    private static final int STEPS = 500;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void maps(int seed) {
        for (int program = 0; program < 40; program++) {
            long steps = 1000L * seed + program;
            assertThat(run(new ConcurrentHashMap<>(), new Random(steps)))
                    .as("seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.concurrent.ConcurrentHashMap<>(), new Random(steps)));
        }
    }

    private static List<String> run(java.util.concurrent.ConcurrentHashMap<Integer, String> map, Random random) {
        List<String> seen = new ArrayList<>();
        int keys = 1 + random.nextInt(80);
        for (int step = 0; step < STEPS; step++) {
            seen.add(step(map, random, random.nextInt(keys) * 7, "v" + random.nextInt(4)) + " " + new TreeMap<>(map));
        }
        seen.add(map.hashCode() + " " + map.equals(new TreeMap<>(map)) + map.equals(Map.of())
                + new TreeMap<>(map).equals(map));
        return seen;
    }

    private static Object step(
            java.util.concurrent.ConcurrentHashMap<Integer, String> map, Random random, int key, String value) {
        return switch (random.nextInt(22)) {
            case 0, 1, 2 -> map.put(key, value);
            case 3 -> map.putIfAbsent(key, value);
            case 4, 5 -> map.remove(key);
            case 6 -> map.remove(key, value);
            case 7 -> map.replace(key, value);
            case 8 -> map.replace(key, value, value + "'");
            case 9 -> map.computeIfAbsent(key, any -> value.equals("v0") ? null : value);
            case 10 -> map.computeIfPresent(key, (any, old) -> old.equals(value) ? null : old + ".");
            case 11 -> map.compute(key, (any, old) -> Objects.equals(old, value) ? null : value);
            case 12 -> map.merge(key, value, (old, given) -> old.length() > 6 ? null : old + given);
            case 13 -> map.getOrDefault(key, "none") + map.containsKey(key) + map.get(key);
            case 14 -> map.containsValue(value) + " " + map.contains(value) + map.isEmpty();
            case 15 -> map.size() + " " + map.mappingCount();
            case 16 -> {
                int count = 0;
                for (Iterator<Map.Entry<Integer, String>> each = map.entrySet().iterator(); each.hasNext(); ) {
                    Map.Entry<Integer, String> entry = each.next();
                    count += entry.getKey();
                    if (entry.getValue().equals(value)) {
                        each.remove();
                    } else if (entry.getValue().length() > 5) {
                        entry.setValue("long");
                    }
                }
                yield count;
            }
            case 17 -> map.values().removeIf(value::equals);
            case 18 ->
                map.entrySet().removeIf(entry -> entry.getKey() == key) + " "
                        + map.entrySet().contains(Map.entry(key, value));
            case 19 -> {
                map.replaceAll((any, old) -> old.length() > 4 ? old.substring(1) : old);
                yield map.reduceKeysToInt(1, number -> number, 0, Integer::sum)
                        + map.reduceValuesToLong(1, String::length, 0, Long::sum);
            }
            case 20 ->
                map.reduce(1, (any, old) -> any > 20 ? any : null, Math::max)
                        + " " + (map.search(1, (any, old) -> old.equals(value) ? "yes" : null))
                        + map.reduceKeys(1, Math::max)
                        + map.reduceValues(1, (one, other) -> one.compareTo(other) > 0 ? one : other)
                        + map.reduceToDouble(1, (any, old) -> any, 0, Double::sum);
            default -> {
                int[] sum = new int[1];
                map.forEach((any, old) -> sum[0] += any);
                map.forEachKey(Long.MAX_VALUE, any -> sum[0] += any);
                map.forEachValue(Long.MAX_VALUE, String::length, length -> sum[0] += length);
                map.forEachEntry(Long.MAX_VALUE, entry -> sum[0] += entry.getKey());
                for (String each : map.values().toArray(new String[0])) {
                    sum[0] += each.length();
                }
                yield sum[0];
            }
        };
    }

    @Test
    void keysAreASet() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2, "c", 3));
        Set<String> keys = map.keyView();
        assertThat(keys).containsExactlyInAnyOrder("a", "b", "c").hasSize(3).contains("a");
        assertThat(keys.removeIf("b"::equals)).isTrue();
        assertThat(keys.remove("a")).isTrue();
        assertThat(map).hasToString("{c=3}");
        assertThat(keys.stream().toList()).containsExactly("c");
        assertThat(ConcurrentHashMap.keySet(new java.util.concurrent.ConcurrentHashMap<>(Map.of(1, 2))))
                .containsExactly(1);
        Set<String> own = ConcurrentHashMap.newKeys();
        assertThat(own.add("x")).isTrue();
        assertThat(own.add("x")).isFalse();
        assertThat(own).containsExactly("x").isEqualTo(Set.of("x"));
    }

    @Test
    void nullsAreRefused() {
        ConcurrentMap<String, String> map = new ConcurrentHashMap<>();
        assertThatThrownBy(() -> map.put(null, "")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.put("", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.get(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new ConcurrentHashMap<>(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void updatesOfSeveralThreadsAreAtomic() throws InterruptedException {
        ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int j = 0; j < 2000; j++) {
                    map.merge(j % 10, 1, Integer::sum);
                    map.entrySet().forEach(entry -> assertThat(entry.getValue()).isPositive());
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(map.values()).hasSize(10).containsOnly(800);
    }

    /** Threads that fill ranges, and others at random, while the map divides its parts. */
    @Test
    void partsAreDividedWhileThreadsUseThem() throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        int each = 8_000;
        List<Thread> threads = new ArrayList<>();
        List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < 4; thread++) {
            int from = thread * 1_000_003;
            int number = thread;
            threads.add(new Thread(() -> {
                Random random = new Random(number);
                for (int i = 0; i < each; i++) {
                    map.put(from + i, i);
                    map.merge(-1 - random.nextInt(each), 1, Integer::sum);
                    int before = random.nextInt(i + 1);
                    if (!Integer.valueOf(before).equals(map.get(from + before))) {
                        wrong.add(from + before + " is not there");
                    }
                    if (i % 1_000 == 0 && map.size() < i) {
                        wrong.add("size " + map.size());
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(wrong).isEmpty();
        int sum = 0;
        int ofRanges = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += entry.getKey() < 0 ? entry.getValue() : 0;
            ofRanges += entry.getKey() < 0 ? 0 : 1;
        }
        assertThat(sum).isEqualTo(4 * each);
        assertThat(ofRanges).isEqualTo(4 * each);
        assertThat(map.size()).isEqualTo(map.keyView().size());
        map.clear();
        assertThat(map.isEmpty()).isTrue();
    }

    @Test
    void keysOfEqualAndOfExtremeHashCodes() {
        record Key(int number, int hash) {
            @Override
            public int hashCode() {
                return hash;
            }
        }
        ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>();
        int[] hashes = {7, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 0};
        for (int i = 0; i < 500; i++) {
            map.put(new Key(i, i < 100 ? hashes[0] : hashes[i % hashes.length]), i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(map.get(new Key(i, i < 100 ? hashes[0] : hashes[i % hashes.length])))
                    .isEqualTo(i);
        }
        assertThat(map).hasSize(500);
    }

    /** A function that is called for a key may use the map; the part of the key is not divided under it. */
    @Test
    void aFunctionThatPutsOtherKeysKeepsAll() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 8; i++) {
            map.put(1 << 20 | i, i);
        }
        for (int i = 0; i < 8; i++) {
            map.put(i, i);
        }
        map.compute(3, (key, value) -> {
            for (int i = 1 << 20; i < (1 << 20) + 5_000; i++) {
                map.put(i, -i);
            }
            return -3;
        });

        assertThat(map.get(3)).isEqualTo(-3);
        assertThat(map).hasSize(8 + 5_000);
        for (int i = 1 << 20; i < (1 << 20) + 5_000; i++) {
            assertThat(map.get(i)).isEqualTo(-i);
        }
    }

    @Test
    void aFunctionThatChangesItsOwnKeyIsRefused() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        assertThatThrownBy(() -> map.computeIfAbsent(1, key -> map.put(1, 2) == null ? 3 : 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Recursive update");
        map.put(2, 2);
        assertThatThrownBy(() -> map.merge(2, 5, (one, other) -> map.remove(2)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(map.computeIfAbsent(3, key -> map.computeIfAbsent(4, other -> 40) - 10))
                .isEqualTo(30);
        assertThat(map).containsEntry(4, 40).containsEntry(3, 30);
    }

    /** The sizes of the parts that have come out of one, in the order of their hash codes. */
    private static List<Integer> sizes(Part<?, ?> whole) {
        List<Integer> sizes = new ArrayList<>();
        for (long hash = Integer.MIN_VALUE; hash <= Integer.MAX_VALUE; ) {
            Part<?, ?> part = whole.of((int) hash);
            sizes.add(part.size);
            assertThat((long) part.last).isGreaterThanOrEqualTo(hash);
            hash = (long) part.last + 1;
        }
        return sizes;
    }

    private static void put(Part<Integer, Integer> whole, PartCount count, int rank, int key) {
        Part<Integer, Integer> part = whole.of(Node.hashOf(key));
        part.changedBy(rank, Node.hashOf(key));
        part.put(Node.hashOf(key), key, -key, false);
        part.changed(count);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -50_000, 1 << 20, Integer.MAX_VALUE - 100_000, Integer.MIN_VALUE})
    void numbersInARowAreDividedBySize(int from) {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        for (int i = 0; i < 100_000; i++) {
            put(whole, count, 7, from + i);
        }

        List<Integer> sizes = sizes(whole);
        assertThat(sizes).hasSize(count.count()).allMatch(size -> size <= Part.LARGE + 1);
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(100_000);
        for (int i = 0; i < 100_000; i++) {
            assertThat(whole.of(Node.hashOf(from + i)).get(Node.hashOf(from + i), from + i))
                    .isEqualTo(-(from + i));
        }
    }

    @Test
    void aPartThatRanksChangeInTurnIsDividedUntilTheirRangesAreApart() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        for (int i = 0; i < 100; i++) {
            put(whole, count, 7, i);
        }
        assertThat(whole.isDivided()).isFalse();

        for (int i = 0; i < 20; i++) {
            put(whole, count, 7, 100 + i);
            put(whole, count, 8, 500_000 + i);
        }

        assertThat(whole.isDivided()).isTrue();
        assertThat(whole.of(0)).isSameAs(whole.of(119)).isNotSameAs(whole.of(500_000));
        assertThat(whole.of(500_000)).isSameAs(whole.of(500_019));
    }

    @Test
    void keysOfOneHashCodeAreNotDivided() {
        record Key(int number) {
            @Override
            public int hashCode() {
                return 42;
            }
        }
        Part<Key, Integer> part = new Part<>();
        PartCount count = new PartCount();
        for (int i = 0; i < 100; i++) {
            part.changedBy(i % 2, 42);
            part.put(42, new Key(i), i, false);
            part.changed(count);
        }
        assertThat(part.isDivided()).isFalse();
        assertThat(count.count()).isOne();
    }

    @Test
    void aSmallMapStaysOnePart() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        for (int round = 0; round < 100; round++) {
            for (int key = 0; key < Part.SMALL; key++) {
                put(whole, count, key / (Part.SMALL / 2), key);
            }
        }
        assertThat(count.count()).isOne();
    }

    @Test
    void fewRandomKeysThatAreChangedOftenStayInOnePart() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        Random random = new Random(1);
        int[] keys = random.ints(Part.MIXED).toArray();
        for (int i = 0; i < 1_000_000; i++) {
            put(whole, count, i / 3 % 2, keys[random.nextInt(keys.length)]);
        }
        assertThat(count.count()).isOne();
    }

    @Test
    void manyRandomKeysThatRanksChangeInTurnAreDivided() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        Random random = new Random(1);
        for (int i = 0; i <= Part.MIXED; i++) {
            put(whole, count, i % 3, random.nextInt());
        }
        assertThat(count.count()).isEqualTo(16);

        for (int i = 0; i < 1_000_000; i++) {
            put(whole, count, i % 3, random.nextInt());
        }
        assertThat(count.count()).isBetween(PartCount.MOST_FOR_RANKS / 2, PartCount.MOST_FOR_RANKS);
        assertThat(sizes(whole)).hasSize(count.count());
    }

    @Test
    void randomKeysOfOneRankAreDividedBySizeAlone() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        Random random = new Random(1);
        for (int i = 0; i < Part.LARGE; i++) {
            put(whole, count, 7, random.nextInt());
        }
        assertThat(count.count()).isOne();

        for (int i = 0; i < 1_000_000; i++) {
            put(whole, count, 7, random.nextInt());
        }
        assertThat(count.count()).isBetween(200, PartCount.MOST);
        assertThat(sizes(whole)).hasSize(count.count());
    }

    @Test
    void rangesAreFoundThoughOneRankHasFilledTheMap() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        for (int i = 0; i < 1000; i++) {
            put(whole, count, 1, i);
        }
        for (int i = 0; i < 200; i++) {
            put(whole, count, 1 + i % 4, 250 * (i % 4) + i);
        }

        assertThat(whole.isDivided()).isTrue();
        for (int i = 0; i < 1000; i++) {
            assertThat(whole.of(i).get(i, i)).isEqualTo(-i);
        }
    }

    /** A key that does something whenever it is compared. */
    private record Busy(int number, Runnable whenCompared) {
        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            whenCompared.run();
            return other instanceof Busy busy && busy.number == number;
        }
    }

    @Test
    void aPartIsNotDividedWhileAKeyIsCompared() {
        ConcurrentHashMap<Object, Integer> map = new ConcurrentHashMap<>();
        Runnable nothing = () -> {};
        for (int i = 0; i < Part.LARGE; i++) {
            map.put(new Busy(i, nothing), i);
        }
        Runnable puts = () -> map.put(new Busy(100_000 + map.size(), nothing), 7);

        assertThat(map.get(new Busy(5, puts))).isEqualTo(5);
        assertThat(map.put(new Busy(6, puts), 60)).isEqualTo(6);
        assertThat(map.get(new Busy(6, nothing))).isEqualTo(60);
        assertThat(map.replace(new Busy(7, puts), 70)).isEqualTo(7);
        assertThat(map.remove(new Busy(8, puts))).isEqualTo(8);
        assertThat(map).hasSize(Part.LARGE + 4 - 1).doesNotContainKey(new Busy(8, nothing));
    }

    @Test
    void aPartThatIsTooManyForItsSizeIsStillDividedForRanks() {
        Part<Integer, Integer> whole = new Part<>();
        PartCount count = new PartCount();
        assertThat(count.mayAdd(PartCount.MOST - 5, PartCount.MOST)).isTrue();
        for (int i = 0; i < Part.LARGE + 100; i++) {
            put(whole, count, 1, i * 1_000_003);
        }
        assertThat(whole.isDivided()).isFalse();
        for (int i = 0; i < 200; i++) {
            put(whole, count, 1 + i % 2, i * 1_000_003);
        }
        assertThat(whole.isDivided()).isTrue();
    }
}
