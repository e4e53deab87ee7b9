package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointErrorHandler;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/**
 * A rank's UCX worker under one lock. Callbacks of UCX run inside {@link #poll} under the lock; what they complete for
 * the program is put aside by {@link #settleLater} and runs without the lock. Thread-safe.
 *
 * <p>One call escapes the lock: {@link #sleep} blocks, so the worker has UCX's own thread safety as well. Contended, that
 * would spin, which is why threads meet at this lock first.
 */
final class UcxWorker {
    private final ReentrantLock lock = new ReentrantLock();
    private final ConcurrentLinkedQueue<Runnable> settled = new ConcurrentLinkedQueue<>();
    private final UcpContext context;
    private final UcpWorker worker;
    private final Buffers buffers;
    /** The number of polls. Guarded by the lock, read by any thread. */
    private volatile long polls;

    private boolean closed;

    /**
     * Loads UCX and opens its devices.
     *
     * @param loopback whether UCX listens at the loopback address alone, beside shared memory
     * @throws CommException if that is impossible
     */
    UcxWorker(int ranks, boolean loopback) {
        UcxLibraries.load();
        try {
            UcpParams params = new UcpParams()
                    .requestAmFeature()
                    .requestRmaFeature()
                    .requestWakeupFeature()
                    .setMtWorkersShared(true)
                    // Its TCP would write what it reads from a socket straight to the region, and cut inside of words.
                    .setConfig("TCP_PUT_ENABLE", "n")
                    .setEstimatedNumEps(ranks);
            context = new UcpContext(loopback ? params.setConfig("NET_DEVICES", "lo") : params);
        } catch (UcxException | LinkageError e) {
            throw failure("UCX finds no device: " + e.getMessage(), e);
        }
        try {
            worker = context.newWorker(new UcpWorkerParams().requestThreadSafety());
        } catch (UcxException | LinkageError e) {
            context.close();
            throw failure("UCX makes no worker: " + e.getMessage(), e);
        }
        buffers = new Buffers(context);
    }

    static CommException failure(String what, Throwable cause) {
        return new CommException(Reason.TRANSPORT, -1, what, cause);
    }

    UcpContext context() {
        return context;
    }

    UcpWorker ucp() {
        return worker;
    }

    Buffers buffers() {
        return buffers;
    }

    /**
     * Returns the address by which other ranks make endpoints to this worker.
     *
     * @throws CommException if the worker is closed
     */
    ByteBuffer address() {
        return locked(() -> {
            checkOpen();
            ByteBuffer address = worker.getAddress();
            return ByteBuffer.allocate(address.remaining()).put(address).flip();
        });
    }

    /** Under the lock. UCX's worker is no more after {@link #close}: a call of it would end the JVM. */
    private void checkOpen() {
        if (closed) {
            throw new CommException(Reason.CLOSED, -1, "closed while joining", null);
        }
    }

    /**
     * Makes an endpoint to a peer's worker.
     *
     * @param errors whether UCX shall report a broken connection; its shared memory cannot and would not be used
     * @param handler receives broken connections, inside {@link #poll}
     * @throws CommException if the worker is closed
     */
    UcpEndpoint connect(ByteBuffer address, boolean errors, UcpEndpointErrorHandler handler) {
        ByteBuffer direct = ByteBuffer.allocateDirect(address.remaining())
                .put(address.duplicate())
                .flip();
        UcpEndpointParams params = new UcpEndpointParams().setUcpAddress(direct).setErrorHandler(handler);
        if (errors) {
            params.setPeerErrorHandlingMode();
        }
        return locked(() -> {
            checkOpen();
            return worker.newEndpoint(params);
        });
    }

    /** Runs an operation of UCX under the lock. It may not block. The caller runs {@link #settle} where it holds no lock. */
    void submit(Runnable operation) {
        lock.lock();
        try {
            operation.run();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #submit}, with a result. */
    <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            lock.unlock();
        }
    }

    boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    /**
     * Has UCX make progress once, unless another thread does so at present, and runs what has been put aside. The calling
     * thread holds no lock. Does not block.
     *
     * @return whether UCX had anything to do
     */
    boolean poll() {
        boolean any = false;
        if (lock.tryLock()) {
            try {
                polls++;
                any = !closed && progress() != 0;
            } finally {
                lock.unlock();
            }
        }
        settle();
        return any;
    }

    private int progress() {
        try {
            return worker.progress();
        } catch (Exception e) {
            throw failure("UCX failed: " + e.getMessage(), e);
        }
    }

    /** As {@link #poll} until UCX has nothing to do; waits for the lock. Returns whether it had. */
    boolean drain() {
        boolean any = false;
        lock.lock();
        try {
            while (!closed && progress() != 0) {
                any = true;
            }
        } finally {
            lock.unlock();
        }
        settle();
        return any;
    }

    /** The number of calls of {@link #poll} so far. */
    long polls() {
        return polls;
    }

    /** Puts a completion aside that runs code of the program. */
    void settleLater(Runnable completion) {
        settled.offer(completion);
    }

    /** Runs the completions that have been put aside. The calling thread holds no lock. */
    void settle() {
        for (Runnable each = settled.poll(); each != null; each = settled.poll()) {
            each.run();
        }
    }

    /** Arms the worker and blocks until UCX has something to do or {@link #wake} is called. By one thread. */
    void sleep() {
        worker.waitForEvents();
    }

    /** Ends a {@link #sleep}, this one or the next. Any thread, before {@link #close}. */
    void wake() {
        lock.lock();
        try {
            if (!closed) {
                worker.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes the worker with its endpoints, after the end of the thread that sleeps.
     *
     * @param before frees what belongs to the worker
     * @param after frees what belongs to UCX as a whole
     */
    void close(Runnable before, Runnable after) {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                before.run();
                worker.close();
                after.run();
                buffers.close();
                context.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
