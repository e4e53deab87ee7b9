package jdsm.node;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import jdsm.comm.bootstrap.JobEnvironment;

/**
 * What looks after a process of a job while it runs: it ends with its launcher and with the job's time, and says when
 * somebody in it has waited long, for what.
 */
final class Watch implements AutoCloseable {
    private static final long FIRST_STALL_SECONDS = 60;

    private final JobEnvironment job;
    private final LongFunction<List<String>> stalls;
    private final PrintStream err;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Watch::daemon);

    /** @param stalls who has waited for at least so many nanoseconds, a line each */
    Watch(JobEnvironment job, LongFunction<List<String>> stalls, PrintStream err) {
        this.job = job;
        this.stalls = stalls;
        this.err = err;
    }

    void start() {
        reportStallsAfter(FIRST_STALL_SECONDS);
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

    private void reportStallsAfter(long seconds) {
        timer.schedule(
                () -> {
                    List<String> waiting = stalls.apply(TimeUnit.SECONDS.toNanos(seconds));
                    report(waiting);
                    reportStallsAfter(waiting.isEmpty() ? FIRST_STALL_SECONDS : 2 * seconds);
                },
                seconds,
                TimeUnit.SECONDS);
    }

    private void timeIsOver() {
        try {
            if (job.launcherPid().isEmpty()) {
                err.println("jdsm: rank " + job.rank() + ": the job's time is over"); // else the launcher says so
            }
            report(stalls.apply(0));
            err.flush();
        } finally {
            Runtime.getRuntime().halt(ExitStatus.TIME_LIMIT);
        }
    }

    private void report(List<String> waiting) {
        waiting.forEach(line -> err.println("jdsm: " + line));
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
