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
import jdsm.comm.spi.Threads;

/*
 * To hand a message from the event loop's thread to a waiting thread, and the answer back, costs two wake-ups, each as
 * long as the message's transfer. So a waiting program thread drives the loop itself for a while. At any time at most
 * one thread drives the loop; for Netty, that thread is the event loop's thread. The loop's own thread lets go when a
 * program thread wants to drive, and checks every HAND_BACK_NANOS whether a program thread has driven recently. If not,
 * it drives again and blocks on the sockets. A program thread that stops driving wakes no other thread, so a message
 * that arrives then may wait for HAND_BACK_NANOS.
 */

/** An event loop that program threads may drive in place of its own thread. */
final class SharedEventLoop extends SingleThreadIoEventLoop {
    private static final long HAND_BACK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** The longest time for tasks between two looks at the sockets. */
    private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Drive drive;
    private volatile Thread own;

    private SharedEventLoop(ThreadFactory threads, IoHandlerFactory handler, Drive drive) {
        super(null, threads, handler);
        this.drive = drive;
    }

    /**
     * Makes an event loop; its own thread starts with the first task.
     *
     * @param spinNanos how long the loop's own thread polls before it blocks, in nanoseconds; 0: program threads do not
     *     drive
     * @param handler makes the I/O handler with a given strategy
     */
    static SharedEventLoop create(
            ThreadFactory threads, long spinNanos, Function<SelectStrategyFactory, IoHandlerFactory> handler) {
        Drive drive = new Drive(spinNanos);
        return new SharedEventLoop(threads, handler.apply(() -> drive), drive);
    }

    /** The role of the driver, and the strategy of the loop while it is idle. */
    private static final class Drive implements SelectStrategy {
        private final AtomicReference<Thread> driver = new AtomicReference<>();
        /** The number of program threads that drive or want to drive. */
        private final AtomicInteger wanting = new AtomicInteger();

        private final SpinStrategy spin;
        private final boolean shared;
        /** Whether the driver is a program thread; only the driver writes it. */
        private boolean byProgram;
        /** The time at which a program thread last drove, by {@link System#nanoTime}; 0: long ago. */
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
            if (driver.get() != null || Threads.isVirtual() || !driver.compareAndSet(null, Thread.currentThread())) {
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
        // The super constructor calls this before drive is set.
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
        if (isShuttingDown()) {
            // It may have begun behind the look at it above. A connection that waits to send what precedes its end is
            // still open.
            ioHandler().prepareToDestroy();
        }
    }

    /** Blocks until no program thread has driven for HAND_BACK_NANOS, then drives again. */
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
     * Drives the loop until {@code done} returns true or the time is over. Waits first until the present driver has let
     * go. On the event loop it only evaluates {@code done}.
     *
     * @param nanos the longest time to wait for the loop, and then to drive it, in nanoseconds
     * @return the last result of {@code done}
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

    /** Whether the loop's own thread drives. It must then be woken before a program thread can drive. */
    boolean isWithItsThread() {
        return drive.driver.get() == own;
    }

    /** Whether program threads may drive. */
    boolean isShared() {
        return drive.shared;
    }

    /**
     * Makes the loop's own thread let go until {@link #wantNoLonger}: the calling thread waits for a message and polls.
     * Only if {@link #isShared}.
     */
    void want() {
        drive.wanting.incrementAndGet();
    }

    /**
     * Ends {@link #want}.
     *
     * @param finished true if the calling thread has got its message and may wait for another one soon; false if it
     *     blocks now
     */
    void wantNoLonger(boolean finished) {
        drive.lastNanos = finished ? System.nanoTime() | 1 : 0;
        drive.wanting.decrementAndGet();
        if (finished) {
            runPending();
        } else {
            LockSupport.unpark(own);
        }
    }

    /**
     * Reads sockets and runs tasks once if a program thread {@link #want wants} that and no thread drives. Does not
     * block.
     */
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
                // The awaited peer may need this processor.
                Thread.yield();
            }
        } finally {
            drive.leave();
        }
    }

    /**
     * Runs queued tasks if no thread drives, so that a message that a program thread has just sent leaves at once. The
     * caller must hold no lock that a task may take.
     */
    void runPending() {
        while (drive.shared
                && !Threads.isVirtual()
                && pendingTasks() > 0
                && drive.driver.get() == null
                && own != null
                && !isShuttingDown()) {
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
     * Reads sockets and runs tasks once if no thread drives: for a program thread that has driven recently and computes
     * now, while the loop's own thread has not come back yet. Costs only reads of fields if another thread drives. The
     * caller must hold no lock that a task or a handler may take.
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
