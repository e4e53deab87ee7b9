package jdsm.examples.programs;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import jdsm.SPMD;

/** Workers replace single elements of long arrays of objects, numbers and strings, and look at all of them now and then. */
public class SharedSlots extends SPMD {
    private static final int SLOTS = 400;

    /** What is replaced as a whole. */
    static class Cell {
        int count;
        long sum;

        Cell(int count, long sum) {
            this.count = count;
            this.sum = sum;
        }
    }

    private final Object lock = new Object();
    private final Cell[] cells = new Cell[SLOTS];
    private final Integer[] counts = new Integer[SLOTS];
    private final String[] names = new String[SLOTS];
    private final ArrayDeque<Cell> queue = new ArrayDeque<>();
    private int done;
    private long total;

    @Override
    public void initialize() {
        for (int i = 0; i < SLOTS; i++) {
            cells[i] = new Cell(0, 0);
            counts[i] = 0;
            names[i] = "n0";
            queue.add(new Cell(i, 0));
        }
    }

    @Override
    public void start() {
        int rounds = Integer.parseInt(args()[0]);
        int steps = Integer.parseInt(args()[1]);
        SplittableRandom random = new SplittableRandom(worker());
        inTurn();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < steps; i++) {
                int slot = random.nextInt(SLOTS);
                int value = random.nextInt(1000);
                synchronized (lock) {
                    if (i % 8 == 0) {
                        check();
                    }
                    Cell before = cells[slot];
                    cells[slot] = new Cell(before.count + 1, before.sum + value);
                    counts[slot]++;
                    names[slot] = "n" + (Integer.parseInt(names[slot].substring(1)) + 1);
                    queue.add(new Cell(queue.poll().count + SLOTS, 0));
                    done++;
                    total += value;
                }
            }
            barrier();
        }
        synchronized (lock) {
            check();
        }
        barrier();
        if (worker() == 0) {
            report(done == rounds * steps * workers() ? "SharedSlots OK" : "SharedSlots: " + done + " steps");
        }
    }

    /** Worker 0 writes, all look, again and again. */
    private void inTurn() {
        for (int phase = 0; phase < 20; phase++) {
            if (worker() == 0) {
                names[phase * 7] = "n" + phase;
            }
            barrier();
            if (!names[phase * 7].equals("n" + phase)) {
                throw new IllegalStateException(
                        "worker " + worker() + " sees " + names[phase * 7] + " in phase " + phase);
            }
            barrier();
        }
        if (worker() == 0) {
            for (int phase = 0; phase < 20; phase++) {
                names[phase * 7] = "n0";
            }
        }
        barrier();
    }

    private void check() {
        int inCells = 0;
        long sums = 0;
        int inCounts = 0;
        int inNames = 0;
        for (int i = 0; i < SLOTS; i++) {
            inCells += cells[i].count;
            sums += cells[i].sum;
            inCounts += counts[i];
            inNames += Integer.parseInt(names[i].substring(1));
        }
        if (inCells != done || sums != total || inCounts != done || inNames != done || queue.peek().count != done) {
            throw new IllegalStateException("worker " + worker() + " sees " + inCells + ", " + inCounts + ", " + inNames
                    + " and " + queue.peek().count + " steps of " + done);
        }
    }
}
