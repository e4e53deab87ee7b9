package jdsm.node;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import jdsm.comm.bootstrap.JobEnvironment;

/**
 * What looks after a rank while it runs: it ends with its launcher and with the job's time, and says when it has waited
 * long, for whom.
 */
final class Watch implements AutoCloseable {
    private static final long FIRST_STALL_SECONDS = 60;
    private static final long HALT_AFTER_MILLIS = 2000;

    private final JobEnvironment job;
    private final LongFunction<List<String>> stalls;
    private final PrintStream err;
    private final boolean process;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Watch::daemon);

    /** @param stalls who has waited for at least so many nanoseconds */
    Watch(JobEnvironment job, LongFunction<List<String>> stalls, PrintStream err, boolean process) {
        this.job = job;
        this.stalls = stalls;
        this.err = err;
        this.process = process;
    }

    void start() {
        reportStallsAfter(FIRST_STALL_SECONDS);
        if (!process) {
            return;
        }
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
        err.println("jdsm: rank " + job.rank() + ": the job's time is over");
        report(stalls.apply(0));
        err.flush();
        Runtime.getRuntime().halt(ExitStatus.TIME_LIMIT);
    }

    private void report(List<String> waiting) {
        waiting.forEach(line -> err.println("jdsm: rank " + job.rank() + ": " + line));
    }

    /** Ends the process after a while, should its orderly exit not come to an end. */
    static void haltLater(int status) {
        daemon(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(HALT_AFTER_MILLIS);
                    } catch (InterruptedException e) {
                        // then now
                    }
                    Runtime.getRuntime().halt(status);
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
