package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Maps, sets, queues and deques in the order of their elements. */
final class OrderScenarios {
    private static final int MILLIS = 15;

    private OrderScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Once(new ConcurrentLinkedQueue<>()));
        all.add(new Once(new ConcurrentLinkedDeque<>()));
        all.add(new BothEnds());
        all.add(new Priorities());
        all.add(new Sorted());
        all.add(new SortedSets());
    }

    /** Neighbours, ends and parts of a sorted map. */
    private static final class Sorted extends Scenario {
        private final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        private final AtomicInteger sum = new AtomicInteger();

        Sorted() {
            super("ConcurrentSkipListMap is sorted");
        }

        @Override
        void run(Part me) {
            for (int key = me.worker(); key < 60; key += me.workers()) {
                map.put(10 * key, key);
            }
            me.step();
            me.equal(
                    "keys",
                    List.of(0, 590),
                    List.of(map.firstKey(), map.lastEntry().getKey()));
            me.equal(
                    "near",
                    List.of(10, 20, 20, 20),
                    List.of(map.lowerKey(20), map.floorKey(25), map.ceilingKey(15), map.higherKey(10)));
            me.check("none", map.higherEntry(590) == null && map.lowerEntry(0) == null);
            ConcurrentNavigableMap<Integer, Integer> part = map.subMap(95, true, 130, true);
            me.equal("part", "{100=10, 110=11, 120=12, 130=13}", part.toString());
            me.equal(
                    "backwards", "[130, 120, 110, 100]", part.descendingKeySet().toString());
            me.step();
            if (me.is(1)) {
                part.put(105, -1);
                me.fails(IllegalArgumentException.class, () -> part.put(131, 0));
                part.remove(110);
                map.headMap(50).clear();
            }
            me.step();
            me.equal("part", List.of(100, 105, 120, 130), List.copyOf(part.keySet()));
            me.equal("first", 50, map.firstKey());
            me.step();
            int last = 0;
            for (int i = 0; me.worker() < 3 && i < 10; i++) {
                Map.Entry<Integer, Integer> first = map.pollFirstEntry();
                me.check("ascends", first.getKey() > last);
                last = first.getKey();
                sum.addAndGet(first.getKey());
            }
            me.step();
            int left = 0;
            for (int key : map.keySet()) {
                left += key;
            }
            me.equal("each once", 17700 - 100 - 110 + 105, sum.get() + left);
            me.fails(UnsupportedOperationException.class, () -> map.firstEntry().setValue(1));
        }
    }

    private static final class SortedSets extends Scenario {
        private final ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
        private final AtomicInteger added = new AtomicInteger();

        SortedSets() {
            super("ConcurrentSkipListSet is sorted");
        }

        @Override
        void run(Part me) {
            for (char letter = 'a'; letter <= 'z'; letter++) {
                added.addAndGet(set.add("" + letter) ? 1 : 0);
            }
            me.step();
            me.equal("different", 26, added.get());
            me.equal("part", "[x, y, z]", set.tailSet("x").toString());
            me.equal("near", "cbd", set.floor("cc") + set.lower("c") + set.higher("c"));
            me.step();
            if (me.is(1)) {
                Iterator<String> iterator = set.iterator();
                iterator.next();
                iterator.remove();
                set.descendingSet().removeIf(letter -> letter.compareTo("e") > 0);
            }
            me.step();
            me.equal("elements", "[b, c, d, e]", set.toString());
            me.step();
            if (me.worker() < 3) {
                added.addAndGet(set.pollFirst() != null ? 100 : 0);
            }
            me.step();
            me.equal("polled", 326, added.get());
            me.equal("left", Set.of("e"), set);
        }
    }

    /** All workers poll: each element comes once. */
    private static final class Once extends Scenario {
        private final Queue<Integer> queue;
        private final Queue<Integer> polled = new LinkedBlockingQueue<>();

        Once(Queue<Integer> queue) {
            super(queue.getClass().getSimpleName() + " gives each element once");
            this.queue = queue;
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 12; i++) {
                queue.add(i * me.workers() + me.worker());
            }
            int last = -1;
            for (Integer next : queue) {
                if (next % me.workers() == me.worker()) {
                    me.check("in order", next > last);
                    last = next;
                }
            }
            me.step();
            me.equal("size", 12 * me.workers(), queue.size());
            me.step();
            for (Integer next = queue.poll(); next != null; next = queue.poll()) {
                polled.add(next);
            }
            me.step();
            me.equal("all", 12 * me.workers(), polled.size());
            me.equal("different", 12 * me.workers(), new TreeSet<>(polled).size());
        }
    }

    /** The two ends of a deque, of which one blocks. */
    private static final class BothEnds extends Scenario {
        private final LinkedBlockingDeque<Integer> blocking = new LinkedBlockingDeque<>(3);
        private final ConcurrentLinkedDeque<Integer> linked = new ConcurrentLinkedDeque<>();

        BothEnds() {
            super("deques have two ends");
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> last = null;
            if (me.is(1)) {
                me.interruptible(blocking::takeLast);
                me.interruptible(() -> blocking.pollFirst(1, TimeUnit.HOURS));
                me.check("empty", me.notBefore(MILLIS, () -> blocking.pollLast(MILLIS, TimeUnit.MILLISECONDS)) == null);
                last = me.aside(blocking::takeLast);
                last.untilBlocked();
            }
            me.step();
            if (me.is(0)) {
                blocking.putFirst(1);
                me.until("taken", blocking::isEmpty);
                blocking.putFirst(2);
                blocking.addLast(3);
                blocking.push(1);
                me.fails(IllegalStateException.class, () -> {
                    blocking.addFirst(4);
                    return null;
                });
                me.check("full", !me.notBefore(MILLIS, () -> blocking.offerFirst(4, MILLIS, TimeUnit.MILLISECONDS)));
                linked.push(2);
                linked.push(1);
                linked.addLast(1);
            }
            if (me.is(1)) {
                me.equal("the only one", 1, last.result());
            }
            me.step();
            if (me.is(2)) {
                me.equal("elements", "[1, 2, 3]", blocking.toString());
                me.equal("ends", List.of(1, 3), List.of(blocking.peekFirst(), blocking.getLast()));
                List<Integer> back = new ArrayList<>();
                blocking.descendingIterator().forEachRemaining(back::add);
                me.equal("backwards", List.of(3, 2, 1), back);
                me.check("the last", linked.removeLastOccurrence(1));
                me.equal("elements", "[1, 2]", linked.toString());
            }
            me.step();
            if (me.is(1)) {
                me.equal("last", 3, blocking.pollLast());
                me.equal("first", 1, blocking.pop());
                me.equal("last", 2, linked.pollLast());
            }
            me.step();
            me.equal("elements", "[2][1]", blocking + "" + linked);
        }
    }

    /** What has the highest priority comes first, whoever has put it. */
    private static final class Priorities extends Scenario {
        private final PriorityBlockingQueue<Integer> queue =
                new PriorityBlockingQueue<>(4, (left, right) -> Integer.compare(right, left));

        Priorities() {
            super("PriorityBlockingQueue orders");
        }

        @Override
        void run(Part me) throws Exception {
            for (int i = 0; i < 20; i++) {
                queue.put((i * 37 + me.worker() * 11) % 100);
            }
            me.step();
            if (me.is(2)) {
                int before = 100;
                for (int i = 0; i < 20 * me.workers(); i++) {
                    int next = queue.take();
                    me.check("descends", next <= before);
                    before = next;
                }
            }
            me.step();
            me.check("empty", queue.peek() == null);
        }
    }
}
