package jdsm.examples.programs;

import jdsm.SPMD;

/**
 * In each round the first worker makes an array of small objects of two classes, the workers change them, by bands or, if the first
 * argument is {@code turns}, in turns, and each worker compares them all with what one thread computes.
 */
public class NewCells extends SPMD {
    private static final int ROUNDS = 4;
    private static final int CELLS = 4001;

    static class Cell {
        int value;
        Cell before;

        Cell(int value, Cell before) {
            this.value = value;
            this.before = before;
        }

        void change(int round) {
            value = 31 * value + round;
        }
    }

    static class Odd extends Cell {
        long changes;

        Odd(int value, Cell before) {
            super(value, before);
        }

        @Override
        void change(int round) {
            super.change(round);
            changes++;
        }
    }

    private Cell[] cells;
    private boolean turns;
    private long[] wrong;

    @Override
    public void initialize() {
        turns = args().length > 0 && args()[0].equals("turns");
        wrong = new long[workers()];
    }

    private static Cell[] made(int round) {
        Cell[] all = new Cell[CELLS];
        for (int i = 0; i < CELLS; i++) {
            Cell before = i == 0 ? null : all[i - 1];
            all[i] = i % 5 == 3 ? new Odd(i + round, before) : new Cell(i + round, before);
        }
        return all;
    }

    @Override
    public void start() {
        int from = CELLS * worker() / workers();
        int to = CELLS * (worker() + 1) / workers();
        for (int round = 0; round < ROUNDS; round++) {
            if (worker() == 0) {
                cells = made(round);
            }
            barrier();
            for (int i = 0; i < CELLS; i++) {
                if (turns ? i % workers() == worker() : i >= from && i < to) {
                    cells[i].change(round);
                }
            }
            barrier();
            compare(round);
            barrier();
        }
    }

    private void compare(int round) {
        Cell[] expected = made(round);
        for (int i = 0; i < CELLS; i++) {
            expected[i].change(round);
            boolean same = cells[i].value == expected[i].value
                    && cells[i].getClass() == expected[i].getClass()
                    && (i == 0 ? cells[i].before == null : cells[i].before == cells[i - 1])
                    && (!(cells[i] instanceof Odd odd) || odd.changes == 1);
            if (!same) {
                wrong[worker()]++;
            }
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            long all = 0;
            for (long each : wrong) {
                all += each;
            }
            report("NewCells " + (all == 0 ? "OK" : all + " WRONG"));
        }
    }
}
