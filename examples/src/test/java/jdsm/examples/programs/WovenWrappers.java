package jdsm.examples.programs;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import jdsm.SPMD;

/**
 * Enum sets, synchronized and checked wrappers, the reverse order, and method handles of fields. Each line that it reports
 * needs what all workers did.
 */
public final class WovenWrappers extends SPMD {
    private static final int TURNS = 40;

    private static final class Cell {
        private int value;
        private volatile int turn;
    }

    private static final MethodHandle VALUE;
    private static final MethodHandle SET_VALUE;
    private static final MethodHandle TURN;
    private static final MethodHandle SET_TURN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findGetter(Cell.class, "value", int.class);
            SET_VALUE = lookup.findSetter(Cell.class, "value", int.class);
            TURN = lookup.findGetter(Cell.class, "turn", int.class);
            SET_TURN = lookup.findSetter(Cell.class, "turn", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final EnumSet<TimeUnit> units = EnumSet.noneOf(TimeUnit.class);
    private final Map<Thread.State, EnumSet<TimeUnit>> byState = new EnumMap<>(Thread.State.class);
    private final NavigableMap<Integer, Cell> cells = Collections.synchronizedNavigableMap(new TreeMap<>());
    private final NavigableSet<String> words =
            Collections.synchronizedNavigableSet(new TreeSet<String>(Comparator.reverseOrder()));
    private final List<Integer> numbers = Collections.checkedList(new ArrayList<>(), Integer.class);
    private final Map<String, Cell> checked = Collections.checkedSortedMap(
            new TreeMap<String, Cell>(Comparator.reverseOrder()), String.class, Cell.class);
    private final Cell cell = new Cell();
    private NavigableMap<Integer, Cell> part;
    private Comparator<String> order;
    private Set<TimeUnit> rest;

    @Override
    public void start() throws Exception {
        int w = worker();
        if (w == 0) {
            part = cells.descendingMap().headMap(TURNS / 2, true);
            order = Comparator.<String>naturalOrder().reversed();
            rest = EnumSet.complementOf(EnumSet.of(TimeUnit.DAYS));
        }
        barrier();
        for (int turn = 0; turn < TURNS; turn++) {
            collect(w, turn);
            count(w, turn);
        }
        barrier();
        report(w + " " + units + byState + rest + cells.keySet() + part.size() + words);
        report(w + " " + numbers.size() + checked.keySet() + checked.get("all").value + sum());
        report(w + " " + words.comparator().equals(order) + " " + order.equals(Collections.reverseOrder())
                + cell.value);
    }

    private void collect(int w, int turn) {
        synchronized (this) {
            TimeUnit unit = TimeUnit.values()[w];
            units.add(unit);
            rest.remove(unit);
            byState.computeIfAbsent(Thread.State.values()[turn % 6], state -> EnumSet.noneOf(TimeUnit.class))
                    .add(TimeUnit.values()[(turn + w) % 7]);
            numbers.add(turn);
            checked.computeIfAbsent("all", name -> new Cell()).value++;
            checked.put("of " + w, cell);
        }
        Cell mine = cells.computeIfAbsent(turn, number -> new Cell()); // its own monitor is enough
        synchronized (mine) {
            mine.value += w + 1;
        }
        words.add("word " + (turn + w) % 9);
    }

    private int sum() {
        int sum = 0;
        for (Cell each : part.values()) {
            sum += each.value;
        }
        return sum;
    }

    /** The workers take turns: the volatile field orders the accesses to the other one. */
    private void count(int w, int turn) throws Exception {
        try {
            while ((int) TURN.invokeExact(cell) != turn * workers() + w) {
                Thread.onSpinWait();
            }
            SET_VALUE.invokeExact(cell, (int) VALUE.invokeExact(cell) + w);
            SET_TURN.invokeExact(cell, turn * workers() + w + 1);
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
