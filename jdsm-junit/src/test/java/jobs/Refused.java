package jobs;

import java.util.concurrent.locks.StampedLock;
import jdsm.SPMD;

/** A program that the agent refuses. */
public final class Refused extends SPMD {
    private StampedLock lock;

    @Override
    public void start() {
        lock = new StampedLock();
        lock.unlock(lock.writeLock());
    }
}
