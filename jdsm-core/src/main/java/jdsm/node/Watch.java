package jdsm.node;

import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import jdsm.comm.bootstrap.JobEnvironment;

/**
 * What looks after a process of a job while it runs: it ends with its launcher and with the job's time, and says when
 * somebody in it has waited long, for what.
 */
final class Watch implements AutoCloseable {
    /** For the reports of a job whose time is over: the launcher leaves its ranks a little more. */
    private static final long LAST_REPORT_MILLIS = 800;

    private final JobEnvironment job;
    private final OptionalLong stallSeconds;
    private final LongConsumer stalls;
    private final PrintStream err;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Watch::daemon);

    /** @param stalls reports if somebody has waited for so many nanoseconds, and does not block */
    Watch(RankSettings settings, LongConsumer stalls, PrintStream err) {
        this.job = settings.job();
        this.stallSeconds = settings.stallSeconds();
        this.stalls = stalls;
        this.err = err;
    }

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

    /** Often enough that a wait is told soon after it has lasted so long; how often it is told again, others decide. */
    private void lookForStalls(long seconds) {
        long period = TimeUnit.SECONDS.toMillis(seconds) / 4;
        timer.scheduleWithFixedDelay(
                () -> stalls.accept(TimeUnit.SECONDS.toNanos(seconds)), period, period, TimeUnit.MILLISECONDS);
    }

    private void timeIsOver() {
        haltAfter(LAST_REPORT_MILLIS, () -> ExitStatus.TIME_LIMIT);
        if (job.launcherPid().isEmpty()) {
            err.println("jdsm: rank " + job.rank() + ": the job's time is over"); // else the launcher says so
            err.flush();
        }
        stalls.accept(0);
    }

    /** Ends the process after so many milliseconds, should nothing else have ended it. */
    static void haltAfter(long millis, IntSupplier status) {
        daemon(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(millis);
                    } catch (InterruptedException e) {
                        // then now
                    }
                    Runtime.getRuntime().halt(status.getAsInt());
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
