package jdsm.comm.tcp;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/*
 * Handing a message from the event loop's thread to the one that waits for it, and the answer back, costs two wake-ups, each
 * as long as the message's own way. So who waits drives the loop itself for a while. At any time at most one thread drives;
 * for the loop and its channels that one is the event loop's thread. The loop's own thread drives whenever nobody else does:
 * it lets go when a program thread wants to, and looks every HAND_BACK_NANOS whether one has driven lately. A program thread
 * that leaves wakes nobody, so a message that comes while it computes may wait that long; after that the loop's own thread
 * blocks on the sockets again, and nothing waits.
 */

/** An event loop that program threads may drive in place of its own thread. */
final class SharedEventLoop extends SingleThreadIoEventLoop {
    private static final long HAND_BACK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** How long tasks may keep the loop from its sockets. */
    private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Drive drive;
    private volatile Thread own;

    private SharedEventLoop(ThreadFactory threads, IoHandlerFactory handler, Drive drive) {
        super(null, threads, handler);
        this.drive = drive;
    }

    /**
     * @param spinNanos how long whoever drives looks for work before it blocks; 0: only the loop's own thread drives
     * @param handler makes the I/O handler upon a strategy
     */
    static SharedEventLoop create(
            ThreadFactory threads, long spinNanos, Function<SelectStrategyFactory, IoHandlerFactory> handler) {
        Drive drive = new Drive(spinNanos);
        return new SharedEventLoop(threads, handler.apply(() -> drive), drive);
    }

    /** Who drives, and what the loop does where there is nothing to do. */
    private static final class Drive implements SelectStrategy {
        private final AtomicReference<Thread> driver = new AtomicReference<>();
        /** Program threads that drive or want to. */
        private final AtomicInteger wanting = new AtomicInteger();

        private final SpinStrategy spin;
        private final boolean shared;
        /** Whether the driver is a program thread; written by drivers. */
        private boolean byProgram;
        /** When a program thread last drove, in nanoseconds; 0: long ago. */
        private volatile long lastNanos;

        Drive(long spinNanos) {
            spin = new SpinStrategy(spinNanos);
            shared = spinNanos > 0;
        }

        @Override
        public int calculateStrategy(io.netty.util.IntSupplier selectNow, boolean hasTasks) throws Exception {
            if (byProgram || wanting.get() > 0) {
                int ready = selectNow.get();
                return ready > 0 ? ready : SelectStrategy.CONTINUE;
            }
            return spin.calculateStrategy(selectNow, hasTasks);
        }

        boolean take(boolean program) {
            if (driver.get() != null || !driver.compareAndSet(null, Thread.currentThread())) {
                return false;
            }
            byProgram = program;
            return true;
        }

        void leave() {
            driver.set(null);
        }
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        // Asked by super's constructor, too.
        return drive != null && drive.driver.get() == thread;
    }

    @Override
    protected void run() {
        own = Thread.currentThread();
        while (!drive.take(false)) {
            Thread.onSpinWait();
        }
        ioHandler().initialize();
        do {
            if (drive.wanting.get() > 0 && !isShuttingDown()) {
                drive.leave();
                takeBack();
            }
            runIo();
            if (isShuttingDown()) {
                ioHandler().prepareToDestroy();
            }
            runAllTasks(TASKS_NANOS);
        } while (!confirmShutdown() && !canSuspend());
    }

    /** Blocks until no program thread has driven for a while. */
    private void takeBack() {
        while (true) {
            boolean ending = isShuttingDown();
            boolean recently = drive.lastNanos != 0 && System.nanoTime() - drive.lastNanos < HAND_BACK_NANOS;
            if (ending || drive.wanting.get() == 0 && !recently) {
                if (drive.take(false)) {
                    return;
                }
            }
            LockSupport.parkNanos(this, HAND_BACK_NANOS);
        }
    }

    /**
     * Drives the loop until {@code done} or for a while, as soon as whoever drives it has let go. Not on the event loop.
     *
     * @param nanos how long to wait for the loop, and then to drive it
     * @return whether it is done
     */
    boolean drive(BooleanSupplier done, long nanos) {
        if (!drive.shared || inEventLoop() || isShuttingDown() || own == null) {
            return done.getAsBoolean();
        }
        long begin = System.nanoTime();
        boolean finished = done.getAsBoolean();
        want();
        try {
            while (!finished && System.nanoTime() - begin < nanos && !isShuttingDown()) {
                if (drive.take(true)) {
                    finished = driveUntil(done, System.nanoTime() + nanos);
                    break;
                } else {
                    if (drive.driver.get() == own) {
                        ioHandler().wakeup();
                    }
                    Thread.yield();
                    finished = done.getAsBoolean();
                }
            }
        } finally {
            wantNoLonger(finished);
        }
        return finished;
    }

    /** Whether the loop's own thread drives, which is then to be woken before a program thread can. */
    boolean isWithItsThread() {
        return drive.driver.get() == own;
    }

    /** Whether program threads may drive, and not the loop's own thread only. */
    boolean isShared() {
        return drive.shared;
    }

    /** The calling thread waits for something that the loop may bring: the loop's own thread lets go. Only where it {@link #isShared is shared}. */
    void want() {
        drive.wanting.incrementAndGet();
    }

    /** @param finished whether it waits for more soon, and not in another way from now on */
    void wantNoLonger(boolean finished) {
        drive.lastNanos = finished ? System.nanoTime() | 1 : 0;
        drive.wanting.decrementAndGet();
        if (finished) {
            runPending();
        } else {
            LockSupport.unpark(own);
        }
    }

    /** Does what there is to do now, if a program thread {@link #want wants} that and nobody drives; never waits. */
    void look() {
        if (!drive.shared || drive.wanting.get() == 0 || own == null || isShuttingDown()) {
            return;
        }
        if (drive.take(true)) {
            try {
                runIo();
                runAllTasks(TASKS_NANOS);
            } finally {
                drive.leave();
            }
        } else if (drive.driver.get() == own) {
            ioHandler().wakeup();
        }
    }

    private boolean driveUntil(BooleanSupplier done, long endNanos) {
        try {
            while (true) {
                runIo();
                runAllTasks(TASKS_NANOS);
                if (done.getAsBoolean()) {
                    return true;
                }
                if (System.nanoTime() - endNanos > 0 || isShuttingDown()) {
                    return false;
                }
                // The peer that is waited for may be on this very processor.
                Thread.yield();
            }
        } finally {
            drive.leave();
        }
    }

    /**
     * Runs queued tasks where nobody drives, so that what a program thread has just sent goes out at once. Not to be called
     * with a lock held that a task may want.
     */
    void runPending() {
        while (drive.shared && pendingTasks() > 0 && drive.driver.get() == null && own != null && !isShuttingDown()) {
            if (drive.take(true)) {
                try {
                    runAllTasks(TASKS_NANOS);
                } finally {
                    drive.lastNanos = System.nanoTime() | 1;
                    drive.leave();
                }
            }
        }
    }

    /**
     * Does what there is to do now, sockets included, where nobody drives: for a program thread that has driven the loop
     * lately and computes, so that the loop's own thread is not back yet. Costs next to nothing where somebody drives. Not
     * to be called with a lock held that a task or a handler may want.
     */
    void poll() {
        if (!drive.shared || drive.driver.get() != null || own == null || isShuttingDown() || !drive.take(true)) {
            return;
        }
        try {
            runIo();
            runAllTasks(TASKS_NANOS);
        } finally {
            drive.lastNanos = System.nanoTime() | 1;
            drive.leave();
        }
        runPending();
    }
}
