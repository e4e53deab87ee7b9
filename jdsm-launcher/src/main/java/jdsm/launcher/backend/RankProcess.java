package jdsm.launcher.backend;

import java.util.concurrent.CompletableFuture;

/** A running process of a job, on this machine or another. Thread-safe; no method blocks for long. */
public interface RankProcess {
    /** Completes when the process has ended and its output has been passed on. */
    CompletableFuture<ExitStatus> ended();

    /** SIGTERM. */
    void terminate();

    /** SIGKILL. */
    void kill();
}
