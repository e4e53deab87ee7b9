package jdsm.launcher.backend;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import jdsm.launcher.plan.LaunchPlan;

/** Starts the processes of a plan, on this machine or on others. */
public interface Starter {
    /** Starts processes of this machine. */
    Starter LOCAL = new Starter() {
        @Override
        public RankProcess start(int index, LaunchPlan plan, Console console) throws IOException {
            return LocalProcess.start(plan.processes().get(index), plan, console);
        }

        @Override
        public CompletableFuture<String> lost() {
            return new CompletableFuture<>();
        }
    };

    /**
     * Starts a process.
     *
     * @param index the process's place in the plan
     * @param console takes its output
     * @throws IOException if it cannot be started, for instance because there is no such command
     */
    RankProcess start(int index, LaunchPlan plan, Console console) throws IOException;

    /** Completes, with the reason in one line, if processes are out of reach for ever: that ends the job. */
    CompletableFuture<String> lost();
}
