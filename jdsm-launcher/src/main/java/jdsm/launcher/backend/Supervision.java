package jdsm.launcher.backend;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.ProcessPlan;

/**
 * Decides how the processes of a job end together. A reducer: events with their times go in, and {@link Actions} come
 * out; it has no thread, no clock and no process. Times are {@link System#nanoTime}s. Not thread-safe.
 */
final class Supervision {
    /** Effects on the processes and on the user. */
    interface Actions {
        /** Asks a process to end (SIGTERM). */
        void terminate(int process);

        /** Ends a process (SIGKILL), also a stopped one. */
        void kill(int process);

        /** Tells the user, in one line. */
        void say(String message);
    }

    private enum State {
        /** All processes run, or have ended with 0. */
        RUNNING,
        /** One process has failed. The others may end by themselves until the next step. */
        GRACE,
        /** All processes were asked to end, and have until the next step. */
        TERMINATED,
        /** The time limit is reached. The ranks report and end by themselves until the next step. */
        TIME_OVER,
        /** All processes were killed; the launcher waits for the news of their ends. */
        KILLED
    }

    /** Time for the other ranks to notice a failure and to report it. */
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Time from SIGTERM to SIGKILL. */
    static final long TERMINATION_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Time for the ranks' reports after the time limit. */
    static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final List<ProcessPlan> processes;
    private final String timeLimit;
    private final OptionalLong deadlineNanos;
    private final Actions actions;
    private final BitSet running = new BitSet();

    private State state = State.RUNNING;
    private boolean met;
    /** End of the current state; only in GRACE, TERMINATED and TIME_OVER. */
    private long nextStepNanos;
    /** The first failure that is not the consequence of another one; null if there is none. */
    private ExitStatus failure;
    /** The message about {@link #failure}; null once the user has it. */
    private String unsaid;
    /** Whether that message gives a reason although no process has failed by itself. */
    private boolean explained;

    /**
     * Supervision of processes that are about to start.
     *
     * @param plan the job's processes
     * @param startNanos start of the job's time
     * @param actions effects on processes and user
     */
    Supervision(LaunchPlan plan, long startNanos, Actions actions) {
        this.processes = plan.processes();
        this.met = !plan.meets();
        this.timeLimit = plan.timeLimit().map(Supervision::seconds).orElse("");
        this.deadlineNanos = plan.timeLimit()
                .map(limit -> OptionalLong.of(startNanos + limit.toNanos()))
                .orElse(OptionalLong.empty());
        this.actions = actions;
        running.set(0, processes.size());
    }

    /** The ranks have met: from now on a rank may end well at any time. */
    void met() {
        met = true;
    }

    /** The ranks do not meet. The end of a process may still show the reason. */
    void joinFailed(String reason, long nowNanos) {
        if (state == State.RUNNING && failure == null) {
            failure = ExitStatus.PEER_FAILED;
            unsaid = reason;
            explained = true;
            enter(State.GRACE, nowNanos + GRACE_NANOS);
        }
    }

    /** A process has ended. */
    void ended(int process, ExitStatus status, long nowNanos) {
        running.clear(process);
        String label = processes.get(process).label();
        if (state == State.RUNNING || state == State.GRACE) {
            if (!status.isSuccess()) {
                failed(status, label + " " + status.description(), nowNanos);
            } else if (!met && mayBeConsequence(failure)) {
                failed(new ExitStatus(1), label + " ended with exit status 0 before all ranks had met", nowNanos);
            }
        } else if (state == State.TIME_OVER && !status.isSuccess()) {
            failure = ExitStatus.TIME_OVER;
        }
        if (running.isEmpty()) {
            finish();
        }
    }

    /** The job cannot go on for a reason outside its processes; all of them are asked to end. */
    void abort(String reason, long nowNanos) {
        if (state != State.RUNNING && state != State.GRACE) {
            return;
        }
        if (failure == null) {
            failure = new ExitStatus(1);
            actions.say(reason);
        }
        terminate(nowNanos);
    }

    /** A planned process could not be started. It has not {@link #ended}, and never will. */
    void notStarted(int process) {
        running.clear(process);
        if (running.isEmpty()) {
            finish();
        }
    }

    /** Whether further processes may be started: no process has failed, and the time limit is not reached. */
    boolean mayStart() {
        return state == State.RUNNING;
    }

    /** Takes the steps that are due at this time. */
    void advance(long nowNanos) {
        if (state == State.RUNNING
                && deadlineNanos.isPresent()
                && deadlineNanos.getAsLong() - nowNanos <= 0
                && !running.isEmpty()) {
            enter(State.TIME_OVER, deadlineNanos.getAsLong() + REPORT_NANOS);
        }
        if (state == State.GRACE && nextStepNanos - nowNanos <= 0) {
            terminate(nowNanos);
        }
        if (state == State.TERMINATED && nextStepNanos - nowNanos <= 0) {
            state = State.KILLED;
            running.stream().forEach(actions::kill);
        }
        if (state == State.TIME_OVER && nextStepNanos - nowNanos <= 0) {
            failure = ExitStatus.TIME_OVER;
            state = State.KILLED;
            running.stream().forEach(actions::kill);
        }
    }

    /** Time of the next step of {@link #advance}, if no event comes before. */
    OptionalLong nextStepNanos() {
        return switch (state) {
            case RUNNING -> deadlineNanos;
            case GRACE, TERMINATED, TIME_OVER -> OptionalLong.of(nextStepNanos);
            case KILLED -> OptionalLong.empty();
        };
    }

    /** Whether no process is left. */
    boolean isOver() {
        return running.isEmpty();
    }

    /** The job's exit status, once it is over. */
    int exitStatus() {
        return failure == null ? 0 : failure.ofJob();
    }

    /**
     * Whether the job failed because a rank was lost: by a signal, or by silence, which the other ranks have found. The
     * launcher's own signals do not count.
     */
    boolean hasLostRank() {
        return failure != null && (failure.isSignal() || failure.equals(ExitStatus.PEER_FAILED) && !explained);
    }

    private void failed(ExitStatus status, String description, long nowNanos) {
        if (mayBeConsequence(failure) && deadlineNanos.isPresent() && status.equals(ExitStatus.TIME_OVER)) {
            failure = status;
            unsaid = null;
            enter(State.TIME_OVER, nowNanos + REPORT_NANOS);
            return;
        }
        if (failure == null || (mayBeConsequence(failure) && !mayBeConsequence(status))) {
            failure = status;
            unsaid = status.equals(ExitStatus.USAGE) ? null : description;
        }
        if (!mayBeConsequence(failure)) {
            sayFailure();
        }
        if (state == State.RUNNING) {
            enter(State.GRACE, nowNanos + GRACE_NANOS);
        }
    }

    /** Whether another failure may still explain this one; also true without any failure. */
    private static boolean mayBeConsequence(ExitStatus failure) {
        return failure == null || failure.equals(ExitStatus.PEER_FAILED);
    }

    private void terminate(long nowNanos) {
        if (state == State.GRACE && unsaid != null && !explained) {
            // All other ranks have ended because they lost a rank: the running ones include it.
            unsaid = running.stream()
                            .mapToObj(process -> processes.get(process).label())
                            .collect(Collectors.joining(", "))
                    + " did not react: ended by the launcher, "
                    + TimeUnit.NANOSECONDS.toSeconds(GRACE_NANOS) + " s after the others had lost it";
        }
        enter(State.TERMINATED, nowNanos + TERMINATION_NANOS);
        running.stream().forEach(actions::terminate);
    }

    private void enter(State next, long endsNanos) {
        state = next;
        nextStepNanos = endsNanos;
    }

    private void finish() {
        if (failure == null) {
            return;
        }
        if (failure.equals(ExitStatus.TIME_OVER) && deadlineNanos.isPresent()) {
            actions.say("the job's time limit of " + timeLimit + " s is over");
        } else {
            sayFailure();
        }
    }

    private void sayFailure() {
        if (unsaid != null) {
            actions.say(unsaid);
            unsaid = null;
        }
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }
}
