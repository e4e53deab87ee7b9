package jdsm.verify;

import java.util.Arrays;
import java.util.Locale;
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
    private State state;
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
        this.state = program.length == 0 ? State.ENDED : State.RUNNING;
    }

    @Override
    public Thread worker() {
        return identity;
    }

    boolean canStep() {
        return state == State.RUNNING || state == State.COMPLETED || state == State.TRY_AGAIN;
    }

    /** Which step of its program is next. */
    int at() {
        return next;
    }

    /** The worker's place in the job, those of rank 0 first. */
    int number() {
        return rank.me * job.shape.workers() + slot;
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
            if (held != unit && accessesAgain(step) && job.chance(3)) {
                may[unit] = false;
            }
            advance();
            return;
        }
        HomeState u = rank.touch(unit);
        boolean there =
                completed || (write ? u.writableBy(identity) || u.tryWrite() : u.readableBy(identity) || u.tryRead());
        if (there) {
            may[unit] = true; // the access is another step
        } else {
            state = State.WAITING;
            rank.tasks.add(new Task(write ? Task.Kind.WRITE_FAULT : Task.Kind.READ_FAULT, this, unit, null));
        }
    }

    /** Whether this worker does the same to the unit again before its next synchronisation. */
    private boolean accessesAgain(Programs.Step step) {
        for (int later = next + 1; later < program.length && program[later].isAccess(); later++) {
            if (program[later].is(step.op()) && program[later].unit() == step.unit()) {
                return true;
            }
        }
        return false;
    }

    private void perform(Programs.Step step, boolean write) {
        if (write) {
            rank.live[step.unit()][step.element()] = job.memory.write(this, step);
        } else {
            job.memory.read(this, step, rank.live[step.unit()][step.element()]);
        }
    }

    private void lock(Programs.Step step, boolean completed) {
        if (take(rank.touch(job.shape.units() + step.unit()), completed)) {
            synchronised();
            advance();
        }
    }

    private void unlock(Programs.Step step) {
        synchronised();
        letGo(rank.touch(job.shape.units() + step.unit()));
        advance();
    }

    private void hold(Programs.Step step, boolean completed) {
        if (take(rank.touch(step.unit()), completed)) {
            held = step.unit();
            synchronised();
            advance();
        }
    }

    private void release(Programs.Step step) {
        held = -1;
        synchronised();
        letGo(rank.touch(step.unit()));
        advance();
    }

    private boolean take(HomeState u, boolean completed) {
        if (completed || u.tryHold(identity)) {
            job.hold(u.unit());
            return true;
        }
        state = State.WAITING;
        rank.tasks.add(new Task(Task.Kind.ACQUIRE, this, u.unit(), null));
        return false;
    }

    private void letGo(HomeState u) {
        job.letGo(u.unit());
        if (!u.release()) {
            rank.tasks.add(new Task(Task.Kind.RELEASE, this, u.unit(), null));
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
        rank.tasks.add(new Task(Task.Kind.BARRIER, this, 0, null));
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

    String name() {
        return "worker " + slot + " of rank " + rank.me;
    }

    @Override
    public String toString() {
        String where = next < program.length ? ": " + program[next] : "";
        return name() + ", " + state.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", step " + next + where;
    }
}
