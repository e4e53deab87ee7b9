package jdsm.verify;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import jdsm.coherence.Agenda;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Notices;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.Releases;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.home.HomeState;
import jdsm.coherence.home.MovingHome;
import jdsm.message.BarrierLayout;
import jdsm.sync.HostsBarrier;
import jdsm.sync.NoticeCargo;
import jdsm.sync.SyncPoint;

/** One rank of a simulated job: the reducers of production, over contents that are moved element by element. */
final class SimRank implements Outbox, Releases.Units, HostsBarrier.Outbox {
    private static final int NO_MEMORY_IN = 4;

    final int me;
    final MovingHome protocol;
    final long[][] live;
    final Deque<Task> tasks = new ArrayDeque<>();
    final SimWorker[] workers;
    final Releases releases;

    private final HomeState[] states;
    private final Simulation job;
    private final Scenario scenario;
    private final long[][] twins;
    private final Notices notices;
    private final NoticeCargo cargo;
    private final HostsBarrier barrier;
    private final Set<HomeState> changed = new LinkedHashSet<>();
    private final long[] passes;
    /** Twins as they were before the last look at what has changed. */
    private final long[][] lastPublished;
    /** What {@link #countPasses} said last. */
    private long[] counted;

    private boolean lowersSinceCounted;
    private final Agenda<HomeState> agenda = new Agenda<>();
    private long[] arrived;
    private SimDiff lastApplied;
    private int lastAppliedUnit;

    SimRank(int me, Simulation job, Scenario scenario) {
        this.me = me;
        this.job = job;
        this.scenario = scenario;
        Programs.Shape shape = scenario.shape();
        this.states = new HomeState[shape.units() + shape.locks()];
        this.workers = new SimWorker[shape.workers()];
        this.protocol = new MovingHome(me, shape.ranks(), scenario.pace());
        this.live = new long[shape.units()][shape.elements()];
        this.twins = new long[shape.units()][];
        this.lastPublished = new long[shape.units()][];
        this.notices = new Notices(me, shape.ranks());
        this.passes = new long[shape.workers()];
        this.releases = new Releases(this, this::countPasses, notices);
        this.cargo = new NoticeCargo(me, shape.ranks(), shape.units() + shape.locks(), notices);
        this.barrier = new HostsBarrier(me, shape.ranks(), scenario::firstOnHost);
        for (int unit = 0; unit < shape.units(); unit++) {
            boolean replicated = scenario.replicated()[unit];
            Publication publication = scenario.publications()[unit];
            states[unit] = protocol.newState(new Initial(unit, 0, replicated, Content.ELEMENTS, publication));
            if (me != 0 && !replicated) {
                Arrays.fill(live[unit], -1);
            }
        }
        for (int lock = 0; lock < shape.locks(); lock++) {
            states[shape.units() + lock] = protocol.newState(new Initial(
                    shape.units() + lock, lock % shape.ranks(), false, Content.NONE, Publication.INVALIDATE));
        }
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
        CoherenceMessage message = letter.message();
        if (job.is(Fault.CONFIRMED_EARLY) && message.type() == CoherenceMessage.Type.INVALIDATE) {
            send(letter.from(), CoherenceMessage.confirmed(message.unit(), message.request()));
            tasks.add(Task.late(() -> protocol.onNotice(touch(message.unit()), message.version(), this)));
            return;
        }
        if (job.is(Fault.STALE_REPLY_ACCEPTED) && message.type() == CoherenceMessage.Type.READ_REPLY) {
            long whatever = Math.max(message.version(), state(message.unit()).minVersion());
            handle(letter, CoherenceMessage.readReply(message.unit(), message.request(), whatever, message.flags()));
            return;
        }
        handle(letter, message);
    }

    private void handle(Letter letter, CoherenceMessage message) {
        arrived = letter.content();
        hear(letter.notices());
        if (letter.place() != null) {
            job.segments.learn(me, message.unit(), letter.place());
        }
        protocol.onMessage(touch(message.unit()), letter.from(), message, this);
        arrived = null;
        releases.runEnded();
    }

    void receive(Cry cry) {
        barrier.onMessage(cry.from(), cry.message(), cry.cargo(), this);
        releases.runEnded();
    }

    void run(Task task) {
        switch (task.kind()) {
            case READ_FAULT -> protocol.onFault(touch(task.unit()), task.worker(), this);
            case UPDATE -> protocol.onUpdate(touch(task.unit()), task.worker(), this);
            case WRITE_FAULT -> protocol.onWriteFault(touch(task.unit()), task.worker(), this);
            case ACQUIRE -> protocol.onAcquire(touch(task.unit()), task.worker(), this);
            case RELEASE -> protocol.onRelease(touch(task.unit()), this);
            case BARRIER -> enterBarrier();
            case LATE -> task.late().run();
        }
        releases.runEnded();
    }

    /** All workers of the rank are at the barrier. */
    private void enterBarrier() {
        Runnable then = () -> {
            cargo.enter();
            barrier.enter(SyncPoint.BARRIER, this);
        };
        Collection<HomeState> expected = agenda.enter();
        releases.publish(true, job.is(Fault.BARRIER_BEFORE_DIFFS) ? () -> {} : then);
        expected.forEach(unit -> protocol.onExpected(touch(unit.unit()), this));
        expectOthers();
        if (job.is(Fault.BARRIER_BEFORE_DIFFS)) {
            then.run();
        }
    }

    /** Programs are too short for most periods: any unit may be expected at any barrier. */
    private void expectOthers() {
        for (int unit = 0; unit < live.length; unit++) {
            if (state(unit).isLocated() && job.chance(2)) {
                protocol.onExpected(touch(unit), this);
            }
        }
    }

    /** As above: any copy may be asked for before anybody misses it. */
    private void foreseeOthers() {
        for (int unit = 0; unit < live.length; unit++) {
            if (!state(unit).isOwner() && job.chance(3)) {
                protocol.onForeseen(touch(unit), this);
            }
        }
    }

    void pass(int slot) {
        passes[slot]++;
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

    private void hear(List<Interval> intervals) {
        if (!intervals.isEmpty()) {
            notices.hear(intervals, (unit, version) -> {
                boolean spared = job.is(Fault.UNSEEN_COPY_SPARED) && state(unit).access() == UnitState.UNSEEN;
                if (!spared && (!job.is(Fault.DROPPED_NOTICE) || job.chance(4))) {
                    protocol.onNotice(touch(unit), version, this);
                }
            });
        }
    }

    // What the barrier asks for.

    @Override
    public void send(int to, BarrierLayout message) {
        job.post(me, to, new Cry(me, message, cargo.load()));
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
        cargo.unload(loaded, job.is(Fault.NOTICES_FORGOTTEN_AT_BARRIER) ? all -> {} : this::hear);
    }

    @Override
    public void passed(int generation) {
        cargo.passed();
        Collection<HomeState> foreseen = agenda.pass();
        foreseen.forEach(unit -> protocol.onForeseen(touch(unit.unit()), this));
        foreseeOthers();
        for (HomeState unit : changed) {
            protocol.onBarrier(touch(unit.unit()), this);
        }
        changed.clear();
        for (SimWorker worker : workers) {
            worker.barrierPassed();
        }
    }

    @Override
    public void mismatch(int peer, SyncPoint here, SyncPoint there) {
        throw new Violation("ranks " + me + " and " + peer + " are at different barriers");
    }

    // What a release does.

    @Override
    public void publish(UnitState unit) {
        protocol.onPublish(touch(unit.unit()), this);
        if (job.is(Fault.RETIRED_EARLY)) {
            protocol.onRetire(touch(unit.unit()), this);
        }
    }

    @Override
    public void lower(UnitState unit) {
        lowersSinceCounted = true;
        protocol.onLower(touch(unit.unit()), this);
    }

    @Override
    public void retire(UnitState unit) {
        protocol.onRetire(touch(unit.unit()), this);
    }

    // What the protocol asks for.

    @Override
    public void send(int to, CoherenceMessage message) {
        boolean content = message.has(CoherenceMessage.CONTENT);
        send(to, message, List.of(), content ? published(message.unit(), Fault.COPY_FROM_LIVE_CONTENT) : null);
    }

    @Override
    public void grant(int to, CoherenceMessage message, int[] time) {
        boolean content = message.has(CoherenceMessage.CONTENT);
        List<Interval> unheard = notices.since(time);
        if (!message.has(CoherenceMessage.HOME_ONLY)) {
            sendAlong(to, unheard);
        }
        send(
                to,
                message,
                job.is(Fault.GRANT_WITHOUT_NOTICES) ? List.of() : unheard,
                content ? published(message.unit(), Fault.GRANT_FROM_LIVE_CONTENT) : null);
    }

    /**
     * Copies go as messages of their own before the grant: whatever may come in between may also come before. Not all of
     * them go, for there may be too many.
     */
    private void sendAlong(int to, List<Interval> unheard) {
        Notices.newest(unheard, Integer.MAX_VALUE, unit -> {
            if (job.chance(2)) {
                protocol.onGranting(touch(unit), to, this);
            }
        });
    }

    private void send(int to, CoherenceMessage message, List<Interval> unheard, long[] content) {
        Letter letter = new Letter(
                me,
                message,
                unheard,
                content,
                message.has(CoherenceMessage.LOCATED) ? job.segments.own(me, message.unit()) : null);
        if (to == me) {
            throw new Violation("rank " + me + " sends itself " + letter);
        }
        if (message.has(CoherenceMessage.LOCATED) && letter.place() == null) {
            throw new Violation("rank " + me + " tells of a place that is none: " + letter);
        }
        job.post(me, to, letter);
    }

    /** What was published last, without what was written since; where there is no twin, nobody compares. */
    private long[] published(int unit, Fault liveInstead) {
        if (job.is(Fault.COPY_WITHOUT_WHAT_IS_RELEASED)
                && !state(unit).publication().hasNotices()) {
            return lastPublished[unit] != null && hasTwin(unit) ? lastPublished[unit].clone() : snapshot(unit);
        }
        return hasTwin(unit) && !job.is(liveInstead) ? twins[unit].clone() : snapshot(unit);
    }

    /** Copies a unit; workers of the rank may store meanwhile. */
    private long[] snapshot(int unit) {
        long[] copy = new long[live[unit].length];
        for (int element = 0; element < copy.length; element++) {
            job.workerMayStore(this);
            copy[element] = live[unit][element];
        }
        return copy;
    }

    @Override
    public boolean canExport(int to) {
        return scenario.reaches(me, to) || scenario.oneSided() && job.is(Fault.EXPORTED_OUT_OF_REACH);
    }

    @Override
    public boolean export(int unit, long version) {
        if (scenario.isShortOfMemory() && job.chance(NO_MEMORY_IN)) {
            job.segments.lose(me, unit);
            return false;
        }
        job.segments.write(me, unit, version, published(unit, Fault.COPY_FROM_LIVE_CONTENT));
        count(Event.EXPORT);
        return true;
    }

    @Override
    public boolean wasFetched(int unit) {
        return job.chance(4);
    }

    @Override
    public void suspend(int unit) {
        job.segments.suspend(me, unit);
    }

    @Override
    public void revoke(int unit) {
        job.segments.revoke(me, unit);
    }

    @Override
    public int barriersEntered() {
        return agenda.entered();
    }

    @Override
    public int barriersPassed() {
        return agenda.passed();
    }

    @Override
    public void expect(UnitState unit, int barrier) {
        agenda.add(barrier, state(unit.unit()));
    }

    @Override
    public void foresee(UnitState unit, int barrier) {
        agenda.addBehind(barrier, state(unit.unit()));
    }

    @Override
    public boolean fetch(int unit, int request) {
        SimSegments.Place place = job.segments == null ? null : job.segments.known(me, unit);
        if (place == null) {
            return false;
        }
        if (!scenario.reaches(me, place.owner)) {
            throw new Violation("rank " + me + " does not reach the memory of rank " + place.owner);
        }
        step(job.segments.new Get(place, unit), request);
        return true;
    }

    /** A word of a get, and then the next one. */
    private void step(SimSegments.Get get, int request) {
        tasks.add(Task.late(() -> {
            if (!get.isOver()) {
                get.step();
                step(get, request);
            } else if (get.found()) {
                count(Event.ONE_SIDED_FETCH);
                Letter reply = new Letter(
                        get.owner(),
                        CoherenceMessage.readReply(get.unit(), request, get.version(), CoherenceMessage.CONTENT),
                        List.of(),
                        get.content(),
                        null);
                handle(reply, reply.message());
            } else {
                job.segments.forget(me, get);
                protocol.onMissed(touch(get.unit()), request, this);
            }
        }));
    }

    @Override
    public void install(int unit, Diff own) {
        if (arrived == null) {
            throw new Violation("no content of unit " + unit + " to install");
        }
        long[] next = arrived.clone();
        long[] twin = twins[unit];
        if (job.is(Fault.STATE_BEFORE_CONTENT)) {
            long[] late = next;
            tasks.add(Task.late(() -> System.arraycopy(late, 0, live[unit], 0, late.length)));
            return;
        }
        for (int element = 0; element < next.length; element++) {
            job.workerMayStore(this);
            boolean mine =
                    own != null && ((SimDiff) own).contains(element) && !job.is(Fault.MERGE_UNDOES_DIFF_IN_FLIGHT);
            boolean unchanged = twin != null && twin[element] == next[element];
            if (twin == null || !mine && (!unchanged || job.is(Fault.MERGE_STORES_UNCHANGED))) {
                live[unit][element] = next[element];
                if (twin != null) {
                    twin[element] = next[element];
                }
            }
        }
    }

    @Override
    public void apply(int unit, Diff diff) {
        store(unit, (SimDiff) diff);
        if (job.is(Fault.DIFF_APPLIED_TWICE)) {
            if (lastApplied != null && job.chance(2)) {
                store(lastAppliedUnit, lastApplied);
            }
            lastApplied = (SimDiff) diff;
            lastAppliedUnit = unit;
        }
    }

    private void store(int unit, SimDiff diff) {
        for (int i = 0; i < diff.elements().length; i++) {
            int element = diff.elements()[i];
            job.workerMayStore(this);
            if (job.is(Fault.WIDE_STORES) && element + 1 < live[unit].length) {
                long neighbour = live[unit][element + 1];
                job.workerMayStore(this);
                live[unit][element + 1] = neighbour;
            }
            live[unit][element] = diff.values()[i];
            if (twins[unit] != null) {
                twins[unit][element] = diff.values()[i];
            }
        }
    }

    @Override
    public void takeTwin(int unit) {
        if (unit < twins.length) {
            twins[unit] = snapshot(unit);
        }
    }

    @Override
    public void dropTwin(int unit) {
        if (unit < twins.length) {
            twins[unit] = null;
        }
    }

    @Override
    public boolean hasTwin(int unit) {
        return unit < twins.length && twins[unit] != null;
    }

    @Override
    public Diff diff(int unit) {
        if (!hasTwin(unit)) {
            throw new Violation("a diff of unit " + unit + ", which has no twin");
        }
        long[] now = snapshot(unit);
        long[] twin = twins[unit];
        lastPublished[unit] = twin;
        twins[unit] = job.is(Fault.DIFF_FROM_LIVE_CONTENT) ? snapshot(unit) : now;
        return SimDiff.between(twin, now);
    }

    @Override
    public void complete(Waiter waiter) {
        ((SimWorker) waiter).completed();
    }

    @Override
    public void again(Waiter waiter) {
        ((SimWorker) waiter).toTryAgain();
    }

    @Override
    public void dirty(UnitState unit) {
        if (!job.is(Fault.FORGOTTEN_DIRTY_UNIT) || job.chance(2)) {
            releases.dirty(unit);
        }
    }

    @Override
    public int begin() {
        return releases.begin();
    }

    @Override
    public void done(int number) {
        releases.done(number);
    }

    @Override
    public void notice(int unit, long version) {
        releases.notice(unit, version);
    }

    @Override
    public void changed(UnitState unit) {
        changed.add(touch(unit.unit()));
    }

    @Override
    public boolean published(UnitState unit) {
        boolean now = releases.published(() -> {
            if (!job.is(Fault.GRANT_BEFORE_DIFFS)) {
                protocol.onPublished(touch(unit.unit()), this);
            }
        });
        return now || job.is(Fault.GRANT_BEFORE_DIFFS);
    }

    @Override
    public int[] time() {
        return notices.time();
    }

    @Override
    public void count(Event event) {
        job.count(event);
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
        StringBuilder text = new StringBuilder("rank " + me + ": " + releases);
        for (HomeState state : states) {
            text.append("\n  unit ").append(state.unit()).append(": access ").append(state.access());
            text.append(", ").append(protocol.describe(state));
        }
        return text.toString();
    }
}
