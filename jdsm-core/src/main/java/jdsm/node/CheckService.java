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
 * The check of a job, as one rank takes part in it: sends what its threads do to rank 0, whose service loop has the detector. The
 * threads of this rank wait for its answer, the service loop waits for nothing.
 */
final class CheckService {
    private final Comm comm;
    private final Waits waits;
    private final Recorder recorder;
    /** Rank 0's; null elsewhere. */
    private final Findings findings;
    /** Who waits, by the ticket of what it has sent. */
    private final Map<Integer, Thread> open = new ConcurrentHashMap<>();

    private final AtomicInteger tickets = new AtomicInteger();

    /**
     * Before the Comm is started.
     *
     * @param slot the calling worker's place among those of the rank; negative for other threads
     * @param out is given lines, on the service loop
     */
    CheckService(Comm comm, Waits waits, int threads, IntSupplier slot, Consumer<String> out) {
        this.comm = comm;
        this.waits = waits;
        this.recorder = new Recorder(comm.rank(), threads, comm.size() * threads, slot, this::send);
        this.findings = comm.rank() == 0 ? new Findings(comm.size(), threads, out) : null;
        comm.handle(Kinds.CHECK, this::heard);
        comm.handle(Kinds.CHECKED, (from, payload) -> answered(payload.getInt()));
    }

    Recorder recorder() {
        return recorder;
    }

    /**
     * The program's threads are listened to from here on.
     *
     * @param publish makes an object of this rank a shared one
     */
    void begin(Consumer<Object> publish) {
        Observed.by(recorder, publish);
    }

    /** No thread of the program does anything from here on; blocks until the detector has all. */
    void end() {
        Observed.end();
        recorder.flush();
    }

    /** Sends a log to the detector, without blocking; the result blocks until the detector has the log. */
    private Runnable send(byte[] log) {
        int ticket = tickets.incrementAndGet();
        open.put(ticket, Thread.currentThread());
        if (findings != null) {
            comm.execute(() -> {
                findings.accept(ByteBuffer.wrap(log));
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
        int ticket = payload.getInt();
        findings.accept(payload);
        Frame frame = comm.frame(Kinds.CHECKED, Integer.BYTES);
        frame.buffer().putInt(ticket);
        comm.post(from, frame);
    }

    private void answered(int ticket) {
        Waits.wake(open.remove(ticket));
    }

    /** All that was found; of rank 0, when all ranks have ended. */
    Findings findings() {
        return findings;
    }
}
