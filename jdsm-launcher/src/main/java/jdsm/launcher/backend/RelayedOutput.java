package jdsm.launcher.backend;

import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.ProcessPlan;

/** Writes the output of a process of another machine, which comes in pieces, by lines. Not thread-safe. */
public final class RelayedOutput {
    private final Console console;
    private final LineWriter out;
    private final LineWriter err;

    /** The output of a process that has not written anything yet. */
    public RelayedOutput(ProcessPlan process, LaunchPlan job, Console console) {
        boolean alone = job.processes().size() == 1;
        this.console = console;
        out = new LineWriter(process.prefix(), alone);
        err = new LineWriter(process.prefix(), alone, console.saidOnce());
    }

    /** Takes a piece of standard output. */
    public void out(byte[] bytes) {
        console.out(out.accept(bytes, bytes.length));
    }

    /** Takes a piece of standard error. */
    public void err(byte[] bytes) {
        console.err(err.accept(bytes, bytes.length));
    }

    /** Writes the lines that have no end. */
    public void end() {
        console.out(out.end());
        console.err(err.end());
    }
}
