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
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/*
 * Nobody has the role while there is nothing to do: whoever has something to do takes it, be it the rank's own thread that the
 * bell has woken or a program thread that waits. Who gives it up first declares the rank asleep and then looks once more;
 * who sends first writes and then looks whether the rank is asleep: one of the two sees the other.
 */

/** Who delivers: one thread at a time, whichever has something to wait for. */
public final class Delivery {
    private static final int QUEUE_CHUNK = 256;
    /** Between two looks at the clock, and offers of the processor to others; and where these have none of their own. */
    private static final int LOOKS = 32;

    private static final int CROWDED_LOOKS = 2;
    /**
     * How long who waits keeps his processor: an answer takes less, and whoever is let in, a compiler thread above all, would
     * keep the processor for some milliseconds.
     */
    private static final long KEEP_NANOS = 20_000;
    /** Looks after which the rank's own thread sees whether peers have come or gone. */
    private static final int MOST_ANSWERS = 10_000;
    /** How often who has done his part does what has come meanwhile. */
    private static final int MOST_AGAIN = 2;
    /** So that no flood of tasks keeps the rings waiting. */
    private static final int MOST_TASKS = 256;

    /** Never started: has the role when all is over. Not static, for a thread keeps the class loader of who made it. */
    private final Thread nobody = new Thread(() -> {}, "nobody");

    /** What there is to look at: the rings, above all. */
    public interface Work {
        /** Does what there is to do. @return whether there was something */
        boolean poll();

        /** Whether there is something to do. */
        boolean isPending();
    }

    private static final Work NO_RINGS = new Work() {
        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public boolean isPending() {
            return false;
        }
    };

    private final AtomicReference<Thread> role = new AtomicReference<>();
    private final MpscUnboundedAtomicArrayQueue<Runnable> tasks = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);
    /** Program threads that want the role and have found it taken. */
    private final AtomicInteger wanting = new AtomicInteger();

    /** On which occasion this rank is to be woken; his who has the role. */
    private int occasion = Comm.NO_OCCASION;

    private final long spinNanos;
    private final long keepNanos;
    private final int looksPerOffer;
    private volatile Work work = NO_RINGS;
    private volatile Inbox inbox = Inbox.alone();
    private final Consumer<Throwable> onFailure;
    private volatile Runnable waker = () -> {};
    private volatile boolean ended;

    /** As a rank's settings say; what goes wrong ends its Comm. */
    public static Delivery of(CommSettings settings, Arrivals arrivals) {
        return new Delivery(
                settings.spinNanos(),
                !settings.workersHaveProcessors(),
                cause -> arrivals.failed(
                        new CommException(CommException.Reason.TRANSPORT, -1, "delivering failed: " + cause, cause)));
    }

    /**
     * @param spinNanos how long who delivers looks for work in vain
     * @param crowded whether others have to have the processor that is looked from
     * @param onFailure is told what work or a task has thrown
     */
    public Delivery(long spinNanos, boolean crowded, Consumer<Throwable> onFailure) {
        this.spinNanos = spinNanos;
        keepNanos = crowded ? 0 : KEEP_NANOS;
        looksPerOffer = crowded ? CROWDED_LOOKS : LOOKS;
        this.onFailure = onFailure;
    }

    /**
     * There are rings.
     *
     * @param waker wakes the rank's own thread
     */
    void open(Inbox own, Work rings, Runnable waker) {
        this.waker = waker;
        inbox = own;
        work = rings;
    }

    public boolean isCurrent() {
        return role.get() == Thread.currentThread();
    }

    /** Takes the role, if nobody has it; {@link #leave} follows then. */
    public boolean take() {
        if (role.get() != null || !role.compareAndSet(null, Thread.currentThread())) {
            return false;
        }
        inbox.isAwake();
        return true;
    }

    /** Takes the role as soon as whoever has it gives it up, does what is queued, and lets nobody have it any more. */
    void end() {
        ended = true;
        while (!take()) {
            Thread.yield();
        }
        pollOnce();
        role.set(nobody);
    }

    /** Gives the role up; to the rank's own thread, if there is always something left to do. */
    public void leave() {
        for (int again = 0; ; again++) {
            inbox.sleeps(occasion);
            role.setRelease(null);
            VarHandle.fullFence(); // the one that both need
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

    /** By who has the role. Throws nothing. @return whether there was something to do */
    private boolean pollOnce() {
        try {
            return workOnce();
        } catch (Throwable e) {
            failed(e);
            return true;
        }
    }

    private void failed(Throwable cause) {
        try {
            onFailure.accept(cause);
        } catch (Throwable again) {
            cause.addSuppressed(again);
        }
    }

    private boolean workOnce() {
        boolean any = work.poll();
        for (int i = 0; i < MOST_TASKS; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                return any;
            }
            task.run();
            any = true;
        }
        return true;
    }

    /** On which occasion this rank is to be woken, from the next sleep on. By who has the role. */
    public void attend(int next) {
        occasion = next;
    }

    /** Runs a task if nobody delivers and none is queued; else queues it, and runs what is queued if nobody delivers. */
    public void execute(Runnable task) {
        if (!take()) {
            tasks.offer(task);
            VarHandle.fullFence();
            help();
            return;
        }
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
            failed(e);
        }
    }

    /** Queues a task for whoever delivers, or else for the rank's own thread. */
    void defer(Runnable task) {
        tasks.offer(task);
        VarHandle.fullFence();
        if (role.get() == null) {
            waker.run();
        }
    }

    /** Does what there is to do, if nobody is at it. */
    public void help() {
        if (role.get() == null && isPending() && take()) {
            pollOnce();
            leave();
        }
    }

    /** The bell has rung: delivers until there is nothing to do for a while. By the rank's own thread. */
    void answer() {
        if (take()) {
            deliver(() -> wanting.get() > 0, 0, spinNanos, MOST_ANSWERS);
            leave();
        }
    }

    /**
     * Delivers until {@code done}, or for a while. By a program thread.
     *
     * @return whether it is done
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

    /** By a program thread that has taken the role; gives it up. */
    private boolean deliverUntil(BooleanSupplier done, long nanos) {
        boolean finished;
        try {
            finished = deliver(done, keepNanos, nanos, Integer.MAX_VALUE);
        } finally {
            leave();
        }
        return finished || done.getAsBoolean();
    }

    /**
     * By who has the role: until done, or for a while in vain.
     *
     * @param keep for how many nanoseconds to keep the processor meanwhile
     * @param nanos after which to give up
     * @param looks how often to look at most
     */
    private boolean deliver(BooleanSupplier done, long keep, long nanos, int looks) {
        long idleSince = 0;
        for (int idle = 0, looked = 0; !ended && looked < looks; idle++, looked++) {
            if (pollOnce()) {
                idle = 0;
                idleSince = 0;
            }
            if (done.getAsBoolean()) {
                return true;
            }
            if (idle % looksPerOffer == looksPerOffer - 1) {
                long now = System.nanoTime() | 1;
                idleSince = idleSince == 0 ? now : idleSince;
                if (now - idleSince >= nanos) {
                    return false;
                }
                if (now - idleSince >= keep) {
                    // Whoever is waited for may be on this very processor.
                    Thread.yield();
                }
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }
}
