package jdsm.node;

import java.util.List;
import java.util.function.IntSupplier;
import jdsm.node.JobFailure.Exit;
import jdsm.runtime.Exits;
import jdsm.sync.Waits;

/**
 * The end of a job by a call of {@code System.exit}, or of {@code Runtime}'s {@code exit} or {@code halt}, on any rank:
 * all ranks end so, as all threads of one JVM do. Their workers go no further; nothing is written or said that belongs
 * to the end of a job. Thread-safe.
 */
final class ProgramExit {
    /** How long shutdown hooks may wait for a rank that has ended. */
    private static final long HOOKS_MILLIS = 1000;

    private final JobFailure end;
    private final Farewell farewell;
    private final Waits waits;
    private final RankHost host;
    private final int rank;
    private final List<String> dropped;

    /** @param dropped the options of the job whose results an early end drops */
    ProgramExit(JobFailure end, Farewell farewell, Waits waits, RankHost host, int rank, List<String> dropped) {
        this.end = end;
        this.farewell = farewell;
        this.waits = waits;
        this.host = host;
        this.rank = rank;
        this.dropped = dropped;
    }

    /**
     * Hears of calls on this rank from now on.
     *
     * @param failed ends this rank, if the job has failed before, and gives the exit status of that
     */
    void begin(IntSupplier failed) {
        Exits.begin(status -> here(new Exit(status, false), failed), status -> here(new Exit(status, true), failed));
        if (host.isProcess()) { // else a hook of the JVM would keep the classes of this rank reachable
            Exits.behindHooks(this::hooksHaveEnded);
        }
    }

    private void here(Exit exit, IntSupplier failed) {
        boolean news = end.exits(exit);
        if (news && !dropped.isEmpty() && !end.isComplete()) {
            host.found("rank " + rank + " ends the job by " + (exit.halts() ? "halt(" : "exit(") + exit.status()
                    + "), so there is no result of " + String.join(", ", dropped)
                    + "; return from start() and call exitStatus(" + exit.status() + ") for one");
        }
        if (end.first().isPresent() && !host.isProcess()) {
            waits.check(); // throws: the JVM ends with the status of the rank that has failed
        } else if (end.first().isPresent()) {
            new Exit(failed.getAsInt(), exit.halts()).run();
        } else if (host.isProcess()) { // else the call itself ends all ranks
            if (news) {
                farewell.tell(exit);
            }
            await();
        }
    }

    /** Ends this rank, if the program has ended the job here or elsewhere, when the others know. */
    void await() {
        end.exit().ifPresent(exit -> {
            farewell.await();
            exit.run();
        });
    }

    /** The program ends the job on another rank. Does not block. */
    void told(Exit exit) {
        if (!end.exits(exit)) {
            return;
        }
        farewell.tell(exit);
        if (end.isComplete()) {
            farewell.hooksHaveEnded(); // those that run when this rank has ended use no shared objects
        } else {
            new Thread(this::await, "jdsm-exit").start();
        }
    }

    private void hooksHaveEnded() {
        if (end.exit().isPresent()) {
            farewell.hooksHaveEnded();
            farewell.awaitHooks();
        }
    }

    /** A rank is lost: a shutdown hook that waits for it must not keep this rank from ending. */
    void lost() {
        if (end.exit().isPresent()) {
            Watch.after(HOOKS_MILLIS, () -> waits.fail("the job ends, for the program has called exit", null));
        }
    }
}
