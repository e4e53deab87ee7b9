package jdsm.node;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import jdsm.codec.ElementKind;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.Kinds;
import jdsm.runtime.ArrayCalls;
import jdsm.sync.Waits;

/*
 * Each worker has a slice of the index range. It gets this slice of the arrays of all workers, folds them in the order of
 * the workers, and sends the result to all ranks (Thakur, Rabenseifner and Gropp, Optimization of collective
 * communication operations in MPICH, 2005: a reduce-scatter, then an allgather). So a rank sends and receives about
 * twice the array for each of its workers, whatever the number of ranks, and the order of folding is the same for all
 * elements. A message of one fold arrives only while the workers of this rank are in that fold: all of them enter it
 * before the barrier that precedes the messages, and all need the messages before they leave it.
 */

/** Folds long arrays of all workers, element by element. Thread-safe. */
final class SlicedFold {
    /** In place of the receiving worker: the slice is a result, for all workers. */
    private static final int ALL = -1;

    private static final int HEAD_BYTES = 12;

    private final Comm comm;
    private final Waits waits;
    private final int threads;
    private final int workers;
    private final Map<Integer, Fold> folds = new ConcurrentHashMap<>();

    /**
     * Makes the service. To be called before the Comm is started.
     *
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    SlicedFold(Comm comm, Waits waits, int threads, Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.waits = waits;
        this.threads = threads;
        this.workers = comm.size() * threads;
        comm.handle(Kinds.SLICE, new CheckedHandler(Kinds.SLICE, this::arrived, onFailure));
    }

    /**
     * Enters a fold, before the barrier of the collective call.
     *
     * @param array an array of a primitive type, which may be shared
     */
    Part enter(Workers.Worker worker, Object array) {
        Fold fold = folds.computeIfAbsent(worker.beginFold(), number -> new Fold(number, array));
        return new Part(fold, worker.number(), ArrayCalls.readable(array));
    }

    private int from(int length, int worker) {
        return (int) ((long) length * worker / workers);
    }

    private void arrived(int rank, ByteBuffer payload) {
        int number = payload.getInt();
        int from = payload.getInt();
        int to = payload.getInt();
        Fold fold = folds.get(number);
        if (fold == null || from < 0 || from / threads != rank) {
            throw new IllegalArgumentException("a slice of fold " + number + " of worker " + from);
        }
        fold.take(from, to, payload);
    }

    /** A fold in progress on this rank. */
    private final class Fold {
        private final int number;
        private final ElementKind kind;
        private final int length;
        /** For each worker of this rank, the slices that it folds, by the worker that they come from. */
        private final Object[][] slices = new Object[threads][workers];

        private final int[] missing = new int[threads];
        private final Object[] results = new Object[workers];
        private int missingResults = workers;
        private final Thread[] waiting = new Thread[threads];
        private int left = threads;

        Fold(int number, Object array) {
            this.number = number;
            this.kind = ElementKind.of(array.getClass());
            this.length = Array.getLength(array);
            java.util.Arrays.fill(missing, workers);
        }

        void take(int from, int to, ByteBuffer payload) {
            int first = comm.rank() * threads;
            int slice = to == ALL ? from : to;
            boolean possible = to == ALL || to >= first && to < first + threads;
            int elements = possible ? from(length, slice + 1) - from(length, slice) : -1;
            if (elements < 0 || payload.remaining() != (long) elements * kind.widthBytes()) {
                throw new IllegalArgumentException(
                        "a slice of " + payload.remaining() + " bytes of worker " + from + " for worker " + to);
            }
            Object decoded = kind.decode(payload.order(ByteOrder.LITTLE_ENDIAN));
            if (to == ALL) {
                result(from, decoded);
            } else {
                slice(from, to - first, decoded);
            }
        }

        void slice(int from, int slot, Object elements) {
            Thread worker;
            synchronized (this) {
                requireNew(slices[slot][from], from);
                slices[slot][from] = elements;
                missing[slot]--;
                worker = missing[slot] == 0 ? waiting[slot] : null;
            }
            wake(worker);
        }

        void result(int from, Object elements) {
            boolean all;
            synchronized (this) {
                requireNew(results[from], from);
                results[from] = elements;
                missingResults--;
                all = missingResults == 0;
            }
            for (int slot = 0; all && slot < threads; slot++) {
                wake(waiting(slot));
            }
        }

        private static void requireNew(Object before, int from) {
            if (before != null) {
                throw new IllegalArgumentException("a second slice of worker " + from);
            }
        }

        private synchronized Thread waiting(int slot) {
            return waiting[slot];
        }

        private static void wake(Thread worker) {
            if (worker != null) {
                Waits.wake(worker);
            }
        }

        synchronized boolean hasSlices(int slot) {
            waiting[slot] = Thread.currentThread();
            return missing[slot] == 0;
        }

        synchronized boolean hasResults() {
            return missingResults == 0;
        }

        synchronized void leave() {
            left--;
            if (left == 0) {
                folds.remove(number);
            }
        }
    }

    /** One worker's part in a fold; used by that worker. */
    final class Part {
        private final Fold fold;
        private final int me;
        private final Object array;

        private Part(Fold fold, int me, Object array) {
            this.fold = fold;
            this.me = me;
            this.array = array;
        }

        /**
         * Folds the arrays of all workers, after the barrier of the collective call. Blocks until all have done so.
         *
         * @param function folds its second argument into the first
         * @return a new array
         */
        Object fold(BiConsumer<Object, Object> function) {
            for (int to = 0; to < workers; to++) {
                give((me + to) % workers); // not all to the same worker at once
            }
            int slot = me % threads;
            waits.await(() -> fold.hasSlices(slot), () -> "for the slices of an allReduce");
            Object result = fold.slices[slot][0];
            for (int i = 1; i < workers; i++) {
                function.accept(result, fold.slices[slot][i]);
            }
            publish(result);
            waits.await(fold::hasResults, () -> "for the results of an allReduce");
            Object whole = Array.newInstance(array.getClass().getComponentType(), fold.length);
            for (int worker = 0; worker < workers; worker++) {
                copy(fold.results[worker], whole, from(fold.length, worker));
            }
            fold.leave();
            return whole;
        }

        private void give(int to) {
            int from = from(fold.length, to);
            byte[] slice = fold.kind.encode(array, from, from(fold.length, to + 1));
            if (to / threads == comm.rank()) {
                fold.slice(me, to % threads, fold.kind.decode(little(slice)));
            } else {
                post(to / threads, to, slice);
            }
        }

        private void publish(Object result) {
            byte[] encoded = fold.kind.encode(result, 0, Array.getLength(result));
            for (int i = 1; i < comm.size(); i++) {
                post((comm.rank() + i) % comm.size(), ALL, encoded);
            }
            fold.result(me, result);
        }

        private void post(int rank, int to, byte[] elements) {
            Frame frame = comm.frame(Kinds.SLICE, HEAD_BYTES + elements.length);
            frame.buffer().putInt(fold.number).putInt(me).putInt(to).put(elements);
            comm.post(rank, frame);
        }

        @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
        private static void copy(Object slice, Object whole, int at) {
            System.arraycopy(slice, 0, whole, at, Array.getLength(slice));
        }
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
