package jdsm.comm.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Lets the event loop look for work without blocking for a bounded while after its last activity. Blocking and being woken
 * costs many times what a message does; but a loop that spins while its processor is needed costs more than both.
 */
final class SpinStrategy implements SelectStrategy {
    private final long spinNanos;
    /** When the loop was first seen idle; 0: it was active just now. */
    private long idleSinceNanos;

    /** @param spinNanos how long to spin; 0: never */
    SpinStrategy(long spinNanos) {
        this.spinNanos = spinNanos;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            idleSinceNanos = 0;
            return selectNow.get();
        }
        if (spinNanos == 0) {
            return SelectStrategy.SELECT;
        }
        int ready = selectNow.get();
        if (ready > 0) {
            idleSinceNanos = 0;
            return ready;
        }
        long now = System.nanoTime() | 1;
        if (idleSinceNanos == 0) {
            idleSinceNanos = now;
        } else if (now - idleSinceNanos > spinNanos) {
            idleSinceNanos = 0;
            return SelectStrategy.SELECT;
        }
        Thread.yield();
        return SelectStrategy.CONTINUE;
    }
}
