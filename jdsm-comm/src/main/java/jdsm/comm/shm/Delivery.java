package jdsm.comm.shm;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.LastResort;
import jdsm.comm.spi.Threads;

/*
 * The role of the delivering thread is free while the rank has nothing to deliver. A thread with something to deliver
 * takes the role: the rank's own thread, woken by a bell, or a waiting program thread. A thread that gives the role up
 * first declares the rank asleep and then looks at rings and tasks once more. A sender first writes and then checks
 * whether the rank is asleep. So either the sender or the receiver notices the message.
 */

/**
 * Delivers the messages and runs the tasks of one rank, on one thread at a time: a program thread that waits, or the
 * rank's own thread. The thread that holds the role is the delivery thread. Thread-safe.
 */
public final class Delivery {
    /** The number of polls between two looks at the clock, and between two yields, if each worker has a processor. */
    private static final int LOOKS = 32;

    /** The same where workers share processors, or the thread that answers runs on this processor. */
    private static final int CROWDED_LOOKS = 2;
    /**
     * How long a waiting thread keeps its processor before it yields, in nanoseconds. An answer takes less time, while
     * another thread, above all one of the compiler, would keep the processor for some milliseconds.
     */
    private static final long KEEP_NANOS = 20_000;
    /** The polls after which the rank's own thread looks whether peers have connected or ended. */
    private static final int MOST_ANSWERS = 10_000;
    /** How often a thread that gives the role up takes it again for messages that have arrived meanwhile. */
    private static final int MOST_AGAIN = 2;

    /**
     * A thread that is never started: it holds the role after {@link #end}. Not static: a thread keeps its creator's
     * class loader.
     */
    private final Thread nobody = new Thread(() -> {}, "nobody");

    /**
     * The sources of messages, above all the rings. Only the thread that holds the role calls this, except for
     * {@link #isPending}.
     */
    public interface Work {
        /** Delivers messages that have arrived. Returns whether there were any. */
        boolean poll();

        /** Whether a message waits. Any thread. */
        boolean isPending();
    }

    private final AtomicReference<Thread> role = new AtomicReference<>();
    private final Tasks tasks = new Tasks();
    /** The number of program threads that want the role while another thread holds it. */
    private final AtomicInteger wanting = new AtomicInteger();

    /** The occasion on which this rank is to be woken; only the thread that holds the role accesses it. */
    private int occasion = Comm.NO_OCCASION;

    private final long spinNanos;
    private final boolean crowded;
    private final long keepNanos;
    private final int looksPerOffer;
    private volatile Work work = new NoRings();
    private volatile Inbox inbox = Inbox.alone();
    private final Consumer<Throwable> onFailure;
    private volatile Runnable waker = () -> {};
    private volatile boolean ended;
    private final Attention attention = new Attention();
    /** Used only by the thread that holds the role. */
    private final LateBells lateBells = new LateBells();
    /** Used only by the thread that holds the role. */
    private final Neighbour neighbour = new Neighbour();

    /** Makes the delivery of a rank. A failure of the work or of a task ends the rank's Comm. */
    public static Delivery of(CommSettings settings, Arrivals arrivals) {
        return new Delivery(
                settings.spinNanos(),
                !settings.workersHaveProcessors(),
                cause -> arrivals.failed(
                        new CommException(CommException.Reason.TRANSPORT, -1, "delivering failed: " + cause, cause)));
    }

    /**
     * Starts without rings.
     *
     * @param spinNanos how long the rank's own thread polls without result before it sleeps, in nanoseconds
     * @param crowded whether workers share processors, so that polling threads must yield often
     * @param onFailure receives the exceptions of work and tasks
     */
    public Delivery(long spinNanos, boolean crowded, Consumer<Throwable> onFailure) {
        this.spinNanos = spinNanos;
        this.crowded = crowded;
        keepNanos = crowded ? 0 : KEEP_NANOS;
        looksPerOffer = crowded ? CROWDED_LOOKS : LOOKS;
        this.onFailure = onFailure;
    }

    /**
     * Adds the rings.
     *
     * @param own the file of this rank's rings
     * @param rings the work that reads them
     * @param waker wakes the rank's own thread
     */
    void open(Inbox own, Work rings, Runnable waker) {
        this.waker = waker;
        inbox = own;
        work = rings;
    }

    /** Whether the calling thread holds the role. */
    public boolean isCurrent() {
        return role.get() == Thread.currentThread();
    }

    /**
     * Takes the role if it is free. Returns whether it did; {@link #leave} must follow then. Does not block. A virtual thread
     * never gets it: it might lose its carrier to threads that compute, and nobody would deliver.
     */
    public boolean take() {
        if (role.get() != null || Threads.isVirtual() || !role.compareAndSet(null, Thread.currentThread())) {
            return false;
        }
        inbox.isAwake();
        return true;
    }

    /** Waits for the role, runs the queued work, and keeps the role for ever. */
    void end() {
        ended = true;
        while (!take()) {
            Thread.yield();
        }
        pollOnce();
        role.set(nobody);
    }

    /** Gives the role up. If messages keep arriving, it wakes the rank's own thread to take the role. */
    public void leave() {
        leave(true);
    }

    /** @param sleep whether messages have to ring the bell from now on, because no thread will look soon */
    private void leave(boolean sleep) {
        for (int again = 0; ; again++) {
            if (sleep) {
                inbox.sleeps(occasion);
            }
            role.setRelease(null);
            VarHandle.fullFence(); // pairs with the fence of senders in Inbox.mustWake, execute and defer
            if (!isPending()) {
                return;
            }
            if (again == MOST_AGAIN) {
                waker.run();
                return;
            }
            if (!take()) {
                return;
            }
            pollOnce();
        }
    }

    private boolean isPending() {
        return !tasks.isEmpty() || work.isPending();
    }

    /** Polls once, by the thread that holds the role. Throws nothing. Returns whether there was work. */
    private boolean pollOnce() {
        try {
            return workOnce();
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
            return true;
        }
    }

    private boolean workOnce() {
        boolean any = work.poll();
        return tasks.runSome() || any;
    }

    /**
     * Sets the occasion on which this rank is to be woken, from its next sleep on. By the thread that holds the role.
     */
    public void attend(int next) {
        occasion = next;
    }

    /**
     * Runs a task on the delivery thread, behind the queued ones. The calling thread runs it itself if the role is
     * free; else the thread that holds the role does. Does not wait for the role.
     */
    public void execute(Runnable task) {
        if (Threads.isVirtual()) {
            defer(task);
        } else if (take()) {
            executeHere(task);
        } else {
            tasks.offer(task);
            VarHandle.fullFence();
            help();
        }
    }

    private void executeHere(Runnable task) {
        if (tasks.isEmpty()) {
            runAtOnce(task);
        } else {
            tasks.offer(task);
            pollOnce();
        }
        leave();
    }

    private void runAtOnce(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LastResort.handle(e, onFailure);
        }
    }

    /**
     * Queues a task for the thread that holds the role, or else for the rank's own thread. Never runs it on the calling
     * thread.
     */
    public void defer(Runnable task) {
        tasks.offer(task);
        VarHandle.fullFence();
        if (role.get() == null) {
            waker.run();
        }
    }

    /** Delivers messages and runs tasks once if the role is free. Does not block. */
    public void help() {
        if (role.get() == null && isPending() && take()) {
            pollOnce();
            leave();
        }
    }

    /**
     * As {@link #help}, by a thread that will look again soon. Until then messages ring no bell. If the thread does not
     * look again, the rank's own thread has them ring again within two ticks.
     */
    public void look() {
        if (Threads.isVirtual()) {
            return;
        }
        if (!take()) {
            attention.passed();
            return;
        }
        pollOnce();
        boolean begins = attention.looked();
        leave(false);
        if (begins) {
            waker.run();
        }
    }

    /** Whether the rank's own thread has to call {@link #tick} after {@link Attention#TICK_MILLIS}. */
    boolean ticks() {
        return attention.ticks();
    }

    /** Has messages ring the bell again if no thread has looked since the last tick. By the rank's own thread. */
    void tick() {
        boolean lost = attention.isLost();
        if (isPending()) {
            answer();
        } else if (lost && take()) {
            leave();
        }
    }

    /** Delivers until no message arrives for a while. The rank's own thread calls this when the bell has rung. */
    void answer() {
        if (take()) {
            int passes = attention.passes();
            deliver(() -> wanting.get() > 0 || attention.passes() != passes, 0, spinNanos, MOST_ANSWERS);
            leave();
        }
    }

    /**
     * Delivers, or waits for the role, until {@code done} returns true. By a program thread.
     *
     * @param nanos how long to go on without a message, in nanoseconds
     * @return whether {@code done} has returned true
     */
    public boolean progress(BooleanSupplier done, long nanos) {
        if (done.getAsBoolean()) {
            return true;
        }
        if (isCurrent()) {
            return false;
        }
        if (take()) {
            return deliverUntil(done, nanos);
        }
        boolean finished = false;
        long end = System.nanoTime() + nanos;
        wanting.incrementAndGet();
        try {
            do {
                if (take()) {
                    return deliverUntil(done, nanos);
                }
                Thread.yield();
                finished = done.getAsBoolean();
            } while (!finished && !ended && System.nanoTime() - end < 0);
        } finally {
            wanting.decrementAndGet();
        }
        return finished;
    }

    /**
     * As {@link #progress(BooleanSupplier, long)}, but runs a task first, as by {@link #execute}. While the calling
     * thread polls afterwards, a sleeping peer to which the task has sent a message is woken only after a short time.
     */
    public boolean progress(Runnable first, BooleanSupplier done, long nanos) {
        if (crowded || !take()) {
            execute(first);
            return progress(done, nanos);
        }
        lateBells.begin();
        tasks.offer(first);
        return deliverUntil(done, nanos);
    }

    /**
     * Whether the calling thread rings the bell of a sleeping peer later, because it polls and the peer may look for
     * messages by itself meanwhile.
     */
    boolean ringsLater(Link link) {
        return isCurrent() && lateBells.add(link);
    }

    /** Delivers on a program thread that has taken the role, and gives the role up. */
    private boolean deliverUntil(BooleanSupplier done, long nanos) {
        boolean finished;
        try {
            finished = deliver(done, keepNanos, nanos, Integer.MAX_VALUE);
        } finally {
            lateBells.end();
            leave();
        }
        return finished || done.getAsBoolean();
    }

    /**
     * Polls until {@code done} returns true. By the thread that holds the role.
     *
     * @param keep how long to poll without result before yielding the processor, in nanoseconds
     * @param nanos how long to poll without result before giving up, in nanoseconds
     * @param looks the most polls
     * @return whether {@code done} has returned true
     */
    private boolean deliver(BooleanSupplier done, long keep, long nanos, int looks) {
        long idleSince = 0;
        neighbour.begin();
        for (int idle = 0, looked = 0; !ended && looked < looks; idle++, looked++) {
            if (pollOnce()) {
                neighbour.answered();
                idle = 0;
                idleSince = 0;
            }
            if (done.getAsBoolean()) {
                return true;
            }
            lateBells.ringIfLate();
            int offer = neighbour.isHere() ? CROWDED_LOOKS : looksPerOffer;
            if (idle % offer == offer - 1) {
                long now = System.nanoTime() | 1;
                idleSince = idleSince == 0 ? now : idleSince;
                if (now - idleSince >= nanos) {
                    return false;
                }
                if (crowded) {
                    Thread.yield();
                } else if (now - idleSince >= keep || neighbour.isHere()) {
                    // The awaited rank may need this processor.
                    neighbour.letRun(now);
                }
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }
}
