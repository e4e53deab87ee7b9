package jdsm.launcher.backend;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.ProcessPlan;

/** A process on this machine, with the threads that relay its output. Thread-safe. */
final class LocalProcess implements RankProcess {
    /**
     * How long the end of a process waits for the end of its output. The pipe then contains all output of the process;
     * only a child process that keeps the pipe open delays the end.
     */
    private static final long DRAIN_MILLIS = 500;

    private final Process process;
    private final CompletableFuture<ExitStatus> ended;

    private LocalProcess(Process process, CompletableFuture<Void> drained) {
        this.process = process;
        this.ended = process.onExit()
                .thenCompose(exited -> drained.copy().completeOnTimeout(null, DRAIN_MILLIS, TimeUnit.MILLISECONDS))
                .thenApply(nothing -> new ExitStatus(process.exitValue()));
    }

    /**
     * Starts a process.
     *
     * @throws IOException if it cannot be started, for instance because there is no such command
     */
    static LocalProcess start(ProcessPlan plan, LaunchPlan job, Console console) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(plan.command());
        builder.environment().keySet().removeAll(job.unset());
        builder.environment().putAll(plan.environment());
        boolean reads = job.interactive() && plan == job.processes().get(0);
        if (reads) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        Process process = builder.start();
        if (!reads) {
            closeInput(process);
        }
        boolean alone = job.processes().size() == 1;
        DebuggerPort port = plan.isDebugged()
                ? new DebuggerPort(number ->
                        console.say(plan.label() + " listens for a debugger: jdb -attach 127.0.0.1:" + number))
                : null;
        LineRelay out =
                new LineRelay(process.getInputStream(), new LineWriter(plan.prefix(), alone), port, console::out);
        LineRelay err = new LineRelay(
                process.getErrorStream(), new LineWriter(plan.prefix(), alone, console.saidOnce()), null, console::err);
        out.start(plan.label() + " output");
        err.start(plan.label() + " errors");
        return new LocalProcess(process, CompletableFuture.allOf(out.done(), err.done()));
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already, and will not read.
        }
    }

    @Override
    public CompletableFuture<ExitStatus> ended() {
        return ended;
    }

    @Override
    public void terminate() {
        process.destroy();
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }
}
