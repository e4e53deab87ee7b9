package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.driver.Arrival;
import jdsm.coherence.driver.PackedCopy;
import jdsm.coherence.driver.Port;

/**
 * The port of a simulated rank: contents that are copied element by element, and a network that the schedule drives.
 */
final class SimPort implements Port {
    private static final int NO_MEMORY_IN = 4;
    /** One copy in this many is too long to travel with a grant. */
    private static final int TOO_LONG_IN = 8;

    /** One request in this many is for one copy alone, and one unit in this many is not offered with a reply. */
    private static final int NO_ROOM_IN = 4;

    /** One unit in this many is requested ahead with a reply. */
    private static final int AHEAD_IN = 8;

    /** At one barrier in this many, a rank forgets a unit's stale content. */
    private static final int FORGETS_IN = 5;

    private static final int TOO_LONG_BYTES = 1 << 20;
    /** One one-sided read in this many is complete at once. */
    private static final int COMPLETE_IN = 4;

    private final SimRank rank;
    private final Simulation job;
    private final Scenario scenario;
    private final long[][] live;
    private final long[][] twins;
    /** The twins before the last diff. */
    private final long[][] lastPublished;

    /** The copies for the reply that is being made. */
    private final List<Letter> loaded = new ArrayList<>();

    /** The number of intervals that have ended here. */
    private int intervals;

    private SimDiff lastApplied;
    private int lastAppliedUnit;

    SimPort(SimRank rank, Simulation job, Scenario scenario) {
        this.rank = rank;
        this.job = job;
        this.scenario = scenario;
        Programs.Shape shape = scenario.shape();
        this.live = new long[shape.units()][shape.elements()];
        this.twins = new long[shape.units()][];
        this.lastPublished = new long[shape.units()][];
        for (int unit = 0; unit < shape.units(); unit++) {
            if (rank.me != 0 && !scenario.replicated()[unit]) {
                Arrays.fill(live[unit], -1);
            }
        }
    }

    /** The rank's local copy of a unit. */
    long[] live(int unit) {
        return live[unit];
    }

    @Override
    public UnitState find(int unit) {
        return rank.state(unit);
    }

    @Override
    public UnitState present(int unit) {
        return rank.state(unit);
    }

    /** The length of the content; sometimes so great that it exceeds the bound on requests after a barrier. */
    @Override
    public int contentBytes(int unit) {
        return job.chance(TOO_LONG_IN) ? Integer.MAX_VALUE : Long.BYTES * live[unit].length;
    }

    @Override
    public boolean isOfArray(int unit) {
        return job.chance(2);
    }

    @Override
    public boolean mayTravelAlong(int unit, int mostBytes) {
        return unit < live.length && job.chance(2);
    }

    // Messages.

    @Override
    public void post(int to, CoherenceMessage message, List<Interval> intervals, List<PackedCopy> along) {
        boolean forgets = job.is(Fault.GRANT_WITHOUT_NOTICES) && message.type() == CoherenceMessage.Type.GRANT
                || job.is(Fault.REPLY_WITHOUT_NOTICES) && message.type() == CoherenceMessage.Type.READ_REPLY;
        List<Letter> copies =
                along.stream().map(copy -> ((SimCopy) copy).letter()).toList();
        Letter letter = new Letter(
                rank.me,
                message,
                forgets ? List.of() : intervals,
                copies,
                contentOf(message),
                message.has(CoherenceMessage.LOCATED) ? job.segments.own(rank.me, message.unit()) : null);
        if (to == rank.me) {
            throw new Violation("rank " + rank.me + " sends itself " + letter);
        }
        if (message.has(CoherenceMessage.LOCATED) && letter.place() == null) {
            throw new Violation("rank " + rank.me + " sends a location without an export: " + letter);
        }
        job.post(rank.me, to, letter);
    }

    @Override
    public void post(int to, CoherenceMessage reply, CoherenceMessage.Room room, IntConsumer offer) {
        long[] content = contentOf(reply);
        loaded.clear();
        for (int unit = 0; unit < live.length; unit++) {
            if (unit != reply.unit() && !job.chance(NO_ROOM_IN)) {
                offer.accept(unit);
            }
        }
        SimSegments.Place place = reply.has(CoherenceMessage.LOCATED) ? job.segments.own(rank.me, reply.unit()) : null;
        job.post(rank.me, to, new Letter(rank.me, reply, List.of(), List.copyOf(loaded), content, place));
    }

    @Override
    public void load(CoherenceMessage copy) {
        boolean sample = job.chance(2);
        CoherenceMessage along = CoherenceMessage.copyWithReply(copy.unit(), copy.version(), sample);
        loaded.add(Letter.of(rank.me, along, contentOf(copy)));
    }

    @Override
    public boolean canTravel(int unit) {
        return !job.chance(TOO_LONG_IN);
    }

    @Override
    public CoherenceMessage.Room roomWithHold(int unit) {
        return job.chance(2) ? new CoherenceMessage.Room(TOO_LONG_BYTES, false) : CoherenceMessage.Room.NONE;
    }

    @Override
    public CoherenceMessage.Room room(int unit) {
        return unit < live.length && !job.chance(NO_ROOM_IN)
                ? new CoherenceMessage.Room(Long.BYTES, false)
                : CoherenceMessage.Room.NONE;
    }

    /** As after a search for unreachable objects, which drops stale contents that nobody may be reading. */
    @Override
    public boolean intervalEnds() {
        boolean mayRead = scenario.shape().threads() > 0;
        intervals++;
        for (int unit = 0; unit < live.length; unit++) {
            if (!mayRead && (unit + rank.me + intervals) % FORGETS_IN == 0) {
                rank.state(unit).forgetContents();
                if (!rank.state(unit).isValid() && !hasTwin(unit)) {
                    Arrays.fill(live[unit], -1);
                }
            }
        }
        return false;
    }

    @Override
    public void shareAhead(int unit) {
        throw new IllegalStateException("no units are made later here");
    }

    @Override
    public void sharedAhead() {
        throw new IllegalStateException("no units are made later here");
    }

    private long[] contentOf(CoherenceMessage message) {
        if (!message.has(CoherenceMessage.CONTENT)) {
            return null;
        }
        boolean grant = message.type() == CoherenceMessage.Type.GRANT;
        return published(message.unit(), grant ? Fault.GRANT_FROM_LIVE_CONTENT : Fault.COPY_FROM_LIVE_CONTENT);
    }

    @Override
    public PackedCopy pack(int to, CoherenceMessage copy) {
        long[] content = contentOf(copy);
        int bytes = job.chance(TOO_LONG_IN) ? TOO_LONG_BYTES : Long.BYTES * live[copy.unit()].length;
        return new SimCopy(Letter.of(rank.me, copy, content), bytes);
    }

    @Override
    public void learn(Arrival arrival) {
        Letter letter = (Letter) arrival;
        if (letter.place() != null) {
            job.segments.learn(rank.me, letter.message().unit(), letter.place());
        }
    }

    /** Any unit, behind a reply with copies: what is likely is no matter of correctness. */
    @Override
    public UnitState next(Arrival reply) {
        boolean hasCopies = reply.message().type() == CoherenceMessage.Type.READ_REPLY
                && !((Letter) reply).copies().isEmpty();
        for (int unit = 0; hasCopies && unit < live.length; unit++) {
            if (job.chance(AHEAD_IN)) {
                return rank.state(unit);
            }
        }
        return null;
    }

    // Contents.

    /**
     * The content as of the last publication: the twin if there is one, else the live content; wrong under the given
     * fault.
     */
    private long[] published(int unit, Fault liveInstead) {
        if (job.is(Fault.COPY_WITHOUT_WHAT_IS_RELEASED)
                && !rank.state(unit).publication().hasNotices()) {
            return lastPublished[unit] != null && hasTwin(unit) ? lastPublished[unit].clone() : snapshot(unit);
        }
        return hasTwin(unit) && !job.is(liveInstead) ? twins[unit].clone() : snapshot(unit);
    }

    /** Copies a unit's live content; workers of the rank may store meanwhile. */
    private long[] snapshot(int unit) {
        long[] copy = new long[live[unit].length];
        for (int element = 0; element < copy.length; element++) {
            job.workerMayStore(rank);
            copy[element] = live[unit][element];
        }
        return copy;
    }

    @Override
    public void install(Arrival arrival, Diff own) {
        Letter letter = (Letter) arrival;
        int unit = letter.message().unit();
        SimDiff changes = (SimDiff) letter.message().diff();
        if (letter.content() == null && changes == null) {
            throw new Violation("no content of unit " + unit + " to install");
        }
        if (changes != null) {
            for (int i = 0; i < changes.elements().length; i++) {
                install(unit, changes.elements()[i], changes.values()[i], (SimDiff) own);
            }
            return;
        }
        long[] next = letter.content().clone();
        if (job.is(Fault.STATE_BEFORE_CONTENT)) {
            rank.tasks.add(Task.late(() -> System.arraycopy(next, 0, live[unit], 0, next.length)));
            return;
        }
        for (int element = 0; element < next.length; element++) {
            install(unit, element, next[element], (SimDiff) own);
        }
    }

    private void install(int unit, int element, long value, SimDiff own) {
        long[] twin = twins[unit];
        job.workerMayStore(rank);
        boolean mine = own != null && own.contains(element) && !job.is(Fault.MERGE_UNDOES_DIFF_IN_FLIGHT);
        boolean unchanged = twin != null && twin[element] == value;
        if (twin == null || !mine && (!unchanged || job.is(Fault.MERGE_STORES_UNCHANGED))) {
            live[unit][element] = value;
            if (twin != null) {
                twin[element] = value;
            }
        }
    }

    @Override
    public void apply(Arrival arrival, int unit, Diff diff) {
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
            job.workerMayStore(rank);
            if (job.is(Fault.WIDE_STORES) && element + 1 < live[unit].length) {
                long neighbour = live[unit][element + 1];
                job.workerMayStore(rank);
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
    public int mostChanges(int unit) {
        boolean onlyExports = scenario.oneSided()
                && unit % 2 == (scenario.isShortOfMemory() ? 1 : 0); // the others until a short diff
        return onlyExports ? 0 : live[unit].length;
    }

    @Override
    public Diff changes(int unit, List<Diff> diffs) {
        int used = diffs.size() - (job.is(Fault.CHANGES_WITHOUT_THE_LAST) && diffs.size() > 1 ? 1 : 0);
        return SimDiff.inOrder(
                diffs.subList(0, used).stream().map(SimDiff.class::cast).toList());
    }

    // One-sided reads.

    @Override
    public boolean canExport(int to) {
        return scenario.reaches(rank.me, to) || scenario.oneSided() && job.is(Fault.EXPORTED_OUT_OF_REACH);
    }

    @Override
    public boolean export(int unit, long version) {
        if (scenario.isShortOfMemory() && job.chance(NO_MEMORY_IN)) {
            job.segments.lose(rank.me, unit);
            return false;
        }
        job.segments.write(rank.me, unit, version, published(unit, Fault.COPY_FROM_LIVE_CONTENT));
        return true;
    }

    @Override
    public boolean wasFetched(int unit) {
        return job.chance(4);
    }

    @Override
    public void suspend(int unit) {
        job.segments.suspend(rank.me, unit);
    }

    @Override
    public void revoke(int unit) {
        job.segments.revoke(rank.me, unit);
    }

    @Override
    public boolean fetch(int unit, int request) {
        SimSegments.Place place = job.segments == null ? null : job.segments.known(rank.me, unit);
        if (place == null) {
            return false;
        }
        if (!scenario.reaches(rank.me, place.owner)) {
            throw new Violation("rank " + rank.me + " does not reach the memory of rank " + place.owner);
        }
        SimSegments.Get get = job.segments.new Get(place, unit);
        if (job.chance(COMPLETE_IN)) {
            while (!get.isOver()) {
                get.step();
            }
            if (rank.driver().follow(() -> end(get, request))) {
                return true;
            }
        }
        step(get, request);
        return true;
    }

    /** Reads the next word of a one-sided read, and schedules the one after it. */
    private void step(SimSegments.Get get, int request) {
        rank.tasks.add(Task.late(() -> {
            if (get.isOver()) {
                end(get, request);
            } else {
                get.step();
                step(get, request);
            }
        }));
    }

    private void end(SimSegments.Get get, int request) {
        if (get.found()) {
            count(Outbox.Event.ONE_SIDED_FETCH);
            CoherenceMessage reply =
                    CoherenceMessage.readReply(get.unit(), request, get.version(), CoherenceMessage.CONTENT);
            rank.driver().onMessage(Letter.of(get.owner(), reply, get.content()));
        } else {
            job.segments.forget(rank.me, get);
            rank.driver().onMissed(rank.state(get.unit()), request);
        }
    }

    // Workers, counters.

    @Override
    public void complete(Waiter waiter) {
        ((SimWorker) waiter).completed();
    }

    @Override
    public void again(Waiter waiter) {
        ((SimWorker) waiter).toTryAgain();
    }

    @Override
    public void count(Outbox.Event event) {
        job.count(event);
    }
}
