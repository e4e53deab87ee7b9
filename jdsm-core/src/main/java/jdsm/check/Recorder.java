package jdsm.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Logs the accesses and synchronisations of a rank's threads: a log for each worker, and one for all other threads. A
 * thread sends its log to the detector before each release takes effect, so that the detector reads a release before
 * the acquires that follow it.
 *
 * <p>Thread-safe; methods that send a log block until the detector has it.
 */
public final class Recorder implements Order {
    /** The slot of the service loop, whose accesses are no part of the program and are not logged. */
    public static final int NOBODY = -2;

    private final int rank;
    private final int threads;
    private final IntSupplier slot;
    private final Function<byte[], Runnable> courier;
    private final AccessLog[] logs;
    private final AtomicLongArray intervals;
    private final Object others = new Object();

    /**
     * Makes the recorder of one rank.
     *
     * @param rank the rank
     * @param threads the number of workers of the rank
     * @param workers the number of workers of the job
     * @param slot the calling worker's number within the rank; -1 for other threads, or {@link #NOBODY}
     * @param courier sends a log to the detector, after the logs sent before, without blocking; its result blocks until
     *     the detector has the log
     */
    public Recorder(int rank, int threads, int workers, IntSupplier slot, Function<byte[], Runnable> courier) {
        this.rank = rank;
        this.threads = threads;
        this.slot = slot;
        this.courier = courier;
        this.logs = new AccessLog[threads + 1];
        this.intervals = new AtomicLongArray(threads);
        for (int worker = 0; worker < threads; worker++) {
            logs[worker] = new AccessLog(rank * threads + worker);
        }
        logs[threads] = new AccessLog(workers + rank);
    }

    /** Makes the audit of an object, see {@link Watch}. */
    public Watch watch(int unit, int units, int blockLength, Supplier<String> path, Supplier<String> type) {
        return new Watch(unit, units, blockLength, path, type, threads + 1);
    }

    /** Marks an object as shared from the start: a check must cover every access. */
    public void sharedFromTheBeginning(Watch watch) {
        long[] none = new long[threads];
        Arrays.fill(none, -1);
        watch.born(none);
    }

    /**
     * Marks a private object as shared, visible to all threads of this rank. Until its next synchronisation, a worker
     * may access the object without a check.
     */
    public void shared(Watch watch) {
        long[] now = new long[threads];
        for (int worker = 0; worker < threads; worker++) {
            now[worker] = intervals.get(worker);
        }
        watch.born(now);
    }

    private int slot() {
        int worker = slot.getAsInt();
        return worker == -1 ? threads : worker;
    }

    private long interval(int worker) {
        return worker < threads ? intervals.get(worker) : 0;
    }

    private boolean isWorker(int worker) {
        return worker >= 0 && worker < threads;
    }

    /** Records that a check of the calling thread covers units {@code from} to {@code to - 1}. */
    public void checked(Watch watch, int from, int to, boolean write) {
        int worker = slot();
        if (isWorker(worker)) {
            watch.checked(worker, interval(worker), from, to, write);
        } else if (worker == threads) {
            synchronized (others) {
                watch.checked(worker, interval(worker), from, to, write);
            }
        }
    }

    /**
     * Records an access to an element or a field, just before the access.
     *
     * @param audited whether a check must cover the access; volatile accesses have none
     */
    public void access(Watch watch, int element, boolean write, Place place, boolean audited) {
        access(watch, element, element + 1, write ? Use.WRITE : Use.READ, place, audited);
    }

    /** The way in which a call uses elements. */
    public enum Use {
        READ,
        WRITE,
        /** A call that may write: a check must grant the right to write, but the detector takes a read. */
        MAY_WRITE
    }

    /**
     * Records accesses to elements {@code from} to {@code to - 1}; otherwise as
     * {@link #access(Watch, int, boolean, Place, boolean)}.
     */
    public void access(Watch watch, int from, int to, Use use, Place place, boolean audited) {
        int worker = slot();
        if (worker == threads) {
            Runnable await;
            synchronized (others) {
                record(worker, watch, from, to, use, place, audited);
                await = logs[worker].isFull() ? send(worker) : null;
            }
            if (await != null) {
                await.run();
            }
            return;
        } else if (worker == NOBODY) {
            return;
        }
        record(worker, watch, from, to, use, place, audited);
        if (logs[worker].isFull()) {
            flush(worker);
        }
    }

    private void record(int worker, Watch watch, int from, int to, Use use, Place place, boolean audited) {
        Watch.Marks mine = watch.marks(worker);
        boolean right = use != Use.READ;
        for (int element = Math.max(from, 0); element < to; element++) {
            if (audited && !watch.covers(worker, interval(worker), element, right)) {
                logs[worker].hole(watch, mine, element, right, place);
            }
            logs[worker].access(watch, mine, element, use == Use.WRITE, place);
        }
    }

    private Runnable send(int worker) {
        if (worker == threads) {
            logs[worker].renew();
        }
        return courier.apply(logs[worker].take());
    }

    /**
     * Sends the log of the other threads, then that of the worker: the worker's release orders their earlier accesses.
     */
    private void flush(int worker) {
        Runnable earlier = null;
        Runnable mine = null;
        synchronized (others) {
            if (!logs[threads].isEmpty()) {
                earlier = send(threads);
            }
            if (worker < threads) {
                mine = send(worker);
            }
        }
        if (earlier != null) {
            earlier.run();
        }
        if (mine != null) {
            mine.run();
        }
    }

    // Synchronisation.

    @Override
    public void acquired(SyncKind kind, long id) {
        int worker = slot();
        if (worker == NOBODY) {
            return;
        } else if (worker == threads) {
            synchronized (others) {
                logs[worker].acquire(kind, id);
            }
        } else {
            logs[worker].acquire(kind, id);
        }
        if (kind != SyncKind.LOCK && kind != SyncKind.HOLD) {
            flush(worker); // another thread may release at any time; this acquire must not include that release
        }
    }

    @Override
    public void releasing(SyncKind kind, long id) {
        int worker = slot();
        if (worker == NOBODY) {
            return;
        } else if (worker == threads) {
            synchronized (others) {
                logs[worker].release(kind, id);
            }
        } else {
            logs[worker].release(kind, id);
        }
        flush(worker);
    }

    @Override
    public void passed() {
        int worker = slot();
        if (isWorker(worker)) {
            intervals.incrementAndGet(worker);
        }
    }

    @Override
    public void entering() {
        int worker = slot();
        if (isWorker(worker)) {
            logs[worker].barrier();
            flush(worker);
            passed();
        }
    }

    /** Sends the calling thread's log and that of the other threads, at the end. */
    public void flush() {
        flush(slot());
    }

    /** The id of a synchronisation within this rank, by a monitor; null stands for all synchronisers of the JDK. */
    public long own(Object object) {
        return SyncKind.id(rank, object == null ? 0 : System.identityHashCode(object));
    }

    /** Whether the rank has several workers, whose accesses Java's own synchronisation may order. */
    public boolean hasSeveralWorkers() {
        return threads > 1;
    }
}
