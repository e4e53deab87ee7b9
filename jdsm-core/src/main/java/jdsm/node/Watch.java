package jdsm.node;

import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import jdsm.comm.bootstrap.JobEnvironment;

/**
 * Watches a process of a job: ends the process with its launcher or at the job's time limit, and has stall reports
 * made.
 */
final class Watch implements AutoCloseable {
    /**
     * The time for the last reports after the job's time limit, in milliseconds; the launcher gives its ranks a little
     * more.
     */
    private static final long LAST_REPORT_MILLIS = 2_300;

    /** The time between two looks for long waits, in milliseconds: a deadlock is found that much later at most. */
    private static final long LOOK_MILLIS = 250;

    private final JobEnvironment job;
    private final boolean launched;
    private final OptionalLong stallSeconds;
    private final LongConsumer stalls;
    private final PrintStream err;
    private final IntConsumer end;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Watch::daemon);

    /** @param stalls makes a stall report if a thread has waited for so many nanoseconds; does not block */
    Watch(RankSettings settings, LongConsumer stalls, PrintStream err) {
        this(settings, stalls, err, Runtime.getRuntime()::halt);
    }

    /**
     * A watch over something less than a process.
     *
     * @param end ends it with an exit status; may be called once the watch is closed
     */
    Watch(RankSettings settings, LongConsumer stalls, PrintStream err, IntConsumer end) {
        this.end = end;
        this.job = settings.job();
        this.launched = settings.marked() && job.launcherPid().isPresent();
        this.stallSeconds = settings.stallSeconds();
        this.stalls = stalls;
        this.err = err;
    }

    /** Starts the watch. Ends the process at once if the launcher is gone already. */
    void start() {
        stallSeconds.ifPresent(this::lookForStalls);
        OptionalLong deadline = job.deadlineMillis();
        deadline.ifPresent(at ->
                timer.schedule(this::timeIsOver, Math.max(0, at - System.currentTimeMillis()), TimeUnit.MILLISECONDS));
        OptionalLong launcher = job.launcherPid();
        if (launcher.isPresent()) {
            Optional<ProcessHandle> handle = ProcessHandle.of(launcher.getAsLong());
            if (handle.isEmpty()) {
                Runtime.getRuntime().halt(ExitStatus.ENDED);
            }
            handle.orElseThrow().onExit().thenRun(() -> Runtime.getRuntime().halt(ExitStatus.ENDED));
        }
    }

    private void lookForStalls(long seconds) {
        timer.scheduleWithFixedDelay(
                () -> stalls.accept(TimeUnit.SECONDS.toNanos(seconds)),
                LOOK_MILLIS,
                LOOK_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void timeIsOver() {
        after(LAST_REPORT_MILLIS, () -> end.accept(ExitStatus.TIME_LIMIT));
        if (!launched) { // a launcher reports the time limit itself
            err.println("jdsm: rank " + job.rank() + ": the job's time is over");
            err.flush();
        }
        stalls.accept(0);
    }

    /** Ends the process after so many milliseconds, if it has not ended before. */
    static void haltAfter(long millis, IntSupplier status) {
        after(millis, () -> Runtime.getRuntime().halt(status.getAsInt()));
    }

    /** Runs a task after so many milliseconds, if the process has not ended before. */
    static void after(long millis, Runnable end) {
        daemon(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(millis);
                    } catch (InterruptedException e) {
                        // An interrupt ends the process at once.
                    }
                    end.run();
                })
                .start();
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "jdsm-watch");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
