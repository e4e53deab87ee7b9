package jobs;

import jdsm.Collectives;
import jdsm.SPMD;

/** Adds up numbers in a shared field, and in a static one. */
public final class Heat extends SPMD {
    private static int calls;

    private long sum;

    @Override
    public void start() {
        synchronized (Heat.class) {
            calls++;
        }
        for (int i = 0; i < 10; i++) {
            synchronized (this) {
                sum += worker();
            }
        }
        barrier();
        if (Collectives.sum(sum) != sum * workers()) {
            throw new IllegalStateException("workers see different sums");
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report("Heat sum=" + sum + " calls " + calls + " " + String.join("/", args()));
            report("workers: " + workers() + " " + setting("consistency") + " " + setting("comm"));
            exitStatus(args().length);
        }
    }
}
