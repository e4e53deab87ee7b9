package jdsm.verify;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.driver.CoherenceDriver;
import jdsm.coherence.home.HomeState;
import jdsm.coherence.home.MovingHome;
import jdsm.message.BarrierLayout;
import jdsm.sync.HostsBarrier;
import jdsm.sync.SyncPoint;

/** One rank of a simulated job: the driver and the barrier of production, whose events a schedule brings one by one. */
final class SimRank implements HostsBarrier.Outbox {
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
    /** What {@link #countPasses} said last. */
    private long[] counted;

    private boolean lowersSinceCounted;

    SimRank(int me, Simulation job, Scenario scenario) {
        this.me = me;
        this.job = job;
        Programs.Shape shape = scenario.shape();
        this.workers = new SimWorker[shape.workers()];
        this.passes = new long[shape.workers()];
        this.protocol = new WatchedProtocol(new MovingHome(me, shape.ranks(), scenario.pace()), this, job);
        this.states = new HomeState[shape.units() + shape.locks()];
        for (int unit = 0; unit < states.length; unit++) {
            states[unit] = (HomeState) protocol.newState(initial(unit, scenario));
        }
        this.port = new SimPort(this, job, scenario);
        boolean mayBeLazy = Arrays.stream(scenario.publications()).anyMatch(Publication::hasNotices);
        this.driver = new CoherenceDriver(me, shape.ranks(), mayBeLazy, protocol, this::countPasses, port);
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

    /** This rank's state of a unit or lock, which is about to change. */
    HomeState touch(int unit) {
        job.touched(unit);
        return states[unit];
    }

    /** As it is now. */
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
            case WRITE_FAULT -> driver.onWriteFault(state(task.unit()), task.worker());
            case ACQUIRE -> driver.onAcquire(state(task.unit()), task.worker());
            case RELEASE -> driver.onRelease(state(task.unit()));
            case BARRIER -> enterBarrier();
            case LATE -> task.late().run();
        }
    }

    /** All workers of the rank are at the barrier. */
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

    /** Programs are too short for most periods: any unit may be expected at any barrier. */
    private void expectOthers() {
        for (HomeState unit : states) {
            if (unit.isLocated() && job.chance(2)) {
                driver.outbox().expect(unit, driver.outbox().barriersEntered() + 1);
            }
        }
    }

    /** As above: any copy may be asked for before any worker misses it. */
    private void foreseeOthers() {
        for (HomeState unit : states) {
            if (!unit.isOwner() && unit.publication().hasNotices() && job.chance(3)) {
                driver.outbox().foresee(unit, driver.outbox().barriersPassed() + 1);
            }
        }
    }

    void pass(int slot) {
        passes[slot]++;
    }

    /** A worker waits for a release of this rank that no lock and no barrier asks for. */
    void release(SimWorker worker) {
        if (driver.outbox().published(new WeakRelease(worker::completed))) {
            worker.completed();
        }
    }

    /** Workers of this rank have to ask again before they write a unit. */
    void lowers() {
        lowersSinceCounted = true;
    }

    /** Workers may pass synchronisations behind the count, and check again, before the release goes on. */
    private long[] countPasses() {
        if (!lowersSinceCounted || !job.is(Fault.PASSES_COUNTED_BEFORE_LOWERING)) {
            counted = passes.clone();
        }
        lowersSinceCounted = false;
        job.workersMayGoOn(this);
        return counted.clone();
    }

    // What the barrier asks for.

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

    /** Nobody sleeps here. */
    @Override
    public void wake(int mate, int generation) {}

    @Override
    public void heard(byte[] loaded) {
        // Behind the intervals with which ranks have entered come the notices.
        boolean forgets = job.is(Fault.NOTICES_FORGOTTEN_AT_BARRIER) && loaded.length > 0;
        driver.unload(forgets ? Arrays.copyOf(loaded, Integer.BYTES * job.shape.ranks()) : loaded);
    }

    @Override
    public void passed(int generation) {
        foreseeOthers();
        driver.passed();
        for (SimWorker worker : workers) {
            worker.barrierPassed();
        }
    }

    @Override
    public void mismatch(int peer, SyncPoint here, SyncPoint there) {
        throw new Violation("ranks " + me + " and " + peer + " are at different barriers");
    }

    /** Checks what must hold when nothing is under way. */
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
