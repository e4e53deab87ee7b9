package jdsm.verify;

import java.util.Arrays;
import java.util.Locale;
import jdsm.coherence.Waiter;
import jdsm.coherence.home.HomeState;

/** One worker of a simulated rank. Runs its program step by step; a check and the access after it are two steps. */
final class SimWorker implements Waiter {
    private enum State {
        RUNNING,
        WAITING,
        TRY_AGAIN,
        /** The wait has ended. The worker has its right, whatever the unit's state is by now. */
        COMPLETED,
        IN_BARRIER,
        ENDED,
        /** A wait has ended with an exception, because a rank is lost. */
        FAILED,
        /** The rank is lost. */
        GONE
    }

    private final Simulation job;
    private final SimRank rank;
    private final int slot;
    private final Progress progress;
    private final Thread identity;
    /** The units that this worker may still read by its last check, until its next synchronisation. */
    private final boolean[] mayRead;

    private final boolean[] mayWrite;
    private State state;
    /** The number of the present phase, which counts barriers; values that no worker has written belong to phase 0. */
    private int phase = 1;

    private int held = -1;
    private int locked = -1;
    private final VolatileAccess volatileAccess;
    private final SimPresence presence;
    /** Whether the present UPDATE has a copy and its read comes next. */
    private boolean updated;
    /** The number of writes that the present UPDATE must see. */
    private int atLeast;

    private int rest;

    SimWorker(Simulation job, SimRank rank, int slot, Programs.Step[] program, Thread identity) {
        this.job = job;
        this.rank = rank;
        this.slot = slot;
        this.progress = new Progress(program);
        this.identity = identity;
        this.mayRead = new boolean[job.shape.units()];
        this.mayWrite = new boolean[job.shape.units()];
        this.volatileAccess = new VolatileAccess(job, rank, this);
        this.presence = new SimPresence(job, rank, slot);
        this.state = program.length == 0 ? State.ENDED : State.RUNNING;
    }

    @Override
    public Thread worker() {
        return identity;
    }

    boolean canStep() {
        return switch (state) {
            case RUNNING, COMPLETED, TRY_AGAIN -> true;
            case WAITING -> job.hasFailedAt(rank.me);
            case IN_BARRIER -> job.hasFailedAt(rank.me) && !job.is(Fault.LOSS_UNHEARD_IN_BARRIER);
            case ENDED, FAILED, GONE -> false;
        };
    }

    /** The number of the present phase between barriers, from 1. */
    int phase() {
        return phase;
    }

    /** The index of the next step in the program. */
    int at() {
        return progress.at();
    }

    /** The worker's number in the job; those of rank 0 come first. */
    int number() {
        return rank.me * job.shape.workers() + slot;
    }

    /** Whether the next step is a load or store without the runtime. */
    boolean accessesNext() {
        if (state != State.RUNNING) {
            return false;
        }
        Programs.Step step = progress.step();
        return switch (step.op()) {
            case READ -> held == step.unit() || mayRead[step.unit()];
            case WRITE, RESTORE -> held == step.unit() || mayWrite[step.unit()];
            default -> (updated || volatileAccess.accessesNext()) && !job.is(Fault.VOLATILE_AS_ACQUIRE_RELEASE);
        };
    }

    /** Makes the worker pause for so many steps of the job. */
    void rest(int steps) {
        rest = steps;
    }

    /** Whether the worker pauses. To be called once for each step of the job. */
    boolean rests() {
        return rest > 0 && rest-- > 0;
    }

    /** Whether the worker runs: it neither waits nor has ended. */
    boolean goesOn() {
        return state == State.RUNNING;
    }

    /** Whether this is a thread that the program has started. */
    boolean isThread() {
        return job.shape.isThread(slot);
    }

    void step() {
        if (presence.comesBefore(state == State.RUNNING)) {
            return;
        } else if (state == State.WAITING || state == State.IN_BARRIER) {
            fail();
            return;
        }
        Programs.Step step = progress.step();
        boolean completed = state == State.COMPLETED;
        state = State.RUNNING;
        switch (step.op()) {
            case READ, WRITE, RESTORE -> access(step, completed);
            case UPDATE -> update(step, completed);
            case VOLATILE_READ, VOLATILE_WRITE, COMPARE_AND_SET, TAKE, GIVE, WHEN ->
                volatileAccess.step(step, completed);
            case LOCK -> lock(step, completed);
            case UNLOCK -> unlock(step);
            case HOLD -> hold(step, completed);
            case RELEASE -> release(step);
            case BARRIER -> enterBarrier();
            case END -> advance();
        }
    }

    private void access(Programs.Step step, boolean completed) {
        boolean write = step.writes();
        int unit = step.unit();
        if (held == unit || mayAccess(unit, write, completed)) {
            perform(step, write);
            // A program may check before each access of a loop, or once before the loop.
            if (held != unit && progress.repeats(step) && job.chance(3)) {
                (write ? mayWrite : mayRead)[unit] = false;
            }
            advance();
        }
    }

    private void update(Programs.Step step, boolean completed) {
        int unit = step.unit();
        if (updated) {
            job.memory.readSince(this, step, atLeast, rank.live(unit)[step.element()]);
            updated = false;
            advance();
            return;
        }
        if (!completed) {
            atLeast = job.memory.released(unit);
        }
        if (completed || rank.touch(unit).currentFor(identity)) {
            updated = true;
        } else {
            await(Task.Kind.UPDATE, unit);
        }
    }

    /** Whether the worker has checked before. If not, this step is a check or the start of a wait, not the access. */
    boolean mayAccess(int unit, boolean write, boolean completed) {
        boolean[] may = write ? mayWrite : mayRead;
        if (may[unit] && !completed) {
            return true;
        }
        HomeState u = rank.touch(unit);
        boolean there = write ? u.writableBy(identity) || u.tryWrite() : u.readableBy(identity) || u.tryRead();
        if (completed || there) {
            may[unit] = true;
        } else {
            await(write ? Task.Kind.WRITE_FAULT : Task.Kind.READ_FAULT, unit);
        }
        return false;
    }

    /** Waits for a right that the service loop gives. */
    void await(Task.Kind right, int unit) {
        await(new Task(right, this, unit, null));
    }

    /** Waits for the end of a task of the service loop. */
    void await(Task task) {
        state = State.WAITING;
        rank.tasks.add(task);
    }

    /** Passes a synchronisation by which no other rank is served. */
    void pass() {
        rank.pass(slot);
    }

    boolean holds(int unit) {
        return held == unit;
    }

    Progress progress() {
        return progress;
    }

    private void perform(Programs.Step step, boolean write) {
        presence.isInNow();
        if (write) {
            rank.live(step.unit())[step.element()] =
                    step.is(Programs.Op.RESTORE) ? job.memory.restore(this, step) : job.memory.write(this, step);
        } else {
            job.memory.read(this, step, rank.live(step.unit())[step.element()]);
        }
    }

    // Locks, holds, barriers.

    private void lock(Programs.Step step, boolean completed) {
        if (takeOrLeave(rank.touch(job.shape.units() + step.unit()), completed)) {
            locked = step.unit();
            synchronised();
            advance();
        }
    }

    private void unlock(Programs.Step step) {
        locked = -1;
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
        job.memory.release(step.unit());
        advance();
    }

    /** As {@link #take}, for a synchronisation: a thread that waits is not in woven code meanwhile. */
    boolean takeOrLeave(HomeState u, boolean completed) {
        boolean taken = take(u, completed);
        if (!taken) {
            presence.goesOut();
        }
        return taken;
    }

    private boolean take(HomeState u, boolean completed) {
        if (completed || u.tryHold(identity)) {
            if (held != u.unit()) {
                job.hold(u.unit());
            }
            return true;
        }
        await(Task.Kind.ACQUIRE, u.unit());
        return false;
    }

    void letGo(HomeState u) {
        if (held != u.unit()) {
            job.letGo(u.unit());
        }
        if (!u.release()) {
            rank.tasks.add(new Task(Task.Kind.RELEASE, this, u.unit(), null));
        }
    }

    private void enterBarrier() {
        if (job.hasFailedAt(rank.me)) {
            state = State.FAILED;
            return;
        }
        state = State.IN_BARRIER;
        synchronised();
        presence.goesOut();
        rank.enterBarrierIfAllHaveCome(this);
    }

    /** Whether the rank's barrier need not wait for this worker: threads have ended before the last phase. */
    boolean hasCome() {
        return isThread() ? state == State.ENDED || rank.isBeforeLastPhase() : state == State.IN_BARRIER;
    }

    void barrierPassed() {
        if (state == State.FAILED) {
            return;
        }
        if (state != State.IN_BARRIER) {
            throw new Violation("rank " + rank.me + " passes a barrier that one of its workers has not entered");
        }
        state = State.RUNNING;
        phase++;
        advance();
    }

    void synchronised() {
        pass();
        forgetChecks();
    }

    void forgetChecks() {
        Arrays.fill(mayRead, false);
        Arrays.fill(mayWrite, false);
    }

    void advance() {
        progress.advance(locked, held);
        noteEnd();
        if (presence.mayGoOut()) {
            forgetChecks();
            presence.goesOut();
        }
    }

    private void noteEnd() {
        if (progress.hasEnded()) {
            state = progress.unwinds() ? State.FAILED : State.ENDED;
            if (isThread() && state == State.ENDED && !rank.isBeforeLastPhase()) {
                rank.enterBarrierIfAllHaveCome(this);
            }
        }
    }

    // The ends of waits.

    void completed() {
        if (state == State.FAILED || progress.unwinds()) {
            return; // the thread has left its wait: no thread will release the right that it waited for
        }
        if (state != State.WAITING) {
            throw new Violation("a wait of rank " + rank.me + " ends twice");
        }
        state = State.COMPLETED;
    }

    void toTryAgain() {
        if (state != State.FAILED && !progress.unwinds()) {
            state = State.TRY_AGAIN;
        }
    }

    /** Ends the worker's wait with an exception. Some programs then unlock and release, and some do not. */
    private void fail() {
        state = State.FAILED;
        if ((locked >= 0 || held >= 0) && job.chance(2)) {
            state = State.RUNNING;
            progress.unwind(locked, held);
            noteEnd();
        }
    }

    void lost() {
        state = State.GONE;
    }

    void checkEnded() {
        if (state != State.ENDED && state != State.FAILED && state != State.GONE) {
            throw new Violation(this + " waits, and nothing is under way");
        }
    }

    String name() {
        return (isThread() ? "thread " : "worker ") + slot + " of rank " + rank.me;
    }

    @Override
    public String toString() {
        return name() + ", " + words(state) + ", " + progress + volatileAccess;
    }

    static String words(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
