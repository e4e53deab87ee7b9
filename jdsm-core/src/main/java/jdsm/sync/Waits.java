package jdsm.sync;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jdsm.JobEndedException;

/*
 * What is said of a wait costs nothing unless a report is made: it is a supplier, asked by the thread that reports.
 */

/**
 * How threads of a rank wait for the runtime: until what they wait for is there, or the job has failed. Knows who waits for
 * what. Thread-safe.
 */
public final class Waits {
    /** Nothing of the kind: no unit, no barrier. */
    public static final int NONE = -1;

    /** The reason of a wait: in words, and with the unit or the barrier that reports compare with other threads' reasons. */
    interface What extends Supplier<String> {
        /** The unit that the wait is for, or {@link #NONE}. */
        default int unit() {
            return NONE;
        }

        /** The number of the barrier, or {@link #NONE}. */
        default int barrier() {
            return NONE;
        }
    }

    /**
     * A wait that is going on.
     *
     * @param what in words
     * @param unit the unit that the wait is for, or {@link #NONE}
     * @param barrier the number of the barrier, or {@link #NONE}
     * @param ends whether it ends by itself, after a time
     */
    public record Waiting(Thread thread, long nanos, String what, int unit, int barrier, boolean ends) {}

    private final Map<Thread, Wait> waiting = new ConcurrentHashMap<>();
    private final Predicate<BooleanSupplier> progress;
    private volatile JobEndedException failure;

    /** @param progress lets a waiting thread help the transport for a while; true if done, see {@link jdsm.comm.Comm#progress} */
    public Waits(Predicate<BooleanSupplier> progress) {
        this.progress = progress;
    }

    /**
     * Blocks until {@code done}; who makes it true calls {@link #wake} for the thread. Interrupts are kept for afterwards.
     *
     * @param what says what is waited for; called when a report is made
     * @return how long it took, in nanoseconds
     * @throws JobEndedException if the job fails first
     */
    public long await(BooleanSupplier done, Supplier<String> what) {
        long begin = System.nanoTime();
        if (!progress.test(done)) {
            park(begin, done, what);
        }
        return System.nanoTime() - begin;
    }

    /**
     * As {@link #await(BooleanSupplier, Supplier)}, of a wait for a unit.
     *
     * @param unit the unit's id
     */
    public long await(BooleanSupplier done, Supplier<String> what, int unit) {
        long begin = System.nanoTime();
        if (!progress.test(done)) {
            park(begin, done, new OfUnit(what, unit));
        }
        return System.nanoTime() - begin;
    }

    private record OfUnit(Supplier<String> text, int unit) implements What {
        @Override
        public String get() {
            return text.get();
        }
    }

    /**
     * As {@link #await}, for who waits while others of the rank use the transport: leaves it, and the processor, to them.
     *
     * @throws JobEndedException if the job fails first
     */
    public void awaitAside(BooleanSupplier done, Supplier<String> what) {
        park(System.nanoTime(), done, what);
    }

    private void park(long begin, BooleanSupplier done, Supplier<String> what) {
        Thread me = Thread.currentThread();
        boolean interrupted = false;
        waiting.put(me, new Wait(what, begin, null, false));
        try {
            while (!done.getAsBoolean()) {
                check();
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        } finally {
            waiting.remove(me);
            if (interrupted) {
                me.interrupt();
            }
        }
    }

    /**
     * As {@link Object#wait()} on a monitor that the caller has, until {@code done}; who makes it true notifies all who wait.
     *
     * @param nanos how long at most; 0: without end
     * @throws JobEndedException if the job fails first
     */
    public void awaitMonitor(Object monitor, long nanos, BooleanSupplier done, Supplier<String> what)
            throws InterruptedException {
        long begin = System.nanoTime();
        Thread me = Thread.currentThread();
        waiting.put(me, new Wait(what, begin, monitor, nanos > 0));
        try {
            while (!done.getAsBoolean()) {
                check();
                long left = nanos == 0 ? 0 : nanos - (System.nanoTime() - begin);
                if (left < 0 || nanos > 0 && left == 0) {
                    return;
                }
                MonitorWait.await(monitor, left);
            }
        } finally {
            waiting.remove(me);
        }
    }

    /** Ends every wait, now and later, with a {@link JobEndedException}; the first reason counts. */
    public void fail(String reason, Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = new JobEndedException(reason, cause);
            }
        }
        waiting.forEach((thread, wait) -> wake(thread, wait.monitor()));
    }

    /** What a thread {@link #await awaits} may be there; the calling thread, which may do the work itself, is awake. */
    public static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    private static void wake(Thread thread, Object monitor) {
        if (monitor == null) {
            wake(thread);
            return;
        }
        Thread waker = new Thread(
                () -> {
                    synchronized (monitor) {
                        monitor.notifyAll();
                    }
                },
                "jdsm-wake");
        waker.setDaemon(true); // the monitor may be somebody's who never ends
        waker.start();
    }

    /** @throws JobEndedException if the job has failed */
    public void check() {
        JobEndedException first = failure;
        if (first != null) {
            throw new JobEndedException(first.getMessage(), first.getCause());
        }
    }

    /** The waits that have lasted for at least so long, longest first. */
    public List<Waiting> longerThan(long atLeastNanos) {
        long now = System.nanoTime();
        return waiting.entrySet().stream()
                .filter(entry -> now - entry.getValue().begin() >= atLeastNanos)
                .sorted(Comparator.comparingLong(entry -> entry.getValue().begin()))
                .map(entry -> entry.getValue().of(entry.getKey(), now))
                .toList();
    }

    /** A line for each thread that has waited for at least so long, longest first. */
    public List<String> describe(long atLeastNanos) {
        return longerThan(atLeastNanos).stream()
                .map(wait -> String.format(
                        "%s has waited %.1f s %s%s",
                        wait.thread().getName(), wait.nanos() / 1e9, wait.what(), CallSite.of(wait.thread())))
                .toList();
    }

    /**
     * A wait that is going on.
     *
     * @param monitor what the thread waits on, or null: it is parked
     * @param ends whether it ends by itself
     */
    private record Wait(Supplier<String> what, long begin, Object monitor, boolean ends) {
        /** What it speaks of may change meanwhile, for it is looked at without being stopped. */
        private String text() {
            try {
                return what.get();
            } catch (RuntimeException e) {
                return "for what changes just now (" + e + ")";
            }
        }

        Waiting of(Thread thread, long now) {
            int unit = what instanceof What known ? known.unit() : NONE;
            int barrier = what instanceof What known ? known.barrier() : NONE;
            return new Waiting(thread, now - begin, text(), unit, barrier, ends);
        }
    }
}
