package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import jdsm.codec.ContentDiff;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Outbox.Event;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.driver.Arrival;
import jdsm.coherence.driver.CoherenceDriver;
import jdsm.coherence.driver.PackedCopy;
import jdsm.coherence.driver.Port;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.memory.SegmentLocation;
import jdsm.message.CoherenceLayout;
import jdsm.observe.Counters;
import jdsm.sync.MalformedMessage;

/** Connects the driver with a rank's objects, its Comm and its workers. Service loop only. */
final class DriverPort implements Port {
    private static final byte[] NO_DESCRIPTIONS = {};

    private final Comm comm;
    private final UnitTable states;
    private final SharedObjects objects;
    private final Copies copies;
    private final Companions companions;
    private final Appetites appetites;
    private final HoldAppetites holdAppetites = new HoldAppetites();
    private final ReadAhead ahead;
    private final SharingAhead sharing;
    private final Samples samples;
    private final BlockWishes wishes;
    /** The unit of the sample that is being handled; null if there is none, or a copy was valid before. */
    private UnitState arriving;

    private final Directory directory;
    private final Counters counters;
    /** Null where the transport offers no memory that another rank can read, as {@link #reads}. */
    private final Segments segments;

    private final OneSidedReads reads;

    /** @param execute runs an event on the service loop, after the events that are due */
    DriverPort(
            Comm comm,
            Directory directory,
            UnitTable states,
            SharedObjects objects,
            Along along,
            BlockWishes wishes,
            Counters counters,
            Consumer<Runnable> execute) {
        this.comm = comm;
        this.states = states;
        this.objects = objects;
        this.directory = directory;
        this.copies = new Copies(directory, objects);
        this.companions = new Companions(directory, objects, copies, along.order(), comm.size());
        this.appetites = new Appetites(along.order());
        this.ahead = along.ahead();
        this.sharing = new SharingAhead(objects, comm.size(), counters, System.getProperty(SharingAhead.PROPERTY));
        this.samples = along.samples();
        this.wishes = wishes;
        this.counters = counters;
        this.segments = comm.size() == 1
                ? null
                : comm.remoteMemory()
                        .map(memory -> new Segments(memory, directory.units()))
                        .orElse(null);
        this.reads = segments == null ? null : new OneSidedReads(segments, copies, states, counters, execute);
    }

    /** Sets the driver that receives the results of one-sided reads. To be called before the first event. */
    void open(CoherenceDriver itsDriver) {
        if (reads != null) {
            reads.open(itsDriver);
        }
    }

    @Override
    public UnitState find(int unit) {
        return states.find(unit);
    }

    @Override
    public UnitState present(int unit) {
        return states.present(unit);
    }

    @Override
    public int contentBytes(int unit) {
        return copies.fixedBytes(unit);
    }

    @Override
    public boolean isOfArray(int unit) {
        return directory.entryOfUnit(unit).object().getClass().isArray();
    }

    @Override
    public boolean mayTravelAlong(int unit, int mostBytes) {
        return copies.isShort(unit, mostBytes);
    }

    // Messages.

    @Override
    public void post(int to, CoherenceMessage message, List<Interval> intervals, List<PackedCopy> along) {
        DescriptionWriter describer = new DescriptionWriter(objects, to);
        post(to, outgoing(states.waitingRanks().load(message), intervals, encoded(along), describer));
        for (PackedCopy copy : along) {
            ((EncodedCopy) copy).describer().sent();
        }
    }

    private void post(int to, Outgoing outgoing) {
        Frame frame = comm.frame(outgoing.message().type().kind(), outgoing.bytes());
        outgoing.encode(frame.buffer());
        comm.post(to, frame);
    }

    @Override
    public void post(int to, CoherenceMessage reply, CoherenceMessage.Room room, IntConsumer offer) {
        Outgoing alone = outgoing(reply, List.of(), List.of(), new DescriptionWriter(objects, to));
        byte[] bundle = companions.gather(to, reply.unit(), alone::forEachReference, room, offer);
        post(to, bundle.length == 0 ? alone : alone.with(bundle));
    }

    @Override
    public void load(CoherenceMessage copy) {
        companions.add(copy);
    }

    @Override
    public boolean canTravel(int unit) {
        return companions.canTravel(unit);
    }

    @Override
    public CoherenceMessage.Room room(int unit) {
        return companions.mayCome(unit)
                ? appetites.room(directory.entryOfUnit(unit).object().getClass())
                : CoherenceMessage.Room.NONE;
    }

    @Override
    public CoherenceMessage.Room roomWithHold(int unit) {
        return holdAppetites.room(heldClass(unit));
    }

    /** The class of the object that a unit, or a lock, is of; {@link Class} for the lock of a class or a constant. */
    private Class<?> heldClass(int unit) {
        SharedEntry entry = directory.entryOfUnit(unit);
        Object object = entry == null ? null : entry.object();
        return object == null ? Class.class : object.getClass();
    }

    @Override
    public boolean intervalEnds() {
        appetites.intervalEnds();
        holdAppetites.intervalEnds();
        companions.intervalEnds();
        ahead.intervalEnds();
        return sharing.intervalEnds();
    }

    @Override
    public void shareAhead(int unit) {
        if (!directory.isLock(unit)) {
            sharing.follow(copies.content(unit));
        }
    }

    @Override
    public void sharedAhead() {
        sharing.end();
    }

    @Override
    public PackedCopy pack(int to, CoherenceMessage copy) {
        DescriptionWriter describer = DescriptionWriter.unsure(objects, to);
        Outgoing outgoing = outgoing(copy, List.of(), List.of(), describer);
        byte[] bytes = new byte[outgoing.bytes()];
        outgoing.encode(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        return new EncodedCopy(bytes, describer);
    }

    private record EncodedCopy(byte[] encoded, DescriptionWriter describer) implements PackedCopy {
        @Override
        public int bytes() {
            return encoded.length;
        }
    }

    private Outgoing outgoing(
            CoherenceMessage message, List<Interval> intervals, List<byte[]> along, DescriptionWriter describer) {
        ContentDiff diff = (ContentDiff) message.diff();
        boolean hasContent = message.has(CoherenceMessage.CONTENT);
        Copies.Encoding content = hasContent ? copies.publishedContent(message.unit(), describer) : null;
        byte[] descriptions = content != null
                ? content.descriptions()
                : diff != null ? copies.descriptions(message.unit(), diff, describer) : NO_DESCRIPTIONS;
        SegmentLocation location = message.has(CoherenceMessage.LOCATED) ? segments.ownLocation(message.unit()) : null;
        CoherenceLayout.Extras extras = new CoherenceLayout.Extras(intervals, along, location, descriptions);
        int body = content != null ? content.bytes() : diff != null ? diff.bytes() : 0;
        return new Outgoing(message, extras, content, CoherenceLayout.headBytes(message, extras) + body);
    }

    private static List<byte[]> encoded(List<PackedCopy> along) {
        if (along.isEmpty()) {
            return List.of();
        }
        List<byte[]> encoded = new ArrayList<>(along.size());
        for (PackedCopy copy : along) {
            encoded.add(((EncodedCopy) copy).encoded());
        }
        return encoded;
    }

    @Override
    public void learn(Arrival arrival) {
        Received received = (Received) arrival;
        CoherenceMessage message = received.message();
        byte[] descriptions = received.extras().descriptions();
        ContentDiff diff = (ContentDiff) message.diff();
        if (descriptions.length > 0 || diff != null) {
            decoding(received, () -> {
                ExpectedTypes expected = copies.expectedTypes(message.unit(), received.content(), diff);
                received.readerFor(objects).learn(ByteBuffer.wrap(descriptions), expected);
                if (diff != null) {
                    expected.forEach(objects::objectOf); // throws if one is unknown, before the diff is passed on
                }
            });
        }
        arriving = null;
        if (message.has(CoherenceMessage.SAMPLE)) {
            sampled(message);
        } else if (!received.extras().copies().isEmpty()) {
            if (message.type() == CoherenceMessage.Type.GRANT || message.has(CoherenceMessage.ACQUIRE)) {
                holdAppetites.granted(heldClass(message.unit()));
            } else {
                appetites.replied(directory.entryOfUnit(message.unit()).object().getClass());
            }
        }
        SegmentLocation location = received.extras().location();
        if (location != null && segments != null) {
            if (location.unit() != message.unit() || location.rank() >= comm.size()) {
                throw new IllegalArgumentException("unit " + message.unit() + " cannot be at " + location);
            }
            segments.learn(message.unit(), location);
        }
    }

    private void sampled(CoherenceMessage copy) {
        UnitState unit = states.get(copy.unit());
        if (!copy.has(CoherenceMessage.WITH_REPLY)) {
            holdAppetites.sample(unit);
            return;
        }
        appetites.sample(unit);
        arriving = unit.access() < UnitState.READ ? unit : null;
    }

    /** Runs the decoding of a content; the error for a malformed content names its sender. */
    private static void decoding(Arrival arrival, Runnable body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            throw MalformedMessage.of(arrival.from(), "content", e);
        }
    }

    @Override
    public UnitState next(Arrival reply) {
        Received received = (Received) reply;
        int unit = received.message().unit();
        if (received.next() < 0
                || !appetites.isGreatest(directory.entryOfUnit(unit).object().getClass())) {
            return null;
        }
        UnitState next = states.present(received.next());
        return next == null ? null : ahead.replied(states.get(unit), next);
    }

    // Contents.

    @Override
    public void install(Arrival arrival, Diff own) {
        Received received = (Received) arrival;
        CoherenceMessage message = received.message();
        decoding(received, () -> {
            if (message.diff() != null) {
                copies.install(message.unit(), (ContentDiff) message.diff(), (ContentDiff) own);
            } else {
                copies.install(message.unit(), received.content(), (ContentDiff) own);
            }
        });
    }

    @Override
    public void apply(Arrival arrival, int unit, Diff diff) {
        decoding(arrival, () -> copies.apply(unit, (ContentDiff) diff));
    }

    @Override
    public void takeTwin(int unit) {
        copies.takeTwin(unit);
    }

    @Override
    public void dropTwin(int unit) {
        copies.dropTwin(unit);
    }

    @Override
    public boolean hasTwin(int unit) {
        return copies.hasTwin(unit);
    }

    @Override
    public Diff diff(int unit) {
        ContentDiff diff = copies.diff(unit);
        if (diff != null) {
            wishes.add(unit, diff);
        }
        return diff;
    }

    @Override
    public int mostChanges(int unit) {
        // Others fetch elements of a primitive type without this rank's help, which costs less.
        return segments == null || copies.hasReferences(unit) ? copies.mostChanges(unit) : 0;
    }

    @Override
    public Diff changes(int unit, List<Diff> diffs) {
        return copies.changes(unit, diffs.stream().map(ContentDiff.class::cast).toList());
    }

    // One-sided reads.

    @Override
    public boolean canExport(int to) {
        return segments != null && segments.reach(to);
    }

    @Override
    public boolean export(int unit, long version) {
        return segments.export(
                unit,
                version,
                copies.publishedContent(unit, new DescriptionWriter(objects, DescriptionWriter.ANYBODY)));
    }

    @Override
    public boolean wasFetched(int unit) {
        return segments.wasRead(unit);
    }

    @Override
    public void suspend(int unit) {
        segments.suspend(unit);
    }

    @Override
    public void revoke(int unit) {
        segments.revoke(unit);
    }

    /** Forgets a unit, its exported content here, and its known location; its object is gone on all ranks. */
    void discard(int unit) {
        samples.forget(unit);
        if (segments != null) {
            segments.discard(unit);
        }
    }

    @Override
    public boolean fetch(int unit, int request) {
        return segments != null && reads.begin(unit, request);
    }

    // Workers, counters.

    @Override
    public void complete(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.DONE);
    }

    @Override
    public void again(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.AGAIN);
    }

    @Override
    public void count(Event event) {
        counters.add(EventCounters.of(event), 1);
        if (event == Event.COPY_WITH_REPLY && arriving != null) {
            samples.came(arriving.unit());
            if (arriving.access() >= UnitState.READ) { // a worker has read it before it was known as a sample
                samples.used(arriving.unit());
            }
        }
    }

    @Override
    public void count(Event event, int unit) {
        EventCounters.add(counters, event, directory.entryOfUnit(unit));
        if (event == Event.INVALIDATION) {
            samples.invalidated(unit);
        } else if (event == Event.OWNERSHIP_MOVE) {
            samples.used(unit); // a worker here writes it
        }
    }
}
