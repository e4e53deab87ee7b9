package jdsm.examples.programs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import jdsm.SPMD;

/** Random steps on shared collections of the JDK, by all workers in turn: its argument is the seed. */
public final class WovenCollections extends SPMD {
    private static final int STEPS = 400;

    private enum Color {
        RED,
        GREEN,
        BLUE
    }

    private record Pair(int number, Color color) {}

    /** An object with an identity. */
    private static final class Cell {
        private int value;

        private Cell(int value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "cell " + value;
        }
    }

    private final List<Object> list = new ArrayList<>();
    private final Map<Object, Object> map = new HashMap<>();
    private final Set<Object> set = new HashSet<>();
    private final Map<Integer, List<Cell>> groups = new HashMap<>();
    private final Map<Object, Object> linked = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Object> order = new LinkedHashSet<>();
    private final Deque<Object> deque = new ArrayDeque<>();
    private final LinkedList<Object> chain = new LinkedList<>();
    private final NavigableMap<Integer, Cell> sorted = new TreeMap<>();
    private final NavigableSet<String> words = new TreeSet<>();
    private final AtomicInteger counter = new AtomicInteger();
    private final AtomicReference<Object> latest = new AtomicReference<>();
    private final Cell[] cells = new Cell[8];

    @Override
    public void initialize() {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell(i);
        }
    }

    @Override
    public void start() {
        int seed = Integer.parseInt(args()[0]);
        for (int step = 0; step < STEPS; step++) {
            if (step % workers() == worker()) {
                Random random = new Random(1000L * seed + step);
                synchronized (this) {
                    report(step + " " + step(random));
                }
            }
            barrier();
        }
        if (worker() == workers() - 1) {
            report(list + " " + map.size() + " " + set.size() + " " + ordered(map.values()) + " " + groups + " "
                    + counter);
        }
    }

    /** Enum constants have other hash codes in other JVMs, so that only values have an order. */
    private Object value(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(40);
            case 1 -> "text " + random.nextInt(40);
            case 2 -> random.nextLong();
            default -> null;
        };
    }

    private Object any(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> Color.values()[random.nextInt(3)];
            case 1 -> new Pair(random.nextInt(4), Color.values()[random.nextInt(3)]);
            case 2 -> cells[random.nextInt(cells.length)];
            case 3 -> random.nextBoolean() ? Cell.class : Color.class;
            default -> value(random);
        };
    }

    private static String ordered(Collection<?> elements) {
        return elements.stream().map(String::valueOf).sorted().collect(Collectors.joining(","));
    }

    private Object step(Random random) {
        counter.addAndGet(random.nextInt(3));
        return switch (random.nextInt(9)) {
            case 0, 1 -> ofList(random);
            case 2, 3 -> ofMap(random);
            case 4 -> ofSet(random);
            case 5 -> ofLinked(random);
            case 6 -> ofDeque(random);
            case 7 -> ofTree(random);
            default -> ofGroups(random);
        };
    }

    private Object ofList(Random random) {
        int place = random.nextInt(list.size() + 1);
        boolean last = place == list.size();
        Object value = any(random);
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> list.add(value);
            case 3 -> list.add(place, value);
            case 4 -> list.addAll(place, List.of(1, "two", cells[0]));
            case 5 -> list.remove(value);
            case 6 -> latest.set(last ? null : list.remove(place));
            case 7 -> latest.set(last ? null : list.set(place, value));
            case 8 -> list.removeIf(element -> element instanceof Color);
            case 9 -> list.subList(place / 2, place).clear();
            case 10 -> list.sort(Comparator.comparing(String::valueOf));
            case 11 -> Collections.reverse(list);
            case 12 -> list.replaceAll(element -> element instanceof Integer number ? number + 1 : element);
            case 13 -> {
                for (ListIterator<Object> each = list.listIterator(place); each.hasPrevious(); ) {
                    if (each.previous() instanceof Cell) {
                        each.set("was a cell");
                    }
                }
            }
            case 14 -> list.retainAll(new HashSet<>(list.subList(0, place)));
            default -> Collections.rotate(list, place);
        }
        return list + " " + list.indexOf(value) + " " + latest.get();
    }

    private Object ofMap(Random random) {
        Object key = any(random);
        Object value = value(random);
        Object result = switch (random.nextInt(13)) {
            case 0, 1, 2 -> map.put(key, value);
            case 3 -> map.putIfAbsent(key, value);
            case 4 -> map.remove(key);
            case 5 -> map.computeIfAbsent(key, any -> value);
            case 6 -> map.computeIfPresent(key, (any, old) -> value);
            case 7 -> map.merge(key, 1, (old, one) -> old instanceof Integer number ? number + 1 : null);
            case 8 -> map.keySet().removeIf(each -> each instanceof Pair pair && pair.number() == 1);
            case 9 -> map.values().remove(value);
            case 10 -> {
                int count = 0;
                for (Iterator<Map.Entry<Object, Object>> each = map.entrySet().iterator(); each.hasNext(); ) {
                    Map.Entry<Object, Object> entry = each.next();
                    if (entry.getValue() == null) {
                        each.remove();
                        count++;
                    } else if (entry.getKey() instanceof Color) {
                        entry.setValue("color");
                    }
                }
                yield count;
            }
            case 11 -> map.containsKey(key) + " " + map.containsValue(value);
            default -> map.getOrDefault(key, "none");
        };
        return result + " " + map.size() + " " + Objects.hash(ordered(map.values())) + " " + map.get(key);
    }

    private Object ofSet(Random random) {
        Object element = any(random);
        boolean changed = switch (random.nextInt(5)) {
            case 0, 1 -> set.add(element);
            case 2 -> set.remove(element);
            case 3 -> set.addAll(list);
            default -> set.removeAll(map.keySet());
        };
        return changed + " " + set.size() + " " + set.contains(element) + " " + ordered(set);
    }

    private Object ofLinked(Random random) {
        Object key = any(random);
        Object result = switch (random.nextInt(6)) {
            case 0, 1 -> linked.put(key, random.nextInt(9));
            case 2 -> linked.get(key);
            case 3 -> linked.remove(key);
            case 4 -> order.add(key);
            default -> order.removeIf(element -> element instanceof Class);
        };
        return result + " " + linked + order;
    }

    private Object ofDeque(Random random) {
        Object element = cells[random.nextInt(cells.length)];
        switch (random.nextInt(9)) {
            case 0, 1 -> deque.offerFirst(element);
            case 2 -> deque.addLast(random.nextInt(9));
            case 3 -> deque.pollLast();
            case 4 -> deque.removeIf(each -> each == element);
            case 5 -> chain.add(chain.size() / 2, element);
            case 6 -> chain.addFirst(random.nextInt(9));
            case 7 -> chain.removeLastOccurrence(element);
            default -> chain.poll();
        }
        return deque + " " + chain + chain.indexOf(element);
    }

    private Object ofTree(Random random) {
        int key = random.nextInt(60);
        Cell cell = cells[random.nextInt(cells.length)];
        Object result = switch (random.nextInt(9)) {
            case 0, 1, 2 -> sorted.put(key, cell);
            case 3 -> sorted.remove(key);
            case 4 -> sorted.headMap(key, true).lastEntry();
            case 5 -> sorted.subMap(key / 2, key).values().removeIf(each -> each == cell);
            case 6 -> words.add("w" + key);
            case 7 -> words.descendingSet().pollFirst();
            default -> words.tailSet("w" + key).size() + " " + sorted.ceilingKey(key);
        };
        return result + " " + sorted + sorted.descendingMap() + words;
    }

    private Object ofGroups(Random random) {
        Cell cell = new Cell(random.nextInt(100));
        List<Cell> group = groups.computeIfAbsent(random.nextInt(5), number -> new ArrayList<>());
        if (random.nextInt(3) == 0 && !group.isEmpty()) {
            group.remove(0).value++;
        } else {
            group.add(cell);
            group.get(0).value += 1;
        }
        latest.compareAndSet(null, cell);
        return groups;
    }
}
