package jdsm.comm.ucx;

import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.LastResort;
import jdsm.comm.spi.Threads;

/*
 * Two kinds of work, so that remote memory is served while a handler runs. Progress of UCX: see Progress. Delivery of
 * messages and tasks: by one thread at a time, which holds the role: a program thread that waits, else the delivery
 * thread.
 */

/** Delivers the messages and runs the tasks of one rank. Thread-safe. */
final class Delivery {
    /** The number of polls between two looks at the clock. */
    private static final int LOOKS = 16;

    private static final int CROWDED_LOOKS = 2;
    /** How long a waiting thread keeps its processor before it yields, in nanoseconds. */
    private static final long KEEP_NANOS = 20_000;
    /** A thread that is never started: it holds the role after {@link #end}. */
    private final Thread nobody = new Thread(() -> {}, "nobody");

    private final AtomicReference<Thread> role = new AtomicReference<>();
    /** The number of program threads that want the role while another thread holds it. */
    private final AtomicInteger wanting = new AtomicInteger();

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Inbox inbox;
    private final Progress progress;
    private final Consumer<Throwable> onFailure;
    private final long spinNanos;
    private final boolean crowded;
    private final UcxWorker worker;
    private final Thread deliverer;
    private volatile boolean ended;

    /**
     * @param inbox has the messages
     * @param onFailure receives exceptions of messages and tasks
     */
    Delivery(CommSettings settings, UcxWorker worker, Progress progress, Inbox inbox, Consumer<Throwable> onFailure) {
        this.worker = worker;
        this.progress = progress;
        this.inbox = inbox;
        this.onFailure = onFailure;
        spinNanos = settings.spinNanos();
        crowded = !settings.workersHaveProcessors();
        deliverer = new Thread(this::deliverArrived, "jdsm-delivery-" + settings.rank());
        deliverer.setDaemon(true);
    }

    void begin() {
        deliverer.start();
    }

    /** After something was queued: wakes the delivery thread, unless a thread has the role and will see it. */
    void unpark() {
        VarHandle.fullFence(); // pairs with that of leave
        if (role.get() == null) {
            LockSupport.unpark(deliverer);
        }
    }

    boolean isCurrent() {
        return role.get() == Thread.currentThread();
    }

    private boolean take() {
        return role.get() == null && !Threads.isVirtual() && role.compareAndSet(null, Thread.currentThread());
    }

    private void leave() {
        role.set(null);
        VarHandle.fullFence(); // pairs with those of execute and unpark
        if (isPending()) {
            LockSupport.unpark(deliverer);
        }
    }

    private boolean isPending() {
        return !tasks.isEmpty() || inbox.isPending();
    }

    /** Runs a task on the delivery thread, behind the queued ones; on the calling thread if the role is free. */
    void execute(Runnable task) {
        tasks.offer(task);
        VarHandle.fullFence();
        if (worker.isHeld() || Threads.isVirtual()) {
            LockSupport.unpark(deliverer);
        } else {
            help();
        }
    }

    /**
     * Runs a task on the delivery thread, behind the queued ones; never on the calling thread, which must not come into a
     * handler of the program.
     */
    void defer(Runnable task) {
        tasks.offer(task);
        unpark();
    }

    /** Delivers messages and runs tasks once if the role is free. The calling thread holds no lock. Does not block. */
    void help() {
        if (isPending() && take()) {
            try {
                deliver();
            } finally {
                leave();
            }
        }
    }

    /** As {@link #help}; first has UCX make progress. */
    void poll() {
        if (Threads.isVirtual()) {
            return;
        }
        worker.poll();
        help();
    }

    /** Runs queued work once. By the thread that holds the role. Throws nothing. */
    private boolean deliver() {
        boolean any = false;
        try {
            any = inbox.deliver();
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                any = true;
                task.run();
            }
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
        }
        return any;
    }

    /**
     * Delivers, or waits for the role, until {@code done} returns true. By a program thread.
     *
     * @param nanos how long to go on without a message, in nanoseconds
     * @return the last result of {@code done}
     */
    boolean progress(BooleanSupplier done, long nanos) {
        if (done.getAsBoolean() || isCurrent()) {
            return done.getAsBoolean();
        }
        if (take()) {
            return deliverAsHolder(done, nanos);
        }
        long end = System.nanoTime() + nanos;
        wanting.incrementAndGet();
        try {
            while (!ended) {
                if (take()) {
                    return deliverAsHolder(done, nanos);
                }
                Thread.yield();
                if (done.getAsBoolean()) {
                    return true;
                }
                if (System.nanoTime() - end >= 0) {
                    return false;
                }
            }
        } finally {
            wanting.decrementAndGet();
        }
        return done.getAsBoolean();
    }

    /** Delivers on a thread that has taken the role, and gives the role up. */
    private boolean deliverAsHolder(BooleanSupplier done, long nanos) {
        progress.begins();
        try {
            return deliverUntil(done, nanos);
        } finally {
            leave();
            progress.rest();
        }
    }

    private boolean deliverUntil(BooleanSupplier done, long nanos) {
        long idleSince = 0;
        int offer = crowded ? CROWDED_LOOKS : LOOKS;
        for (int idle = 1; !ended; idle++) {
            boolean any = progress.poll();
            if (deliver() || any) {
                idle = 0;
                idleSince = 0;
            }
            if (done.getAsBoolean()) {
                return true;
            }
            if (idle % offer == offer - 1) {
                long now = System.nanoTime() | 1;
                idleSince = idleSince == 0 ? now : idleSince;
                if (now - idleSince >= nanos) {
                    return false;
                }
                if (crowded || now - idleSince >= KEEP_NANOS) {
                    Thread.yield();
                }
            } else {
                Thread.onSpinWait();
            }
        }
        return done.getAsBoolean();
    }

    /** The body of the delivery thread. It leaves the role to program threads that want it: two threads that poll would share a processor. */
    private void deliverArrived() {
        while (!ended) {
            if (isPending() && take()) {
                deliverAsHolder(() -> wanting.get() > 0, spinNanos);
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Runs the queued work and ends the thread. Blocks until it has ended. Not on the delivery thread. */
    void end() {
        while (!take()) {
            Thread.yield();
        }
        deliver();
        role.set(nobody);
        ended = true;
        LockSupport.unpark(deliverer);
        Threads.join(deliverer);
        worker.settle();
    }
}
