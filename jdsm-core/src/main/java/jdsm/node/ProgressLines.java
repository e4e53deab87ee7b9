package jdsm.node;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Shows how much of a job's work is done, in lines such as {@code 37 % done, about 12 s left}: at most one a second, and
 * only when the percentage has changed. A job that ends within the first second shows none. Thread-safe.
 */
final class ProgressLines {
    private static final double NANOS = 1e9;
    private static final int MINUTE = 60;
    private static final int ALL = 100;

    private final int threads;
    private final Consumer<String> out;
    private final double[] done;
    private final double[] total;
    private final int[] workers;
    /** When the work began, or began anew. */
    private long began;

    private boolean hasBegun;
    private long shown;
    /** The percentage of the last line; 0 before the first one. */
    private int percent;

    /** @param out receives each line */
    ProgressLines(int ranks, int threads, Consumer<String> out) {
        this.threads = threads;
        this.out = out;
        this.done = new double[ranks];
        this.total = new double[ranks];
        this.workers = new int[ranks];
    }

    /**
     * Records the work of a rank.
     *
     * @param workersHeard the number of its workers that have said something
     * @param now the time in nanoseconds
     */
    synchronized void add(int rank, double workDone, double workTotal, int workersHeard, long now) {
        done[rank] = workDone;
        total[rank] = workTotal;
        workers[rank] = workersHeard;
        double doneOfAll = Arrays.stream(done).sum();
        double totalOfAll = Arrays.stream(total).sum();
        boolean complete = doneOfAll == totalOfAll && Arrays.stream(workers).sum() == threads * done.length;
        int next = complete ? ALL : Math.min((int) (ALL * doneOfAll / totalOfAll), ALL - 1);
        if (!hasBegun || next < percent) {
            hasBegun = true;
            began = now;
            shown = now;
            percent = 0;
        }
        boolean isDue = now - shown >= Progress.PAUSE_NANOS || next == ALL && percent > 0;
        if (isDue && next != percent) {
            shown = now;
            percent = next;
            out.accept(next + " % done" + (next == ALL ? "" : left((now - began) / NANOS, totalOfAll / doneOfAll - 1)));
        }
    }

    /** @param ratio the work that is left, in terms of the work that is done */
    private static String left(double seconds, double ratio) {
        long left = Math.round(seconds * ratio);
        return ", about " + (left < 2 * MINUTE ? left + " s" : Math.round((double) left / MINUTE) + " min") + " left";
    }
}
