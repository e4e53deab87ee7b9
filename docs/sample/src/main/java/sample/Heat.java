package sample;

import static jdsm.Collectives.max;

import jdsm.Collectives;
import jdsm.Range;
import jdsm.SPMD;

/** Heat along a rod whose left end is hot: each worker has a part of the rod, and reads an element of each neighbour's. */
public final class Heat extends SPMD {
    private double[] now;
    private double[] next;

    @Override
    public void initialize() { // once a rank, the same on all
        int n = Integer.parseInt(args()[0]);
        now = new double[n];
        next = new double[n];
        now[0] = 100;
        next[0] = 100;
    }

    @Override
    public void start() { // once a worker
        Range mine = Collectives.range(1, now.length - 1);
        double change;
        do {
            change = 0;
            for (int i = mine.from(); i < mine.to(); i++) {
                next[i] = (now[i - 1] + now[i + 1]) / 2;
                change = Math.max(change, Math.abs(next[i] - now[i]));
            }
            barrier();
            for (int i = mine.from(); i < mine.to(); i++) {
                now[i] = next[i];
            }
            change = max(change); // of all workers; a barrier, too
        } while (change > 0.001);
    }

    @Override
    public void finish() { // once a rank, when all workers have ended
        if (rank() == 0) {
            report(String.format("middle=%.2f workers=%d", now[now.length / 2], workers()));
        }
    }
}
