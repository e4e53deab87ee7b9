package jdsm.node;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jdsm.check.Findings;
import jdsm.check.Recorder;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.Kinds;
import jdsm.runtime.Observed;
import jdsm.sync.Waits;

/**
 * One rank's part in the race detector: sends the log of its threads to rank 0, whose service loop runs the detector.
 * The threads of this rank block until rank 0 has acknowledged the log; the service loop never blocks.
 */
final class CheckService {
    private final Comm comm;
    private final Waits waits;
    private final Recorder recorder;
    /** The findings of the detector; null on all ranks but 0. */
    private final Findings findings;

    private final Consumer<Throwable> onFailure;
    /** The waiting threads, by the ticket of the log that each has sent. */
    private final Map<Integer, Thread> open = new ConcurrentHashMap<>();

    private final AtomicInteger tickets = new AtomicInteger();

    /**
     * Makes the service. To be called before the Comm is started.
     *
     * @param slot the calling worker's index among the workers of the rank; negative for other threads
     * @param out receives each line of output, on the service loop
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    CheckService(
            Comm comm,
            Waits waits,
            int threads,
            IntSupplier slot,
            Consumer<String> out,
            Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.waits = waits;
        this.recorder = new Recorder(comm.rank(), threads, comm.size() * threads, slot, this::send);
        this.findings = comm.rank() == 0 ? new Findings(comm.size(), threads, out) : null;
        this.onFailure = onFailure;
        comm.handle(Kinds.CHECK, new CheckedHandler(Kinds.CHECK, this::heard, onFailure));
        comm.handle(
                Kinds.CHECKED,
                new CheckedHandler(Kinds.CHECKED, (from, payload) -> answered(payload.getInt()), onFailure));
    }

    Recorder recorder() {
        return recorder;
    }

    /**
     * Begins to record the accesses of the program's threads.
     *
     * @param publish shares an object of this rank
     */
    void begin(Consumer<Object> publish) {
        Observed.by(recorder, publish);
    }

    /** Ends recording; blocks until the detector has the whole log. The program's threads must have ended. */
    void end() {
        Observed.end();
        recorder.flush();
    }

    /** Sends a log to the detector without blocking. The result blocks until the detector has the log. */
    private Runnable send(byte[] log) {
        int ticket = tickets.incrementAndGet();
        open.put(ticket, Thread.currentThread());
        if (findings != null) {
            comm.execute(() -> {
                detect(0, ByteBuffer.wrap(log));
                answered(ticket);
            });
        } else {
            Frame frame = comm.frame(Kinds.CHECK, Integer.BYTES + log.length);
            frame.buffer().putInt(ticket).put(log);
            comm.post(0, frame);
        }
        return () -> waits.await(() -> !open.containsKey(ticket), () -> "for the race detector at rank 0");
    }

    private void heard(int from, ByteBuffer payload) {
        if (findings == null) {
            throw new IllegalArgumentException("a log, which only rank 0 reads");
        }
        int ticket = payload.getInt();
        detect(from, payload);
        Frame frame = comm.frame(Kinds.CHECKED, Integer.BYTES);
        frame.buffer().putInt(ticket);
        comm.post(from, frame);
    }

    private void detect(int from, ByteBuffer log) {
        try {
            findings.accept(from, log);
        } catch (IllegalStateException e) {
            onFailure.accept(e); // the detector is full: no error of the message
        }
    }

    private void answered(int ticket) {
        Waits.wake(open.remove(ticket));
    }

    /** The findings, complete when all ranks have ended; null on all ranks but 0. */
    Findings findings() {
        return findings;
    }
}
