package jdsm.comm.ucx;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.spi.LastResort;
import jdsm.comm.spi.Threads;

/*
 * The progress thread gives way to threads that poll: while there are any it parks, for longer and longer, and looks
 * again. It must not sleep in UCX meanwhile, for then each message would cost its sender a system call. A thread that
 * stops polling unparks it if the next look is far: a thread that waits for one answer after the other stops and begins
 * again within a microsecond. A thread that is held up in a handler polls no more, which the progress thread notices.
 */

/**
 * Has the UCX worker of one rank make progress: by every thread that waits, else by a thread of its own, which sleeps in
 * UCX while there is nothing to do. Thread-safe.
 */
final class Progress {
    /** The number of polls between two looks at the clock. */
    private static final int LOOKS = 16;

    /** How long a thread that awaits remote memory polls before it blocks, in nanoseconds. */
    private static final long AWAIT_NANOS = 200_000;
    /** The longest time between two looks of the progress thread at threads that poll, in nanoseconds. */
    private static final long LOOK_NANOS = 1_000_000;
    /** The shortest; a thread that stops polling waits for that. */
    private static final long NEAR_NANOS = 50_000;

    private final UcxWorker worker;
    private final Consumer<Throwable> onFailure;
    private final Thread thread;
    private volatile boolean ended;
    /** Whether the thread is about to sleep in UCX, or does. */
    private volatile boolean asleep;
    /** For how long the thread parks because other threads poll, in nanoseconds; 0 if it does not. */
    private volatile long aside;
    /** Whether a thread has stopped polling since the progress thread's last look. Set without regard to others. */
    private volatile boolean stopped;
    /** The number of threads that poll. */
    private final AtomicInteger polling = new AtomicInteger();

    /** @param onFailure receives exceptions of UCX */
    Progress(int rank, UcxWorker worker, Consumer<Throwable> onFailure) {
        this.worker = worker;
        this.onFailure = onFailure;
        thread = new Thread(this::run, "jdsm-ucx-" + rank);
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    /** Has UCX make progress once, unless another thread does. The calling thread holds no lock. Throws nothing. */
    boolean poll() {
        try {
            return worker.poll();
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
            return false;
        }
    }

    /** A thread begins to poll. {@link #rest} must follow. */
    void begins() {
        polling.incrementAndGet();
    }

    /** A thread that has polled stops: the progress thread takes over, at once or at its next look if that is near. */
    void rest() {
        polling.decrementAndGet();
        takeOver();
    }

    private void takeOver() {
        if (!stopped) {
            stopped = true;
        }
        if (aside > NEAR_NANOS) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Has UCX make progress until {@code done} returns true; delivers nothing, so the delivery thread may call this.
     * Blocks.
     */
    void await(BooleanSupplier done) {
        if (done.getAsBoolean()) {
            return;
        }
        begins();
        try {
            pollUntil(done);
        } finally {
            rest();
        }
    }

    private void pollUntil(BooleanSupplier done) {
        long begin = System.nanoTime();
        for (int looks = 1; !done.getAsBoolean(); looks++) {
            poll();
            if (looks % LOOKS > 0) {
                Thread.onSpinWait();
            } else if (System.nanoTime() - begin < AWAIT_NANOS) {
                Thread.yield();
            } else {
                polling.decrementAndGet();
                wake();
                LockSupport.parkNanos(this, LOOK_NANOS);
                begins();
            }
        }
    }

    /** The body of the thread. */
    private void run() {
        try {
            while (!ended) {
                giveWay();
                asleep = true;
                boolean any = worker.drain();
                if (!any && !ended) {
                    worker.sleep();
                }
                asleep = false;
            }
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
        }
    }

    /** Parks while threads poll, and until none has polled between two looks: most begin again at once. */
    private void giveWay() {
        long look = NEAR_NANOS;
        long seen = worker.polls();
        boolean moved = false;
        while ((moved || polling.get() > 0) && !ended) {
            aside = look;
            LockSupport.parkNanos(this, look);
            aside = 0;
            long polls = worker.polls();
            moved = polls != seen;
            if (!moved && look == LOOK_NANOS) {
                return; // they are held up
            }
            look = stopped ? NEAR_NANOS : Math.min(LOOK_NANOS, 2 * look);
            stopped = false;
            seen = polls;
        }
    }

    /** Has the thread look at UCX anew: an operation is under way that no other thread attends to. */
    void wake() {
        if (asleep) {
            worker.wake();
        } else {
            takeOver();
        }
    }

    /** Ends the thread. Blocks until it has ended. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
        worker.wake();
        Threads.join(thread);
    }
}
