package jdsm.examples.programs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdsm.SPMD;

/** Leaves a pool of one idle thread behind at the end of {@code start}, unless an argument says otherwise. */
public final class IdlePool extends SPMD {
    private int count;

    @Override
    public void start() {
        ExecutorService pool = Executors.newSingleThreadExecutor(body -> new Thread(body, "idle"));
        pool.submit(() -> {
            synchronized (this) {
                count++;
            }
        });
        if (args().length > 0) {
            pool.shutdown();
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            report("count " + count);
        }
    }
}
