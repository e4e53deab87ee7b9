package jdsm.launcher.backend;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdsm.launcher.plan.LaunchPlan;

/**
 * All started processes of a job. A closed fleet starts no process, so the launcher leaves none behind, at whatever
 * moment it is asked to end. Thread-safe.
 */
final class Fleet {
    private static final long TERMINATION_MILLIS = 2_000;
    /** Time for the kernel to remove killed processes. */
    private static final long KILL_MILLIS = 1_000;

    private final LaunchPlan plan;
    private final Console console;
    private final Starter starter;
    private final List<RankProcess> processes = new ArrayList<>();
    private boolean closed;

    Fleet(LaunchPlan plan, Starter starter, Console console) {
        this.plan = plan;
        this.starter = starter;
        this.console = console;
    }

    /** Starts the next process of the plan; does nothing and returns null once closed. */
    synchronized RankProcess startNext() throws IOException {
        if (closed) {
            return null;
        }
        RankProcess process = starter.start(processes.size(), plan, console);
        processes.add(process);
        return process;
    }

    /** The process with this index; empty if it has not been started. */
    synchronized Optional<RankProcess> get(int index) {
        return index < processes.size() ? Optional.of(processes.get(index)) : Optional.empty();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all processes: SIGTERM, 2 s to react, SIGKILL for the rest. Blocks until they are gone, 3 s at most. */
    void close() {
        List<RankProcess> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(processes);
        }
        all.forEach(RankProcess::terminate);
        if (!awaitEnd(all, TERMINATION_MILLIS)) {
            all.forEach(RankProcess::kill);
            awaitEnd(all, KILL_MILLIS);
        }
    }

    private static boolean awaitEnd(List<RankProcess> processes, long millis) {
        CompletableFuture<?>[] ends = processes.stream().map(RankProcess::ended).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot fail", e);
        }
    }
}
