package jdsm.verify;

import java.util.Arrays;
import jdsm.coherence.Waiter;
import jdsm.coherence.home.HomeState;

/** One worker of a simulated rank: runs its program step by step, a check and the access behind it in two. */
final class SimWorker implements Waiter {
    private enum State {
        RUNNING,
        WAITING,
        TRY_AGAIN,
        /** The wait is over: its right is there, whatever the unit's state says by now. */
        COMPLETED,
        IN_BARRIER,
        ENDED
    }

    private final Simulation job;
    private final SimRank rank;
    private final int slot;
    private final Programs.Step[] program;
    private final Thread identity;
    /** What this worker may still do by its last check; until its next synchronisation. */
    private final boolean[] mayRead;

    private final boolean[] mayWrite;
    private State state = State.RUNNING;
    private int next;
    private int held = -1;

    SimWorker(Simulation job, SimRank rank, int slot, Programs.Step[] program, Thread identity) {
        this.job = job;
        this.rank = rank;
        this.slot = slot;
        this.program = program;
        this.identity = identity;
        this.mayRead = new boolean[job.shape.units()];
        this.mayWrite = new boolean[job.shape.units()];
    }

    @Override
    public Thread worker() {
        return identity;
    }

    boolean canStep() {
        return state == State.RUNNING || state == State.COMPLETED || state == State.TRY_AGAIN;
    }

    /** Whether the next step is a load or store that nothing in the runtime takes part in. */
    boolean accessesNext() {
        if (state != State.RUNNING) {
            return false;
        }
        Programs.Step step = program[next];
        return switch (step.op()) {
            case READ -> held == step.unit() || mayRead[step.unit()];
            case WRITE -> held == step.unit() || mayWrite[step.unit()];
            default -> false;
        };
    }

    void step() {
        Programs.Step step = program[next];
        boolean completed = state == State.COMPLETED;
        state = State.RUNNING;
        switch (step.op()) {
            case READ, WRITE -> access(step, completed);
            case LOCK -> lock(step, completed);
            case UNLOCK -> unlock(step);
            case HOLD -> hold(step, completed);
            case RELEASE -> release(step);
            case BARRIER -> enterBarrier();
        }
    }

    private void access(Programs.Step step, boolean completed) {
        boolean write = step.op() == Programs.Op.WRITE;
        int unit = step.unit();
        boolean[] may = write ? mayWrite : mayRead;
        if (held == unit || may[unit] && !completed) {
            perform(step, write);
            // A loop may check once, or each time.
            if (held != unit && job.chance(3)) {
                may[unit] = false;
            }
            advance();
            return;
        }
        HomeState u = rank.states.get(unit);
        boolean there = completed || (write ? u.writableBy(identity) || u.tryWrite() : u.readableBy(identity));
        if (there) {
            may[unit] = true; // the access is another step
        } else {
            state = State.WAITING;
            rank.tasks.add(() -> {
                if (write) {
                    rank.protocol.onWriteFault(u, this, rank);
                } else {
                    rank.protocol.onFault(u, this, rank);
                }
            });
        }
    }

    private void perform(Programs.Step step, boolean write) {
        if (write) {
            rank.live[step.unit()][step.element()] = job.write(step.unit(), step.element());
        } else {
            job.read(this, step.unit(), step.element(), rank.live[step.unit()][step.element()]);
        }
    }

    private void lock(Programs.Step step, boolean completed) {
        if (take(rank.states.get(job.shape.units() + step.unit()), completed)) {
            synchronised();
            advance();
        }
    }

    private void unlock(Programs.Step step) {
        synchronised();
        letGo(rank.states.get(job.shape.units() + step.unit()));
        advance();
    }

    private void hold(Programs.Step step, boolean completed) {
        if (take(rank.states.get(step.unit()), completed)) {
            held = step.unit();
            synchronised();
            advance();
        }
    }

    private void release(Programs.Step step) {
        held = -1;
        synchronised();
        letGo(rank.states.get(step.unit()));
        advance();
    }

    private boolean take(HomeState u, boolean completed) {
        if (completed || u.tryHold(identity)) {
            job.hold(u.unit());
            return true;
        }
        state = State.WAITING;
        rank.tasks.add(() -> rank.protocol.onAcquire(u, this, rank));
        return false;
    }

    private void letGo(HomeState u) {
        job.letGo(u.unit());
        if (!u.release()) {
            rank.tasks.add(() -> rank.protocol.onRelease(u, rank));
        }
    }

    private void enterBarrier() {
        state = State.IN_BARRIER;
        synchronised();
        for (SimWorker other : rank.workers) {
            if (other.state != State.IN_BARRIER) {
                return;
            }
        }
        rank.enterBarrier();
    }

    void barrierPassed() {
        if (state != State.IN_BARRIER) {
            throw new Violation("a barrier is passed that a worker of rank " + rank.me + " is not at");
        }
        state = State.RUNNING;
        advance();
    }

    private void synchronised() {
        rank.pass(slot);
        Arrays.fill(mayRead, false);
        Arrays.fill(mayWrite, false);
    }

    private void advance() {
        if (++next == program.length) {
            state = State.ENDED;
        }
    }

    void completed() {
        if (state != State.WAITING) {
            throw new Violation("a wait of rank " + rank.me + " ends that has ended");
        }
        state = State.COMPLETED;
    }

    void toTryAgain() {
        state = State.TRY_AGAIN;
    }

    void checkEnded() {
        if (state != State.ENDED) {
            throw new Violation(this + " waits, and nothing is under way");
        }
    }

    @Override
    public String toString() {
        return "worker " + slot + " of rank " + rank.me + ", " + state + " at step " + next
                + (next < program.length ? " " + program[next] : "");
    }
}
