package jdsm.bench.soak;

import jdsm.SPMD;

/**
 * Repeats the same work on each order, woven: sweeps between barriers, a counter under a monitor, turns by a volatile
 * field, objects that all ranks change, and new objects and arrays that become shared and are then dropped:
 * {@code WovenRounds PORT}, one worker a rank.
 */
public final class WovenRounds extends SPMD {
    private static final int ROWS = 64;
    private static final int COLUMNS = 256;
    private static final int SWEEPS = 20;
    private static final int INCREMENTS = 100;
    private static final int TURNS = 50;
    private static final int CELLS = 32;
    private static final int NEW_OBJECTS = 1000;
    private static final int NEW_ELEMENTS = 8192;

    private static final class Cell {
        private long value;
        private Cell next;

        synchronized void add(long number) {
            value += number;
        }
    }

    private final double[][] rows = new double[ROWS][COLUMNS];
    private final long[] elements = new long[ROWS * COLUMNS];
    private final Cell[] cells = new Cell[CELLS];
    private long count;
    private volatile int turn;
    /** Of each worker, the list that it has made last. */
    private Cell[] newest;
    /** Of each worker, the array that it has made last. */
    private long[][] arrays;

    @Override
    public void initialize() {
        for (int i = 0; i < CELLS; i++) {
            cells[i] = new Cell();
        }
        newest = new Cell[workers()];
        arrays = new long[workers()][];
    }

    @Override
    public void start() throws Exception {
        Orders orders = Orders.from(args()[0], "rank " + rank());
        long rounds = 0;
        while (orders.next() != null) {
            round();
            makeObjects();
            rounds++;
            check(rounds);
            orders.done();
        }
        orders.close();
    }

    private void round() {
        for (int i = 0; i < SWEEPS; i++) {
            sweep(i % 2);
            barrier();
        }
        for (int i = 0; i < INCREMENTS; i++) {
            synchronized (this) {
                count++;
            }
            cells[(i + rank()) % CELLS].add(1);
        }
        for (int i = 0; i < TURNS; i++) {
            while (turn != worker()) {
                Thread.yield();
            }
            turn = (worker() + 1) % workers();
        }
        barrier();
    }

    /** Computes every second row from the row above, and writes interleaved elements: several ranks write one unit. */
    private void sweep(int odd) {
        int first = ROWS / 2 * worker() / workers() * 2;
        int end = ROWS / 2 * (worker() + 1) / workers() * 2;
        for (int i = first + odd; i < end; i += 2) {
            double[] above = rows[(i + ROWS - 1) % ROWS];
            double[] own = rows[i];
            for (int j = 0; j < COLUMNS; j++) {
                own[j] = (own[j] + above[j] + 1) / 2;
            }
        }
        for (int i = worker(); i < elements.length; i += workers()) {
            elements[i]++;
        }
    }

    /** Each worker makes a list of new objects and an array, which all workers read. */
    private void makeObjects() {
        Cell first = null;
        for (int i = 0; i < NEW_OBJECTS; i++) {
            Cell cell = new Cell();
            cell.value = i;
            cell.next = first;
            first = cell;
        }
        newest[worker()] = first;
        long[] array = new long[NEW_ELEMENTS];
        array[NEW_ELEMENTS - 1] = NEW_OBJECTS;
        arrays[worker()] = array;
        barrier();
        for (int i = 0; i < workers(); i++) {
            long sum = arrays[i][NEW_ELEMENTS - 1];
            for (Cell cell = newest[i]; cell != null; cell = cell.next) {
                sum += cell.value;
            }
            if (sum != NEW_OBJECTS * (NEW_OBJECTS + 1L) / 2) {
                throw new IllegalStateException("the new objects of worker " + i + " have the sum " + sum);
            }
        }
        barrier();
    }

    private void check(long rounds) {
        long sum = 0;
        for (Cell cell : cells) {
            sum += cell.value;
        }
        long swept = rounds * SWEEPS;
        long counted = rounds * INCREMENTS * workers();
        if (count != counted || sum != counted || elements[0] != swept || elements[elements.length - 1] != swept) {
            throw new IllegalStateException("after " + rounds + " rounds: " + count + ", " + sum + ", " + elements[0]
                    + " instead of " + counted);
        }
        barrier();
    }
}
