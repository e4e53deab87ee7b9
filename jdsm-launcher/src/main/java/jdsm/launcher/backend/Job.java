package jdsm.launcher.backend;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jdsm.launcher.plan.LaunchPlan;

/**
 * One job while it runs: starts the processes of its plan, and passes all events, from any thread, to its
 * {@link Supervision} on the caller's thread.
 */
public final class Job {
    private final LaunchPlan plan;
    private final Rendezvous meeting;
    private final Console console;
    private final Starter starter;
    private final Fleet fleet;
    private final Supervision supervision;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    /**
     * A job that has not started yet.
     *
     * @param meeting rendezvous of the ranks; learns of each process that ends
     * @param starter starts the processes
     * @param console takes the output of the processes, and messages
     */
    public Job(LaunchPlan plan, Rendezvous meeting, Starter starter, Console console) {
        this.meeting = meeting;
        this.plan = plan;
        this.console = console;
        this.starter = starter;
        this.fleet = new Fleet(plan, starter, console);
        this.supervision = new Supervision(plan, System.nanoTime(), new OnProcesses());
    }

    /**
     * Runs the job to its end. Blocks.
     *
     * @return how the job ended
     */
    public JobEnd run() throws InterruptedException {
        Thread atExit = new Thread(fleet::close, "end of all ranks");
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return JobEnd.INTERRUPTED; // This process is about to end: nothing may be started any more.
        }
        try {
            console.lost().thenAccept(reason -> events.add(() -> supervision.abort(reason, System.nanoTime())));
            starter.lost().thenAccept(reason -> events.add(() -> supervision.abort(reason, System.nanoTime())));
            meeting.failure().thenAccept(reason -> events.add(() -> supervision.joinFailed(reason, System.nanoTime())));
            startAll();
            while (!supervision.isOver()) {
                Runnable event = nextEvent();
                if (event != null) {
                    event.run();
                }
                supervision.advance(System.nanoTime());
            }
            return new JobEnd(supervision.exitStatus(), supervision.hasLostRank());
        } finally {
            leave(atExit);
        }
    }

    private void startAll() {
        int size = plan.processes().size();
        for (int i = 0; i < size; i++) {
            int index = i;
            handleEvents();
            if (!supervision.mayStart()) {
                notStarted(index, size);
                return;
            }
            RankProcess process;
            try {
                process = fleet.startNext();
            } catch (IOException e) {
                notStarted(index, size);
                supervision.abort(
                        plan.processes().get(index).label() + " cannot be started: " + e.getMessage(),
                        System.nanoTime());
                return;
            }
            if (process == null) {
                notStarted(index, size);
                return;
            }
            process.ended().thenAccept(status -> events.add(() -> ended(index, status)));
        }
    }

    /** Handles the events so far: a rank may have failed while others were started. */
    private void handleEvents() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
            event.run();
        }
        supervision.advance(System.nanoTime());
    }

    private void notStarted(int from, int to) {
        for (int i = from; i < to; i++) {
            supervision.notStarted(i);
        }
    }

    private void ended(int process, ExitStatus status) {
        if (meeting.isComplete()) {
            supervision.met();
        } else {
            meeting.processEnded(process, status.description());
        }
        supervision.ended(process, status, System.nanoTime());
    }

    /** Waits for the next event, or until supervision's next step is due; null in the latter case. */
    private Runnable nextEvent() throws InterruptedException {
        OptionalLong step = supervision.nextStepNanos();
        return step.isEmpty() ? events.take() : events.poll(step.getAsLong() - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void leave(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // The hook is at work already.
        }
        fleet.close();
    }

    private final class OnProcesses implements Supervision.Actions {
        @Override
        public void terminate(int process) {
            fleet.get(process).ifPresent(RankProcess::terminate);
        }

        @Override
        public void kill(int process) {
            fleet.get(process).ifPresent(RankProcess::kill);
        }

        @Override
        public void say(String message) {
            // The end of a rank is no news while the launcher itself ends the ranks.
            if (!fleet.isClosed()) {
                console.say(message);
            }
        }
    }
}
