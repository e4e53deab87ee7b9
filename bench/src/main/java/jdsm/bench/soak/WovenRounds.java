package jdsm.bench.soak;

import jdsm.SPMD;

/**
 * Repeats the same work on each order, woven: sweeps between barriers, a counter under a monitor, turns by a volatile
 * field, objects that all ranks change: {@code WovenRounds PORT [new-objects]}, one worker a rank. With
 * {@code new-objects} it also makes objects that become shared and are then dropped. A rank keeps these until its job
 * ends, so memory grows.
 */
public final class WovenRounds extends SPMD {
    private static final int ROWS = 64;
    private static final int COLUMNS = 256;
    private static final int SWEEPS = 20;
    private static final int INCREMENTS = 100;
    private static final int TURNS = 50;
    private static final int CELLS = 32;
    private static final int NEW_OBJECTS = 20;

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
    /** The newest of the objects made during the run. */
    private Cell newest;

    @Override
    public void initialize() {
        for (int i = 0; i < CELLS; i++) {
            cells[i] = new Cell();
        }
    }

    @Override
    public void start() throws Exception {
        Orders orders = Orders.from(args()[0], "rank " + rank());
        boolean newObjects = args().length > 1;
        long rounds = 0;
        while (orders.next() != null) {
            round();
            if (newObjects) {
                makeObjects();
            }
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

    private void makeObjects() {
        for (int i = 0; i < NEW_OBJECTS; i++) {
            Cell cell = new Cell();
            cell.value = i;
            synchronized (this) {
                cell.next = newest == null ? null : newest.next == null ? newest : null;
                newest = cell;
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
