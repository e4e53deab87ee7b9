package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Maps, sets and lists for concurrent use. */
final class MapScenarios {
    private MapScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Atomicity(new ConcurrentHashMap<>()));
        all.add(new Atomicity(new ConcurrentSkipListMap<>()));
        all.add(new FunctionOnce());
        all.add(new Iteration(new ConcurrentHashMap<>()));
        all.add(new Iteration(new ConcurrentSkipListMap<>()));
        all.add(new RemovedIfUnchanged(new ConcurrentHashMap<>(), true));
        all.add(new RemovedIfUnchanged(new ConcurrentHashMap<>(), false));
        all.add(new RemovedIfUnchanged(new ConcurrentSkipListMap<>(), true));
        all.add(new RemovedIfUnchanged(new ConcurrentSkipListMap<>(), false));
        all.add(new BulkOperations());
        all.add(new Copies());
        all.add(new CopyOnWrite());
    }

    private static String of(Object map) {
        return map.getClass().getSimpleName();
    }

    /** Of several workers that do the same, one does it. */
    private static final class Atomicity extends Scenario {
        private static final int KEYS = 12;
        private final ConcurrentMap<Integer, Integer> map;
        private final AtomicInteger wins = new AtomicInteger();

        Atomicity(ConcurrentMap<Integer, Integer> map) {
            super(of(map) + " is atomic");
            this.map = map;
        }

        @Override
        void run(Part me) {
            for (int key = 0; key < KEYS; key++) {
                wins.addAndGet(map.putIfAbsent(key, 0) == null ? 1 : 0);
            }
            me.step();
            me.equal("puts", KEYS, wins.get());
            for (int i = 0; i < 3 * KEYS; i++) {
                int key = (i + 5 * me.worker()) % KEYS;
                switch (i % 4) {
                    case 0 -> map.merge(key, 1, Integer::sum);
                    case 1 -> map.compute(key, (k, value) -> value + 1);
                    case 2 -> map.computeIfPresent(key, (k, value) -> value + 1);
                    default -> {
                        Integer before = map.get(key);
                        while (!map.replace(key, before, before + 1)) {
                            before = map.get(key);
                        }
                    }
                }
            }
            me.step();
            int sum = 0;
            for (int value : map.values()) {
                sum += value;
            }
            me.equal("sum", 3 * KEYS * me.workers(), sum);
            me.step();
            for (int key = 0; key < KEYS; key++) {
                boolean mine = key % 2 == 0 ? map.remove(key) != null : map.remove(key, map.getOrDefault(key, -1));
                wins.addAndGet(mine ? 1 : 0);
            }
            me.step();
            me.equal("removals", 2 * KEYS, wins.get());
            me.check("empty", map.isEmpty() && map.replace(1, 1) == null && map.getOrDefault(1, 5) == 5);
            me.fails(NullPointerException.class, () -> map.get(null));
            me.fails(NullPointerException.class, () -> map.put(1, null));
            me.fails(NullPointerException.class, () -> map.putIfAbsent(null, 1));
            me.fails(NullPointerException.class, () -> map.replace(1, null, 1));
            me.check("null is not", !map.remove(1, null));
        }
    }

    /** The JDK's hash map calls a function once for a key, also if several workers ask at once. */
    private static final class FunctionOnce extends Scenario {
        private static final int KEYS = 40;
        private final ConcurrentHashMap<Integer, List<Integer>> map = new ConcurrentHashMap<>();
        private final AtomicInteger calls = new AtomicInteger();

        FunctionOnce() {
            super("ConcurrentHashMap calls a function once");
        }

        @Override
        void run(Part me) {
            for (int key = 0; key < KEYS; key++) {
                List<Integer> list = map.computeIfAbsent(key, k -> {
                    calls.incrementAndGet();
                    return new ArrayList<>();
                });
                synchronized (list) {
                    list.add(me.worker());
                }
            }
            me.step();
            me.equal("calls", KEYS, calls.get());
            for (List<Integer> list : map.values()) {
                synchronized (list) {
                    me.equal("all in one list", me.workers(), list.size());
                }
            }
            me.step();
            if (me.is(1)) {
                me.fails(
                        UnsupportedOperationException.class,
                        () -> map.computeIfAbsent(-1, key -> {
                            throw new UnsupportedOperationException();
                        }));
                me.check("no value", map.computeIfAbsent(-1, key -> null) == null);
                me.check("removes", map.compute(0, (key, list) -> null) == null);
                me.check("removes", map.computeIfPresent(1, (key, list) -> null) == null);
                me.check("removes", map.merge(2, List.of(), (left, right) -> null) == null);
                me.check("is not there", map.computeIfPresent(0, (key, list) -> List.of()) == null);
            }
            me.step();
            me.check("keys", map.size() == KEYS - 3 && !map.containsKey(-1) && !map.containsKey(2));
        }
    }

    /** Iterators never fail, and meet what stays in the map once. */
    private static final class Iteration extends Scenario {
        private final ConcurrentMap<Integer, String> map;

        Iteration(ConcurrentMap<Integer, String> map) {
            super(of(map) + " changes under an iterator");
            this.map = map;
        }

        @Override
        void run(Part me) {
            for (int key = me.worker(); key < 60; key += me.workers()) {
                map.put(key, "of " + me.worker());
            }
            me.step();
            Iterator<Map.Entry<Integer, String>> entries = map.entrySet().iterator();
            List<Integer> seen = new ArrayList<>();
            if (me.is(1)) {
                seen.add(entries.next().getKey());
            }
            me.step();
            if (me.is(2)) {
                map.keySet().removeIf(key -> key % 3 == 0);
                map.put(100, "new");
                map.replaceAll((key, value) -> key == 1 ? "changed" : value);
            }
            me.step();
            if (me.is(1)) {
                String last = "";
                while (entries.hasNext()) {
                    Map.Entry<Integer, String> entry = entries.next();
                    seen.add(entry.getKey());
                    last = entry.getValue();
                }
                me.fails(NoSuchElementException.class, entries::next);
                me.equal("none twice", seen.size(), new TreeSet<>(seen).size());
                for (int key = 0; key < 60; key++) {
                    me.check("what stayed", key % 3 == 0 || seen.contains(key));
                }
                entries.remove();
                me.fails(IllegalStateException.class, () -> {
                    entries.remove();
                    return null;
                });
                me.check("removed", map.put(seen.get(seen.size() - 1), last) == null);
            }
            me.step();
            Set<Integer> keys = map.keySet();
            Collection<String> values = map.values();
            me.check("views see it", keys.contains(100) && values.contains("changed") && !keys.contains(3));
            me.check("entries, too", map.entrySet().contains(Map.entry(100, "new")));
            me.step();
            if (me.is(0)) {
                me.check("there", keys.remove(100) && !keys.remove(100) && values.remove("changed"));
                me.check(
                        "there",
                        map.entrySet().remove(Map.entry(2, "of " + 2 % me.workers())) && keys.retainAll(Set.of(4, 5)));
            }
            me.step();
            me.equal("keys", Set.of(4, 5), keys);
            me.check("equal", map.equals(Map.of(4, "of " + 4 % me.workers(), 5, "of " + 5 % me.workers())));
            me.step();
            if (me.is(2)) {
                values.clear();
            }
            me.step();
            me.check("empty", map.isEmpty() && !keys.iterator().hasNext());
        }
    }

    /** A value that another rank has changed since the predicate saw it is not removed. */
    private static final class RemovedIfUnchanged extends Scenario {
        private final ConcurrentMap<String, Integer> map;
        private final boolean byValues;
        private final CountDownLatch seen = new CountDownLatch(1);
        private final CountDownLatch changed = new CountDownLatch(1);

        RemovedIfUnchanged(ConcurrentMap<String, Integer> map, boolean byValues) {
            super(of(map) + (byValues ? " removes values" : " removes entries") + " that a predicate has seen");
            this.map = map;
            this.byValues = byValues;
        }

        private boolean test(int value) {
            try {
                seen.countDown();
                changed.await();
                return value == 0;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                map.put("count", 0);
            }
            me.step();
            if (me.is(1)) {
                Predicate<Map.Entry<String, Integer>> ofEntries = entry -> test(entry.getValue());
                Predicate<Integer> ofValues = this::test;
                me.check(
                        "nothing was removed",
                        !(byValues
                                ? map.values().removeIf(ofValues)
                                : map.entrySet().removeIf(ofEntries)));
            }
            if (me.is(2)) {
                seen.await();
                map.merge("count", 1, Integer::sum);
                changed.countDown();
            }
            me.step();
            me.equal("count", Map.of("count", 1), map);
            me.step();
            if (me.is(2)) {
                me.check(
                        "removes",
                        map.values().removeIf(value -> value == 1)
                                && !map.entrySet().removeIf(entry -> true));
            }
            me.step();
            me.check("empty", map.isEmpty());
        }
    }

    /** Bulk operations, and sets of keys. */
    private static final class BulkOperations extends Scenario {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        private final Set<Integer> set = ConcurrentHashMap.newKeySet();
        private final AtomicInteger wins = new AtomicInteger();

        BulkOperations() {
            super("ConcurrentHashMap has bulk operations");
        }

        @Override
        void run(Part me) {
            for (int i = me.worker(); i < 50; i += me.workers()) {
                map.put(i, i * i);
            }
            for (int i = 0; i < 10; i++) {
                wins.addAndGet(set.add(i) ? 1 : 0);
            }
            me.step();
            me.equal("sum of keys", 1225, map.reduceKeys(1, Integer::sum));
            me.equal("sum of values", 40425L, map.reduceValuesToLong(1, value -> value, 0, Long::sum));
            me.equal(
                    "greatest",
                    49,
                    map.reduceEntries(10, (a, b) -> a.getKey() > b.getKey() ? a : b)
                            .getKey());
            me.equal("found", 7, map.search(5, (key, value) -> value == 49 ? key : null));
            me.check("not found", map.searchValues(1, value -> value < 0 ? value : null) == null);
            AtomicInteger count = new AtomicInteger();
            map.forEach(3, (key, value) -> count.addAndGet(value == key * key ? 1 : 0));
            map.forEachKey(3, key -> key < 25 ? key : null, count::addAndGet);
            me.equal("for each", 50 + 300, count.get());
            me.check("counts", map.mappingCount() == 50 && map.containsValue(49 * 49) && map.contains(4));
            me.equal("different", 10, wins.get());
            me.step();
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                if (entry.getKey() % me.workers() == me.worker()) {
                    entry.setValue(-entry.getKey());
                }
            }
            me.check("some", set.removeIf(key -> key % me.workers() == me.worker()));
            me.step();
            me.equal("sum of values", -1225, map.reduceValues(1, Integer::sum));
            me.check("empty", set.isEmpty());
        }
    }

    /** What is read a thousand times is read from a copy, until another rank changes it. */
    private static final class Copies extends Scenario {
        private static final int KEYS = 20;
        private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

        Copies() {
            super("ConcurrentHashMap sees what others change");
        }

        @Override
        void run(Part me) {
            for (int round = 0; round < 6; round++) {
                if (me.is(round % me.workers())) {
                    for (int key = 0; key < KEYS; key++) {
                        map.put("key " + key, round * 100 + key);
                    }
                }
                me.step();
                for (int i = 0; i < 200; i++) {
                    int key = i % KEYS;
                    me.equal("value", round * 100 + key, map.get("key " + key));
                    me.equal("value", round * 100 + key, map.computeIfAbsent("key " + key, k -> -1));
                }
                me.step();
            }
            if (me.is(1)) {
                map.remove("key 3");
            }
            me.step();
            me.check("gone", !map.containsKey("key 3") && map.size() == KEYS - 1);
        }
    }

    /** An iterator has the elements of its beginning, whatever others change. */
    private static final class CopyOnWrite extends Scenario {
        private final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        private final AtomicInteger wins = new AtomicInteger();

        CopyOnWrite() {
            super("CopyOnWriteArrayList keeps what an iterator sees");
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 10; i++) {
                wins.addAndGet(list.addIfAbsent(i) ? 1 : 0);
                list.add(100 + me.worker());
            }
            me.step();
            me.equal("once", 10, wins.get());
            me.equal("size", 10 + 10 * me.workers(), list.size());
            Iterator<Integer> iterator = list.iterator();
            List<Integer> before = List.copyOf(list);
            me.step();
            if (me.is(2)) {
                me.check("some", list.removeIf(number -> number >= 100));
                list.sort(null);
                list.add(0, -1);
                me.equal("last", 9, list.set(10, 90));
                me.equal("absent", 1, list.addAllAbsent(List.of(3, 11)));
            }
            me.step();
            List<Integer> seen = new ArrayList<>();
            iterator.forEachRemaining(seen::add);
            me.equal("the elements of before", before, seen);
            me.fails(UnsupportedOperationException.class, () -> {
                iterator.remove();
                return null;
            });
            me.equal("now", List.of(-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 90, 11), list);
            me.step();
            if (me.is(1)) {
                me.check("there", list.remove((Integer) 90) && list.removeAll(List.of(-1, 11)));
                list.replaceAll(number -> number * number);
                list.subList(1, 4).clear();
            }
            me.step();
            me.equal("now", List.of(0, 16, 25, 36, 49, 64), list);
        }
    }
}
