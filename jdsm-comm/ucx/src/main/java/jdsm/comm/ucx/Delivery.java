package jdsm.comm.ucx;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapMessage;
import jdsm.comm.spi.LastResort;
import jdsm.comm.spi.Threads;
import jdsm.comm.spi.TransportKinds;

/*
 * Two kinds of work, so that remote memory is served while a handler runs. Progress of UCX: by every thread that waits,
 * else by the progress thread, which sleeps in UCX while there is nothing to do. Delivery of messages and tasks: by one
 * thread at a time, which holds the role: a program thread that waits, else the delivery thread.
 *
 * The progress thread gives way to threads that wait: while the number of their polls grows it parks. A waiting thread
 * that stops unparks it. One that is held up in a handler polls no more, which the progress thread notices at its next
 * look.
 */

/** Delivers the messages and runs the tasks of one rank, and has its UCX worker make progress. Thread-safe. */
final class Delivery {
    /** The number of polls between two looks at the clock. */
    private static final int LOOKS = 16;

    private static final int CROWDED_LOOKS = 2;
    /** How long a waiting thread keeps its processor before it yields, in nanoseconds. */
    private static final long KEEP_NANOS = 20_000;
    /** How long a thread that awaits remote memory polls before it blocks, in nanoseconds. */
    private static final long AWAIT_NANOS = 200_000;
    /** The time between two looks of the progress thread at threads that poll, in nanoseconds. */
    private static final long LOOK_NANOS = 1_000_000;

    /** A thread that is never started: it holds the role after {@link #end}. */
    private final Thread nobody = new Thread(() -> {}, "nobody");

    private final AtomicReference<Thread> role = new AtomicReference<>();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Incoming.Arrived> arrived = new ConcurrentLinkedQueue<>();
    private final Arrivals arrivals;
    private final Consumer<Incoming.Arrived> delivered;
    private final Consumer<Throwable> onFailure;
    private final long spinNanos;
    private final boolean crowded;
    private final UcxWorker worker;
    private final Thread deliverer;
    private final Thread progressor;
    /** Whether messages may be delivered: all peers are connected. */
    private volatile boolean open;

    private volatile boolean ended;
    /** Whether the progress thread is about to sleep in UCX, or does. */
    private volatile boolean asleep;
    /** Whether the progress thread parks because other threads poll. */
    private volatile boolean aside;

    /**
     * @param delivered is told of each message after its delivery
     * @param onFailure receives exceptions of UCX and of tasks
     */
    Delivery(
            CommSettings settings,
            UcxWorker worker,
            Arrivals arrivals,
            Consumer<Incoming.Arrived> delivered,
            Consumer<Throwable> onFailure) {
        this.worker = worker;
        this.arrivals = arrivals;
        this.delivered = delivered;
        this.onFailure = onFailure;
        spinNanos = settings.spinNanos();
        crowded = !settings.workersHaveProcessors();
        deliverer = thread(this::deliverArrived, "jdsm-delivery-" + settings.rank());
        progressor = thread(this::makeProgress, "jdsm-ucx-" + settings.rank());
    }

    private static Thread thread(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    void begin() {
        deliverer.start();
        progressor.start();
    }

    /** Starts to deliver messages. */
    void open() {
        open = true;
        LockSupport.unpark(deliverer);
    }

    /** Takes a message that is whole. Inside a callback of UCX. */
    void arrived(Incoming.Arrived message) {
        arrived.offer(message);
        unparkDelivery();
    }

    /** After something was queued: wakes the delivery thread, unless a thread has the role and will see it. */
    private void unparkDelivery() {
        VarHandle.fullFence(); // pairs with that of leave
        if (role.get() == null) {
            LockSupport.unpark(deliverer);
        }
    }

    boolean isCurrent() {
        return role.get() == Thread.currentThread();
    }

    private boolean take() {
        return role.get() == null && role.compareAndSet(null, Thread.currentThread());
    }

    private void leave() {
        role.set(null);
        VarHandle.fullFence(); // pairs with those of execute and unparkDelivery
        if (isPending()) {
            LockSupport.unpark(deliverer);
        }
    }

    private boolean isPending() {
        return !tasks.isEmpty() || open && !arrived.isEmpty();
    }

    /** Runs a task on the delivery thread, behind the queued ones; on the calling thread if the role is free. */
    void execute(Runnable task) {
        tasks.offer(task);
        VarHandle.fullFence();
        if (worker.isHeld()) {
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
        unparkDelivery();
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
        worker.poll();
        help();
    }

    /** Delivers all messages that UCX has. By the thread that holds the role. */
    void drain() {
        worker.drain();
        deliverMessages();
    }

    /** Runs queued work once. By the thread that holds the role. Throws nothing. */
    private boolean deliver() {
        boolean any = false;
        try {
            any = deliverMessages();
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                any = true;
                task.run();
            }
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
        }
        return any;
    }

    private boolean deliverMessages() {
        boolean any = false;
        Incoming.Arrived message = open ? arrived.poll() : null;
        while (message != null) {
            any = true;
            if (message.kind() == TransportKinds.PROGRAM) {
                arrivals.programMessage(new HeapMessage(message.from(), message.bytes()));
            } else {
                arrivals.message(
                        message.from(),
                        message.kind(),
                        ByteBuffer.wrap(message.bytes()).order(ByteOrder.LITTLE_ENDIAN));
            }
            delivered.accept(message);
            message = arrived.poll();
        }
        return any;
    }

    private boolean pollUcx() {
        try {
            return worker.poll();
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
            return false;
        }
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
        long end = System.nanoTime() + nanos;
        while (!ended) {
            if (take()) {
                try {
                    return deliverUntil(done, nanos);
                } finally {
                    leave();
                    unparkProgress();
                }
            }
            Thread.yield();
            if (done.getAsBoolean()) {
                return true;
            }
            if (System.nanoTime() - end >= 0) {
                return false;
            }
        }
        return done.getAsBoolean();
    }

    /** A thread that has polled stops: the progress thread takes over. */
    void unparkProgress() {
        if (aside) {
            LockSupport.unpark(progressor);
        }
    }

    private boolean deliverUntil(BooleanSupplier done, long nanos) {
        long idleSince = 0;
        int offer = crowded ? CROWDED_LOOKS : LOOKS;
        for (int idle = 1; !ended; idle++) {
            boolean any = pollUcx();
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

    /**
     * Has UCX make progress until {@code done} returns true; delivers nothing, so the delivery thread may call this.
     * Blocks.
     */
    void await(BooleanSupplier done) {
        long begin = System.nanoTime();
        for (int looks = 1; !done.getAsBoolean(); looks++) {
            pollUcx();
            if (looks % LOOKS > 0) {
                Thread.onSpinWait();
            } else if (System.nanoTime() - begin < AWAIT_NANOS) {
                Thread.yield();
            } else {
                wakeProgress();
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
        unparkProgress();
    }

    /** The body of the delivery thread. */
    private void deliverArrived() {
        while (!ended) {
            if (isPending() && take()) {
                try {
                    deliverUntil(() -> false, spinNanos);
                } finally {
                    leave();
                    unparkProgress();
                }
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** The body of the progress thread. */
    private void makeProgress() {
        long seen = -1;
        try {
            while (!ended) {
                long polls = worker.polls();
                if (polls != seen && seen >= 0) {
                    aside = true;
                    LockSupport.parkNanos(this, LOOK_NANOS);
                    aside = false;
                    seen = polls == worker.polls() ? -1 : worker.polls();
                    if (seen >= 0) {
                        continue;
                    }
                }
                asleep = true;
                boolean any = worker.drain();
                if (!any && !ended) {
                    worker.sleep();
                }
                asleep = false;
                seen = worker.polls();
            }
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
        }
    }

    /** Has the progress thread look at UCX anew: an operation is under way that no other thread attends to. */
    void wakeProgress() {
        if (asleep) {
            worker.wake();
        } else {
            unparkProgress();
        }
    }

    /** Runs the queued work and ends both threads. Blocks until they have ended. Not on the delivery thread. */
    void end() {
        while (!take()) {
            Thread.yield();
        }
        deliver();
        role.set(nobody);
        ended = true;
        LockSupport.unpark(deliverer);
        LockSupport.unpark(progressor);
        worker.wake();
        Threads.join(deliverer);
        Threads.join(progressor);
        worker.settle();
    }
}
