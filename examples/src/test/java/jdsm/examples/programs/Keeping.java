package jdsm.examples.programs;

import jdsm.SPMD;

/** Worker 0 keeps a lock for which the others wait. */
public final class Keeping extends SPMD {
    private final Object[] kept = {new Object()};

    @Override
    public void start() throws InterruptedException {
        if (worker() == 0) {
            synchronized (kept[0]) {
                barrier();
                System.out.println("has the lock");
                keep();
            }
        } else {
            barrier();
            System.out.println("wants the lock");
            synchronized (kept[0]) {
                System.out.println("has the lock");
            }
        }
    }

    private static void keep() throws InterruptedException {
        Thread.sleep(600_000);
    }
}
