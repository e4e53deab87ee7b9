package jdsm.comm.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Lets the event loop look for work without blocking for a bounded while after its last activity: blocking and being woken
 * costs many times what a message does. After each look in vain it offers its processor to whoever is runnable, above all
 * to the program thread that it has just given a message: a loop that kept the processor from it would cost more than
 * both, and two that shared one processor would each spin its while in vain. Used on the event loop only.
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
        }
        if (now - idleSinceNanos > spinNanos) {
            idleSinceNanos = 0;
            return SelectStrategy.SELECT;
        }
        Thread.yield();
        return SelectStrategy.CONTINUE;
    }
}
