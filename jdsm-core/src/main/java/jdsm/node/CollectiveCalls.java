package jdsm.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jdsm.codec.CannotTravelException;
import jdsm.codec.ElementKind;
import jdsm.comm.Comm;
import jdsm.observe.Counters;
import jdsm.observe.WaitSites;
import jdsm.runtime.Refusal;
import jdsm.sync.Barrier;
import jdsm.sync.CallSite;
import jdsm.sync.Waits;

/** The collective calls of a rank's workers: barriers that carry values. Thread-safe. */
final class CollectiveCalls {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] NOTHING = {};

    /** The longest array of which each worker sends all elements to all others, in bytes. */
    static final int MOST_WHOLE_BYTES = 8192;

    /** The bytes of a message that are left for the call and the lengths. */
    private static final int HEAD_BYTES = 1 << 20;

    private final Comm comm;
    private final Barrier barrier;
    private final Workers workers;
    private final Counters counters;
    private final SlicedFold sliced;
    private final BlockCounter blocks;
    private final SentValues values;

    /**
     * Makes the service. To be called before the Comm is started, by a thread whose context class loader is the
     * program's.
     *
     * @param onFailure hears, on the service loop, of messages that no rank can have sent
     */
    CollectiveCalls(
            Comm comm,
            Waits waits,
            Barrier barrier,
            Workers workers,
            Counters counters,
            Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.barrier = barrier;
        this.workers = workers;
        this.counters = counters;
        this.sliced = new SlicedFold(comm, waits, workers.threads(), onFailure);
        this.blocks = new BlockCounter(comm, waits, workers.threads(), onFailure);
        this.values = new SentValues(Thread.currentThread().getContextClassLoader());
    }

    /**
     * The calling worker.
     *
     * @param call the method that it calls, perhaps with arguments
     * @throws IllegalStateException if the thread is no worker
     */
    Workers.Worker worker(String call) {
        Workers.Worker worker = workers.current();
        if (worker == null) {
            int end = call.indexOf('(');
            throw Refusal.of(new IllegalStateException(
                    (end < 0 ? call : call.substring(0, end)) + "() is for workers, in start()"));
        }
        return worker;
    }

    long[] collect(String call, long number) {
        byte[] mine = new byte[Long.BYTES];
        LONGS.set(mine, 0, number);
        byte[][] all = meet(worker(call), call, mine);
        long[] numbers = new long[all.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (long) LONGS.get(all[i], 0);
        }
        return numbers;
    }

    Object[] collect(String call, boolean brings, Object value) {
        Workers.Worker worker = worker(call);
        byte[][] all = meet(worker, call, brings ? encode(call, value) : NOTHING);
        Object[] decoded = new Object[all.length];
        for (int i = 0; i < decoded.length; i++) {
            decoded[i] = all[i].length == 0 ? null : values.decode(all[i]);
        }
        return decoded;
    }

    private byte[] encode(String call, Object value) {
        byte[] encoded;
        try {
            encoded = values.encode(value);
        } catch (CannotTravelException e) {
            throw Refusal.of(new IllegalArgumentException(call + ": " + e.getMessage()
                    + "; it can send strings, numbers, enum constants, records of such values, and arrays of primitive"
                    + " types; store any other object in a field that the ranks share, and call barrier()"));
        }
        return bounded(call, encoded);
    }

    private byte[] bounded(String call, byte[] value) {
        int most = (Comm.MAX_MESSAGE_BYTES - HEAD_BYTES) / (comm.size() * workers.threads());
        if (value.length > most) {
            throw Refusal.of(new IllegalArgumentException(call + ": a value of " + value.length
                    + " bytes; with this number of workers it can send at most " + most));
        }
        return value;
    }

    Object allReduce(String call, Object array, BiConsumer<Object, Object> fold) {
        Workers.Worker worker = worker(call);
        ElementKind kind = ElementKind.of(array.getClass());
        int total = comm.size() * workers.threads();
        if (total > 1 && (long) Array.getLength(array) * kind.widthBytes() > MOST_WHOLE_BYTES) {
            SlicedFold.Part part = sliced.enter(worker, array);
            meet(worker, call, NOTHING);
            return part.fold(fold);
        }
        byte[][] all = meet(worker, call, SentValues.elements(array));
        Object result = decode(kind, all[0]);
        for (int i = 1; i < all.length; i++) {
            fold.accept(result, decode(kind, all[i]));
        }
        return result;
    }

    private static Object decode(ElementKind kind, byte[] elements) {
        return kind.decode(ByteBuffer.wrap(elements).order(ByteOrder.LITTLE_ENDIAN));
    }

    private byte[][] meet(Workers.Worker worker, String call, byte[] value) {
        long begin = System.nanoTime();
        byte[][] all = barrier.collect(call, workers.slot(worker), value);
        count(worker, System.nanoTime() - begin);
        return all;
    }

    /** Counts a barrier, or a collective call, of a worker. */
    void count(Workers.Worker worker, long nanos) {
        worker.addBarrierNanos(nanos);
        counters.add(Counters.Counter.BARRIER_NANOS, nanos);
        counters.add(Counters.Counter.BARRIERS, 1);
        if (counters.byClass()) {
            counters.waits().add(CallSite.here(), "", "meet all workers", WaitSites.NO_UNIT, nanos);
        }
    }

    IntSupplier blocks(int from, int to, int blockLength) {
        Workers.Worker worker = worker("parallelFor");
        int loop = worker.beginLoop();
        return () ->
                from >= to ? to : blocks.next(workers.slot(worker), new BlockCounter.Loop(loop, from, to, blockLength));
    }
}
