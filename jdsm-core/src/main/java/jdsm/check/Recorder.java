package jdsm.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Writes down what the threads of a rank do: each worker in a log of its own, all other threads in one. A log goes to
 * the detector with each release, before that can let anybody go on; so the detector hears of a release before it hears
 * of the acquires behind it.
 *
 * <p>Thread-safe; what may send blocks until the detector has it.
 */
public final class Recorder implements Order {
    /** In place of a slot: of the service loop, whose work is no part of the program. */
    public static final int NOBODY = -2;

    private final int rank;
    private final int threads;
    private final IntSupplier slot;
    private final Function<byte[], Runnable> courier;
    private final AccessLog[] logs;
    private final AtomicLongArray intervals;
    private final Object others = new Object();

    /**
     * The recorder of one rank.
     *
     * @param threads workers of the rank
     * @param workers workers of the whole job
     * @param slot the calling worker's place among those of the rank; -1 for other threads, or {@link #NOBODY}
     * @param courier sends a log to the detector, behind the logs sent before, without blocking; its result blocks
     *     until the detector has the log
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

    /** Watches an object. */
    public Watch watch(int unit, int units, int blockLength, Supplier<String> path, Supplier<String> type) {
        return new Watch(unit, units, blockLength, path, type, threads + 1);
    }

    /** All workers must check an object before they access it. */
    public void sharedFromTheBeginning(Watch watch) {
        long[] none = new long[threads];
        Arrays.fill(none, -1);
        watch.born(none);
    }

    /** An object of this rank's has come to be shared, and every thread can see that: workers go on without a check. */
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

    /** A check has let the calling thread access units. */
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
     * The calling thread is about to access an element or a field.
     *
     * @param audited whether a check must have covered it; volatile accesses have none
     */
    public void access(Watch watch, int element, boolean write, Place place, boolean audited) {
        access(watch, element, element + 1, write ? Use.WRITE : Use.READ, place, audited);
    }

    /** What is done with elements. */
    public enum Use {
        READ,
        WRITE,
        /** The program does not say: the right to write must be there, but it counts as a read. */
        MAY_WRITE
    }

    /** As {@link #access(Watch, int, boolean, Place, boolean)}, of elements {@code from} to {@code to - 1}. */
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

    /** The other threads' log goes first: what they did before this release is ordered by it. */
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
            flush(worker); // another release may come at any time, and is none that was acquired here
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

    /** At the end: nothing is left that the detector has not heard of. */
    public void flush() {
        flush(slot());
    }

    /** What workers of this rank do to each other by means of the rank alone. */
    public long own(Object object) {
        return SyncKind.id(rank, object == null ? 0 : System.identityHashCode(object));
    }

    /** Whether workers share this rank, so that its own means may order them. */
    public boolean hasSeveralWorkers() {
        return threads > 1;
    }
}
