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
import jdsm.runtime.LateInitializers;

/*
 * The description of a wait is a supplier, which the reporting thread calls, so that a wait without a report does not
 * pay for it.
 */

/**
 * The waits of a rank's threads: blocks a thread until its condition holds or the job has failed, and lists the waiting
 * threads with their reasons. Thread-safe.
 */
public final class Waits {
    /** Stands for the unit of a wait for no unit, and for the barrier of a wait outside barriers. */
    public static final int NONE = -1;

    /** The reason of a wait: a text, and the unit or barrier by which reports compare the waits of threads. */
    interface What extends Supplier<String> {
        /** The unit that the wait is for, or {@link #NONE}. */
        default int unit() {
            return NONE;
        }

        /** Whether the wait is for the exclusive hold of the unit, so that it lasts until the holder lets go. */
        default boolean exclusive() {
            return false;
        }

        /** The number of the barrier, or {@link #NONE}. */
        default int barrier() {
            return NONE;
        }
    }

    /**
     * A wait in progress, as a report gets it.
     *
     * @param nanos the time since the wait began, in nanoseconds
     * @param what the reason, in words
     * @param unit the unit for which the thread waits, or {@link #NONE}
     * @param barrier the number of the barrier in which the thread waits, or {@link #NONE}
     * @param ends whether the wait has a time limit
     * @param exclusive whether the wait is for the exclusive hold of the unit
     * @param number tells the wait from all other waits of the thread
     */
    public record Waiting(
            Thread thread,
            long nanos,
            String what,
            int unit,
            int barrier,
            boolean ends,
            boolean exclusive,
            long number) {}

    private final Map<Thread, Wait> waiting = new ConcurrentHashMap<>();
    private final Predicate<BooleanSupplier> progress;
    private volatile Runnable beforeWait = () -> {};
    private volatile JobEndedException failure;

    /**
     * @param progress lets a waiting thread help the transport for a while; returns whether the condition holds. See
     *     {@link jdsm.comm.Comm#progress}
     */
    public Waits(Predicate<BooleanSupplier> progress) {
        this.progress = progress;
    }

    /** Sets a task that each thread runs before it waits. The task must not wait. */
    public void beforeWait(Runnable task) {
        beforeWait = task;
    }

    /**
     * Blocks until {@code done} is true. The thread that makes it true has to call {@link #wake} for the waiting
     * thread. An interrupt does not end the wait; the thread is interrupted afterwards.
     *
     * @param what the reason, in words; called when a report is made
     * @return the length of the wait, in nanoseconds
     * @throws JobEndedException if the job fails first
     */
    public long await(BooleanSupplier done, Supplier<String> what) {
        begins(done, what);
        long begin = System.nanoTime();
        if (!progress.test(done)) {
            park(begin, done, what);
        }
        return System.nanoTime() - begin;
    }

    /**
     * As {@link #await(BooleanSupplier, Supplier)}, for a wait for a unit.
     *
     * @param unit the unit's id
     * @param exclusive whether the wait is for the exclusive hold of the unit
     */
    public long await(BooleanSupplier done, Supplier<String> what, int unit, boolean exclusive) {
        begins(done, what);
        long begin = System.nanoTime();
        if (!progress.test(done)) {
            park(begin, done, new OfUnit(what, unit, exclusive));
        }
        return System.nanoTime() - begin;
    }

    private record OfUnit(Supplier<String> text, int unit, boolean exclusive) implements What {
        @Override
        public String get() {
            return text.get();
        }
    }

    /**
     * As {@link #await}, but leaves the transport and the processor to the other threads of the rank.
     *
     * @throws JobEndedException if the job fails first
     */
    public void awaitAside(BooleanSupplier done, Supplier<String> what) {
        begins(done, what);
        park(System.nanoTime(), done, what);
    }

    private void begins(BooleanSupplier done, Supplier<String> what) {
        beforeWait.run();
        LateInitializers.requireMayWait(done, what);
    }

    /**
     * As {@link #awaitAside(BooleanSupplier, Supplier)}, for a wait for the exclusive hold of a unit, by a thread that
     * has helped the transport.
     *
     * @param unit the unit's id
     * @return the length of the wait, in nanoseconds
     */
    public long awaitAside(BooleanSupplier done, Supplier<String> what, int unit) {
        LateInitializers.requireMayWait(done, what);
        long begin = System.nanoTime();
        park(begin, done, new OfUnit(what, unit, true));
        return System.nanoTime() - begin;
    }

    private void park(long begin, BooleanSupplier done, Supplier<String> what) {
        Thread me = Thread.currentThread();
        boolean interrupted = false;
        boolean initializes = LateInitializers.waits(done);
        waiting.put(me, new Wait(what, begin, null, false));
        try {
            while (!done.getAsBoolean()) {
                check();
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        } finally {
            waiting.remove(me);
            goesOn(initializes);
            if (interrupted) {
                me.interrupt();
            }
        }
    }

    private static void goesOn(boolean initializes) {
        if (initializes) {
            LateInitializers.goesOn();
        }
    }

    /**
     * As {@link Object#wait()} until {@code done} is true, for a short time only and without leaving a monitor: the
     * thread helps the transport, then sleeps. The thread that makes {@code done} true has to {@link #wake} this one.
     *
     * @param nanos the longest wait in nanoseconds; 0 for no limit but the short time
     * @param what the reason, in words; called when a report is made
     * @return the last result of {@code done}
     * @throws InterruptedException if the thread is interrupted
     * @throws JobEndedException if the job fails first
     */
    public boolean awaitBriefly(long nanos, BooleanSupplier done, Supplier<String> what) throws InterruptedException {
        beforeWait.run();
        long begin = System.nanoTime();
        long most = nanos == 0 ? MonitorWait.BRIEF_NANOS : Math.min(nanos, MonitorWait.BRIEF_NANOS);
        Thread me = Thread.currentThread();
        BooleanSupplier over = () -> done.getAsBoolean() || me.isInterrupted() || System.nanoTime() - begin >= most;
        if (!progress.test(over)) {
            boolean initializes = LateInitializers.waits(over);
            waiting.put(me, new Wait(what, begin, null, true));
            try {
                while (!over.getAsBoolean()) {
                    check();
                    MonitorWait.park(this, most - (System.nanoTime() - begin));
                }
            } finally {
                waiting.remove(me);
                goesOn(initializes);
            }
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return done.getAsBoolean();
    }

    /**
     * As {@link Object#wait()} on a monitor that the caller has, until {@code done} is true. The thread that makes it
     * true has to notify all that wait on the monitor.
     *
     * @param nanos the longest wait in nanoseconds; 0 for no limit
     * @param what the reason, in words; called when a report is made
     * @throws InterruptedException if the thread is interrupted
     * @throws JobEndedException if the job fails first
     */
    public void awaitMonitor(Object monitor, long nanos, BooleanSupplier done, Supplier<String> what)
            throws InterruptedException {
        beforeWait.run();
        long begin = System.nanoTime();
        Thread me = Thread.currentThread();
        boolean initializes = LateInitializers.waits(done);
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
            goesOn(initializes);
        }
    }

    /**
     * Ends all present and later waits with a {@link JobEndedException} for this reason. Later calls have no effect on
     * the reason.
     */
    public void fail(String reason, Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = new JobEndedException(reason, cause);
            }
        }
        waiting.forEach((thread, wait) -> wake(thread, wait.monitor()));
    }

    /**
     * Makes a thread that {@link #await awaits} a condition look at it again. The calling thread itself needs no
     * wake-up.
     */
    public static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Pauses a thread of the runtime, which the program does not wait for, for about a millisecond. */
    public static void tick() {
        MonitorWait.park(Waits.class, MonitorWait.TICK_NANOS);
    }

    /** Blocks a thread of the runtime, which the program does not wait for, until {@code done} is true. */
    public static void rest(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            LockSupport.park(Waits.class);
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
        waker.setDaemon(true); // the monitor's owner may never release it
        waker.start();
    }

    /** @throws JobEndedException if the job has failed */
    public void check() {
        JobEndedException first = failure;
        if (first != null) {
            throw new JobEndedException(first.getMessage(), first.getCause());
        }
    }

    /** The waits that have lasted for at least {@code atLeastNanos}, longest first. */
    public List<Waiting> longerThan(long atLeastNanos) {
        long now = System.nanoTime();
        return waiting.entrySet().stream()
                .filter(entry -> now - entry.getValue().begin() >= atLeastNanos)
                .sorted(Comparator.comparingLong(entry -> entry.getValue().begin()))
                .map(entry -> entry.getValue().of(entry.getKey(), now))
                .toList();
    }

    /** A line of text for each wait that has lasted for at least {@code atLeastNanos}, longest first. */
    public List<String> describe(long atLeastNanos) {
        return longerThan(atLeastNanos).stream()
                .map(wait -> String.format(
                        "%s has waited %.1f s %s%s",
                        wait.thread().getName(), wait.nanos() / 1e9, wait.what(), CallSite.of(wait.thread())))
                .toList();
    }

    /**
     * A wait in progress.
     *
     * @param begin the beginning, by {@link System#nanoTime}
     * @param monitor the monitor on which the thread waits; null if the thread is parked
     * @param ends whether the wait has a time limit
     */
    private record Wait(Supplier<String> what, long begin, Object monitor, boolean ends) {
        /**
         * The reason in words. The state that it describes may change meanwhile, because no thread is stopped for a
         * report.
         */
        private String text() {
            try {
                return what.get();
            } catch (RuntimeException e) {
                return "for a state that changes at this moment (" + e + ")";
            }
        }

        Waiting of(Thread thread, long now) {
            int unit = what instanceof What known ? known.unit() : NONE;
            int barrier = what instanceof What known ? known.barrier() : NONE;
            boolean exclusive = what instanceof What known && known.exclusive();
            return new Waiting(thread, now - begin, text(), unit, barrier, ends, exclusive, begin);
        }
    }
}
