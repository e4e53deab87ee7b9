package jdsm.comm.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Lets the event loop poll without blocking for a bounded time after its last activity: to block and be woken costs
 * many times as much as a message. After each poll without work the loop yields its processor, above all to the program
 * thread to which it has just given a message. A loop that kept the processor would delay that thread, and two loops on
 * one processor would each spin in vain. Used on the event loop only.
 */
final class SpinStrategy implements SelectStrategy {
    private final long spinNanos;
    /** The time at which the loop became idle, by {@link System#nanoTime}; 0: the loop is active. */
    private long idleSinceNanos;

    /** @param spinNanos how long to poll before blocking, in nanoseconds; 0: block at once */
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
