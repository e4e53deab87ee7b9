package jdsm.node;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.Kinds;

/**
 * Adds up the work that the workers of this rank say they have done, and tells rank 0: at the first call, once a second,
 * and when all is done. Rank 0 shows it by {@link ProgressLines}. Thread-safe; does not block.
 */
final class Progress {
    /** The least time between two messages of a rank whose work is not done, in nanoseconds. */
    static final long PAUSE_NANOS = 1_000_000_000;

    private static final int MESSAGE_BYTES = 20;

    private final Comm comm;
    private final LongSupplier clock;
    private final ProgressLines lines;
    private final AtomicLongArray done;
    private final AtomicLongArray total;
    /** The time of this rank's last message. */
    private volatile long told;

    private volatile boolean hasTold;

    /**
     * Makes the service. To be called before the Comm is started.
     *
     * @param clock the time in nanoseconds, as {@link System#nanoTime}
     * @param out receives each line at rank 0
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    Progress(Comm comm, int threads, LongSupplier clock, Consumer<String> out, Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.clock = clock;
        this.lines = comm.rank() == 0 ? new ProgressLines(comm.size(), threads, out) : null;
        this.done = new AtomicLongArray(threads);
        this.total = new AtomicLongArray(threads);
        comm.handle(Kinds.PROGRESS, new CheckedHandler(Kinds.PROGRESS, this::heard, onFailure));
    }

    private void heard(int from, ByteBuffer payload) {
        if (lines == null) {
            throw new IllegalArgumentException("progress for a rank that shows none");
        }
        lines.add(from, payload.getDouble(), payload.getDouble(), payload.getInt(), clock.getAsLong());
    }

    /**
     * Records the work of a worker so far.
     *
     * @param slot the worker's index among the rank's workers
     * @throws IllegalArgumentException unless {@code 0 <= workDone <= workTotal} and {@code workTotal > 0}
     */
    void by(int slot, long workDone, long workTotal) {
        if (workDone < 0 || workDone > workTotal || workTotal == 0) {
            throw new IllegalArgumentException("progress(" + workDone + ", " + workTotal
                    + "): the work done must be 0 to the total, and the total at least 1");
        }
        done.set(slot, workDone);
        total.set(slot, workTotal);
        long now = clock.getAsLong();
        if (!hasTold || now - told >= PAUSE_NANOS || workDone == workTotal) {
            tell(now);
        }
    }

    private synchronized void tell(long now) {
        hasTold = true;
        told = now;
        double doneHere = 0;
        double totalHere = 0;
        int workers = 0;
        for (int slot = 0; slot < total.length(); slot++) {
            doneHere += done.get(slot);
            totalHere += total.get(slot);
            workers += total.get(slot) > 0 ? 1 : 0;
        }
        if (lines != null) {
            lines.add(0, doneHere, totalHere, workers, now);
            return;
        }
        Frame frame = comm.frame(Kinds.PROGRESS, MESSAGE_BYTES);
        frame.buffer().putDouble(doneHere).putDouble(totalHere).putInt(workers);
        comm.post(0, frame);
    }
}
