package jdsm.verify;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.Releases;
import jdsm.coherence.driver.CoherenceDriver;
import jdsm.coherence.home.HomeState;
import jdsm.coherence.home.MovingHome;
import jdsm.message.BarrierLayout;
import jdsm.sync.HostsBarrier;
import jdsm.sync.SyncPoint;

/** One rank of a simulated job: has the product's driver and barrier, and runs one event in each step. */
final class SimRank implements HostsBarrier.Outbox, Releases.Passes {
    final int me;
    final Deque<Task> tasks = new ArrayDeque<>();
    final SimWorker[] workers;

    private final Simulation job;
    private final CoherenceProtocol protocol;
    private final HomeState[] states;
    private final SimPort port;
    private final CoherenceDriver driver;
    private final HostsBarrier barrier;
    private final long[] passes;
    /** The last result of {@link #now}. */
    private long[] counted;

    private boolean lowersSinceCounted;

    SimRank(int me, Simulation job, Scenario scenario) {
        this.me = me;
        this.job = job;
        Programs.Shape shape = scenario.shape();
        this.workers = new SimWorker[shape.workers()];
        this.passes = new long[shape.workers()];
        Arrays.fill(passes, 0, shape.workers() - shape.threads(), 1);
        this.protocol = new WatchedProtocol(new MovingHome(me, shape.ranks(), scenario.pace()), this, job);
        this.states = new HomeState[shape.units() + shape.locks()];
        for (int unit = 0; unit < states.length; unit++) {
            states[unit] = (HomeState) protocol.newState(initial(unit, scenario));
        }
        this.port = new SimPort(this, job, scenario);
        boolean mayBeLazy = Arrays.stream(scenario.publications()).anyMatch(Publication::hasNotices);
        this.driver = new CoherenceDriver(me, shape.ranks(), mayBeLazy, protocol, this, port);
        this.barrier = new HostsBarrier(me, shape.ranks(), scenario::firstOnHost);
    }

    private static Initial initial(int unit, Scenario scenario) {
        Programs.Shape shape = scenario.shape();
        int lock = unit - shape.units();
        return lock < 0
                ? new Initial(unit, 0, scenario.replicated()[unit], Content.ELEMENTS, scenario.publications()[unit])
                : new Initial(unit, lock % shape.ranks(), false, Content.NONE, Publication.INVALIDATE);
    }

    CoherenceDriver driver() {
        return driver;
    }

    /** The local copy of a unit. */
    long[] live(int unit) {
        return port.live(unit);
    }

    /** This rank's state of a unit or lock, for an event that may change it. */
    HomeState touch(int unit) {
        job.touched(unit);
        return states[unit];
    }

    /** This rank's present state of a unit or lock. */
    HomeState state(int unit) {
        return states[unit];
    }

    // Events.

    void receive(Letter letter) {
        driver.onMessage(letter);
    }

    void receive(Cry cry) {
        barrier.onMessage(cry.from(), cry.message(), cry.cargo(), this);
    }

    void run(Task task) {
        switch (task.kind()) {
            case READ_FAULT -> driver.onFault(state(task.unit()), task.worker());
            case UPDATE -> driver.onUpdate(state(task.unit()), task.worker());
            case VOLATILE_READ -> driver.onVolatileRead(state(task.unit()), task.worker());
            case WRITE_FAULT -> driver.onWriteFault(state(task.unit()), task.worker());
            case ACQUIRE -> driver.onAcquire(state(task.unit()), task.worker());
            case RELEASE -> driver.onRelease(state(task.unit()));
            case BARRIER -> enterBarrier();
            case LATE -> task.late().run();
        }
    }

    void enterBarrierIfAllHaveCome(SimWorker by) {
        if (Arrays.stream(workers).allMatch(SimWorker::hasCome)) {
            tasks.add(new Task(Task.Kind.BARRIER, by, 0, null));
        }
    }

    /** Whether a barrier follows the next one before the last phase, so that threads may go on meanwhile. */
    boolean isBeforeLastPhase() {
        return workers[0].progress().barriersLeft() > 1;
    }

    /** Enters the barrier; all workers of the rank are at it. */
    private void enterBarrier() {
        expectOthers();
        Runnable enter = () -> barrier.enter(SyncPoint.BARRIER, this);
        if (job.is(Fault.BARRIER_BEFORE_DIFFS)) {
            driver.release(() -> {});
            enter.run();
        } else {
            driver.release(enter);
        }
    }

    /** Schedules random units for the next barrier, because the programs are too short for most periods. */
    private void expectOthers() {
        for (HomeState unit : states) {
            if (unit.isLocated() && job.chance(2)) {
                driver.outbox().expect(unit, driver.outbox().barriersEntered() + 1);
            }
        }
    }

    /** Schedules prefetches of random units after the next barrier, for the same reason. */
    private void foreseeOthers() {
        for (HomeState unit : states) {
            if (!unit.isOwner() && unit.publication().hasNotices() && job.chance(3)) {
                driver.outbox().foresee(unit, driver.outbox().barriersPassed() + 1);
            }
        }
    }

    void pass(int slot) {
        passes[slot] += 2;
    }

    boolean isIn(int slot) {
        return passes[slot] % 2 != 0;
    }

    /** A worker or thread comes to woven code, or leaves it. */
    void comesOrGoes(int slot) {
        passes[slot]++;
    }

    /** Begins a release for which a worker waits, outside any lock and barrier. */
    void release(SimWorker worker) {
        if (driver.outbox().published(new WeakRelease(worker::completed))) {
            worker.completed();
        }
    }

    /** Records that the write right of a unit is lowered. */
    void lowers() {
        lowersSinceCounted = true;
    }

    /**
     * The passes of each worker. Afterwards workers may go on before the release does: pass synchronisations, and check
     * again.
     */
    @Override
    public long[] now() {
        if (!lowersSinceCounted || !job.is(Fault.PASSES_COUNTED_BEFORE_LOWERING)) {
            counted = passes.clone();
        }
        lowersSinceCounted = false;
        job.workersMayGoOn(this);
        if (job.is(Fault.THREAD_NOT_COUNTED)) {
            Arrays.fill(counted, workers.length - job.shape.threads(), counted.length, 0);
        }
        return counted.clone();
    }

    @Override
    public int workers() {
        return workers.length - (job.is(Fault.THREADS_TAKEN_TO_BE_AT_BARRIER) ? 0 : job.shape.threads());
    }

    // The outbox of the barrier.

    @Override
    public void send(int to, BarrierLayout message) {
        job.post(me, to, new Cry(me, message, driver.load()));
    }

    @Override
    public void tell(int[] mates, BarrierLayout message) {
        for (int mate : mates) {
            send(mate, message);
        }
    }

    /** Does nothing: simulated ranks do not sleep. */
    @Override
    public void wake(int mate, int generation) {}

    @Override
    public void heard(byte[] loaded) {
        // The cargo has the intervals of the ranks at their entry, and then the notices.
        boolean forgets = job.is(Fault.NOTICES_FORGOTTEN_AT_BARRIER) && loaded.length > 0;
        driver.unload(forgets ? Arrays.copyOf(loaded, Integer.BYTES * job.shape.ranks()) : loaded);
    }

    @Override
    public void passed(int generation) {
        foreseeOthers();
        driver.passed();
        for (SimWorker worker : workers) {
            if (!worker.isThread()) {
                worker.barrierPassed();
            }
        }
    }

    @Override
    public void mismatch(int peer, SyncPoint here, SyncPoint there, byte[] cargo) {
        throw new Violation("ranks " + me + " and " + peer + " are at different barriers");
    }

    /** Checks the invariants of a rank when no message, task or step is left. */
    void checkQuiet() {
        if (!tasks.isEmpty()) {
            throw new Violation("rank " + me + " has tasks left");
        }
        for (SimWorker worker : workers) {
            worker.checkEnded();
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("rank " + me + ": " + driver);
        for (HomeState state : states) {
            text.append("\n  unit ").append(state.unit()).append(": access ").append(state.access());
            text.append(", ").append(protocol.describe(state));
        }
        return text.toString();
    }
}
