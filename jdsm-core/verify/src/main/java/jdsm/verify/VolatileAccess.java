package jdsm.verify;

import jdsm.coherence.home.HomeState;

/** The volatile accesses of one simulated worker, one after the other, in the stages that they have in the pool. */
final class VolatileAccess {
    /** Steps of other threads may come between two stages. */
    private enum Stage {
        RIGHT,
        PASS_BEFORE,
        ACCESS,
        PASS_BEHIND,
        LET_GO
    }

    private final Simulation job;
    private final SimRank rank;
    private final SimWorker worker;
    private final Volatiles volatiles;
    private Stage stage = Stage.RIGHT;
    /** The number of writes that the present read must see. */
    private int atLeast;
    /** Whether the present TAKE or WHEN has failed. */
    private boolean inVain;

    VolatileAccess(Simulation job, SimRank rank, SimWorker worker) {
        this.job = job;
        this.rank = rank;
        this.worker = worker;
        this.volatiles = new Volatiles(job.shape, job.memory);
    }

    /** Whether the next stage is the load or store itself. */
    boolean accessesNext() {
        return stage == Stage.ACCESS;
    }

    /** Does the next stage. @param completed whether a wait has just ended */
    void step(Programs.Step step, boolean completed) {
        if (stage == Stage.RIGHT && volatiles.isInVain(step)) {
            inVain = true;
            end(step);
            return;
        }
        boolean weak = job.is(Fault.VOLATILE_AS_ACQUIRE_RELEASE);
        boolean reads = step.is(Programs.Op.VOLATILE_READ) || step.is(Programs.Op.WHEN);
        if (!weak && reads && rank.state(step.unit()).sharesVolatileReads()) {
            read(step, completed);
            return;
        }
        switch (stage) {
            case RIGHT ->
                stage = weak || worker.takeOrLeave(rank.touch(step.unit()), completed) ? Stage.PASS_BEFORE : stage;
            case PASS_BEFORE, PASS_BEHIND -> {
                worker.synchronised();
                stage = stage == Stage.PASS_BEFORE ? Stage.ACCESS : Stage.LET_GO;
            }
            case ACCESS -> {
                if (!weak || worker.holds(step.unit()) || worker.mayAccess(step.unit(), step.writes(), completed)) {
                    inVain = volatiles.access(worker, step, rank.live(step.unit()));
                    stage = Stage.PASS_BEHIND;
                }
            }
            case LET_GO -> {
                if (!weak) {
                    worker.letGo(rank.touch(step.unit()));
                } else if (step.writes() && !completed) {
                    worker.await(Task.late(() -> rank.release(worker)));
                    return;
                }
                end(step);
            }
        }
    }

    /** Reads from a copy that other ranks may share, in the stages that need no hold. */
    private void read(Programs.Step step, boolean completed) {
        switch (stage) {
            case RIGHT -> {
                if (!completed) {
                    atLeast = job.memory.writes();
                }
                HomeState u = rank.touch(step.unit());
                boolean any = job.is(Fault.VOLATILE_READ_OF_ANY_COPY) && u.readableBy(worker.worker());
                if (completed || u.acquiredBy(worker.worker()) || any) {
                    stage = Stage.PASS_BEFORE;
                } else {
                    worker.await(Task.Kind.VOLATILE_READ, u.unit());
                }
            }
            case PASS_BEFORE -> {
                worker.forgetChecks();
                if (job.chance(2)) {
                    worker.pass(); // a read without a wait is not counted
                }
                stage = Stage.ACCESS;
            }
            default -> {
                inVain = volatiles.read(worker, step, rank.live(step.unit()), atLeast);
                end(step);
            }
        }
    }

    private void end(Programs.Step step) {
        stage = Stage.RIGHT;
        if (inVain) {
            worker.progress().skipBlockOf(step);
        }
        inVain = false;
        worker.advance();
    }

    /** The stage, in words behind a comma; empty before an access. */
    @Override
    public String toString() {
        return stage == Stage.RIGHT ? "" : ", " + SimWorker.words(stage);
    }
}
