package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import jdsm.codec.CannotTravelException;
import jdsm.codec.CodecException;
import jdsm.codec.ContentDiff;
import jdsm.coherence.Agenda;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Notices;
import jdsm.coherence.Outbox;
import jdsm.coherence.Releases;
import jdsm.coherence.UnitState;
import jdsm.coherence.Use;
import jdsm.coherence.Waiter;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.directory.Directory;
import jdsm.memory.SegmentLocation;
import jdsm.memory.SegmentRead;
import jdsm.message.CoherenceLayout;
import jdsm.observe.Counters;
import jdsm.sync.BarrierCargo;
import jdsm.sync.MalformedMessage;
import jdsm.sync.NoticeCargo;

/**
 * The service loop of a rank: gives a protocol its events, one at a time, on the Comm's delivery thread, and does what it
 * asks for. So other ranks are answered while workers compute, and each unit's state has one writer.
 *
 * @param <S> the protocol's state of a unit
 */
@NotInlined
final class CoherenceService<S extends UnitState> implements Outbox, BarrierCargo {
    private static final int[] NO_TIME = {};
    private static final byte[] NO_CARGO = {};
    /** Of the units that a grant's notices name, so many are looked at for copies to go along. */
    private static final int MOST_ALONG = 32;

    private static final int MOST_ALONG_BYTES = 8 << 10;
    /** What is asked for ahead behind one barrier, so that who answers need not queue without bound; the rest is missed. */
    private static final long MOST_AHEAD_BYTES = 16L << 20;

    private final Comm comm;
    private final CoherenceProtocol<S> protocol;
    private final Directory directory;
    private final Counters counters;
    private final Consumer<Throwable> onFailure;
    private final Notices notices;
    private final Releases releases;

    private Copies copies;
    /** Null: the transport has no memory that any other rank reaches. */
    private Segments segments;

    private NoticeCargo cargo;
    /** Whether any unit's copies are brought up to date by notices. */
    private boolean lazy;

    private UnitTable<S> states;
    private SharedObjects objects;
    private final Set<S> changed = new LinkedHashSet<>();
    private final Agenda<S> agenda = new Agenda<>();
    /** Reads of segments that have ended while an event went on. */
    private final Deque<Runnable> following = new ArrayDeque<>();

    private boolean isFollowing;
    /** The content behind the message that is being handled. */
    private ByteBuffer arrived;
    /** Who has sent it, or has it in memory. */
    private int sender;
    /** What goes along with the grant that is being made, and its bytes; null: none is being made. */
    private List<byte[]> along;

    private int alongBytes;

    CoherenceService(
            Comm comm,
            CoherenceProtocol<S> protocol,
            Directory directory,
            Passes passes,
            Counters counters,
            Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.protocol = protocol;
        this.directory = directory;
        this.counters = counters;
        this.onFailure = onFailure;
        this.notices = new Notices(comm.rank(), comm.size());
        this.releases = new Releases(new DirtyUnits(), passes, notices);
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            comm.handle(type.kind(), (from, payload) -> handle(type, from, payload));
        }
    }

    /**
     * Sets the units, before any peer or worker can speak of one.
     *
     * @param mayBeLazy whether copies of any unit, now or later, may be brought up to date by notices
     */
    void open(UnitTable<S> unitStates, SharedObjects sharedObjects, boolean mayBeLazy) {
        objects = sharedObjects;
        copies = new Copies(directory, objects);
        segments = comm.size() == 1
                ? null
                : comm.remoteMemory()
                        .map(memory -> new Segments(memory, directory.units()))
                        .orElse(null);
        states = unitStates;
        cargo = new NoticeCargo(comm.rank(), comm.size(), Integer.MAX_VALUE, notices);
        lazy = comm.size() > 1 && mayBeLazy;
    }

    /** A worker's wait begins; called by the worker. */
    void submit(PendingAccess access) {
        comm.execute(() -> guard(() -> {
            S state = states.get(access.unit().unit());
            switch (access.right()) {
                case READ -> protocol.onFault(state, access, this);
                case UPDATE -> protocol.onUpdate(state, access, this);
                case WRITE -> protocol.onWriteFault(state, access, this);
                case HOLD -> protocol.onAcquire(state, access, this);
            }
        }));
    }

    /** A worker waits for a unit that it holds: its request may have been looked at while it came to hold the unit. */
    void heldMeanwhile(PendingAccess access) {
        comm.execute(() ->
                guard(() -> protocol.onHeldMeanwhile(states.get(access.unit().unit()), access, this)));
    }

    /** A worker has let go of a unit for which somebody waits. */
    void released(UnitState unit) {
        comm.execute(() -> guard(() -> protocol.onRelease(states.get(unit.unit()), this)));
    }

    /** In words: the unit, and where it is as far as this rank knows. For stall reports; may be a little out of date. */
    String describe(int unit) {
        return (directory.isLock(unit) ? "the lock of " : "") + directory.label(unit) + ", unit " + unit + ", "
                + protocol.describe(states.get(unit));
    }

    private void handle(CoherenceMessage.Type type, int from, ByteBuffer payload) {
        try {
            onMessage(type, from, payload);
        } catch (CannotTravelException e) {
            onFailure.accept(e); // the program's fault, not the message's
        } catch (CodecException e) {
            throw e; // of what this rank was to send
        } catch (RuntimeException e) {
            onFailure.accept(MalformedMessage.of(from, type.label(), e));
        }
    }

    private void onMessage(CoherenceMessage.Type type, int from, ByteBuffer payload) {
        CoherenceLayout.Decoded decoded = CoherenceLayout.decode(type, payload, Integer.MAX_VALUE, comm.size());
        CoherenceLayout.Extras extras = decoded.extras();
        CoherenceMessage message = decoded.message();
        for (byte[] copy : extras.copies()) {
            // Before the notices, which would make stale what is about to be replaced.
            onMessage(CoherenceMessage.Type.COPY, from, ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
        }
        arrived = payload;
        sender = from;
        try {
            hear(extras.notices());
            S state = states.get(message.unit());
            learn(message, extras);
            protocol.onMessage(state, from, message, this);
            follow();
        } finally {
            arrived = null;
        }
    }

    private void learn(CoherenceMessage message, CoherenceLayout.Extras extras) {
        ContentDiff diff = (ContentDiff) message.diff();
        if (extras.descriptions().length > 0 || diff != null) {
            decoding(() -> {
                ExpectedTypes expected = copies.expectedTypes(message.unit(), arrived, diff);
                objects.learn(extras.descriptions(), expected);
                if (diff != null) {
                    expected.forEach(objects::objectOf); // it may be passed on as it is
                }
            });
        }
        if (extras.location() != null && segments != null) {
            SegmentLocation location = extras.location();
            if (location.unit() != message.unit() || location.rank() >= comm.size()) {
                throw new IllegalArgumentException("it says of unit " + message.unit() + " that it is at " + location);
            }
            segments.learn(message.unit(), location);
        }
    }

    /** Says who has sent what cannot be read. */
    private void decoding(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            throw MalformedMessage.of(sender, "content", e);
        }
    }

    /** What fails in a task must not be lost with the task. */
    private void guard(Runnable event) {
        try {
            event.run();
            follow();
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }

    /** What an event has brought about that is an event of its own; but not what that brings about: others want a turn, too. */
    private void follow() {
        releases.runEnded();
        if (following.isEmpty() || isFollowing) {
            return;
        }
        isFollowing = true;
        try {
            for (Runnable next = following.poll(); next != null; next = following.poll()) {
                next.run();
                releases.runEnded();
            }
        } finally {
            isFollowing = false;
        }
    }

    private void hear(List<Interval> intervals) {
        if (!intervals.isEmpty()) {
            notices.hear(intervals, (unit, version) -> {
                S state = states.find(unit);
                if (state != null) { // else whoever tells this rank of it tells the present version
                    protocol.onNotice(state, version, this);
                }
            });
        }
    }

    /** Counts how units were used, and runs what is to follow. */
    void countUses(Runnable then) {
        comm.execute(() -> guard(() -> {
            states.forEach(state -> protocol.use(state).ifPresent(use -> counters.add(counterOf(use), 1)));
            then.run();
        }));
    }

    private static Counters.Counter counterOf(Use use) {
        return switch (use) {
            case PRIVATE -> Counters.Counter.UNITS_PRIVATE;
            case READ_ONLY -> Counters.Counter.UNITS_READ_ONLY;
            case MIGRATORY -> Counters.Counter.UNITS_MIGRATORY;
            case PRODUCER_CONSUMER -> Counters.Counter.UNITS_PRODUCER_CONSUMER;
            case WIDELY_SHARED -> Counters.Counter.UNITS_WIDELY_SHARED;
        };
    }

    // What the protocol asks for.

    @Override
    public void send(int to, CoherenceMessage message) {
        boolean content = message.has(CoherenceMessage.CONTENT);
        send(to, message, List.of(), List.of(), content ? copies.publishedContent(message.unit()) : null);
    }

    @Override
    public void grant(int to, CoherenceMessage message, int[] time) {
        boolean content = message.has(CoherenceMessage.CONTENT);
        List<Interval> unheard = lazy ? notices.since(time) : List.of();
        send(
                to,
                message,
                unheard,
                message.has(CoherenceMessage.HOME_ONLY) ? List.of() : copiesAlong(to, unheard),
                content ? copies.publishedContent(message.unit()) : null);
    }

    /** Present copies of small units whose copies at a rank are about to be stale, each an encoded message. */
    private List<byte[]> copiesAlong(int to, List<Interval> unheard) {
        if (unheard.isEmpty()) {
            return List.of();
        }
        List<byte[]> made = new ArrayList<>();
        along = made;
        alongBytes = 0;
        try {
            Notices.newest(unheard, MOST_ALONG, unit -> {
                S state = states.find(unit);
                if (state != null && copies.isShort(unit, MOST_ALONG_BYTES - alongBytes)) {
                    protocol.onGranting(state, to, this);
                }
            });
        } finally {
            along = null;
        }
        return made;
    }

    private void send(
            int to,
            CoherenceMessage message,
            List<Interval> unheard,
            List<byte[]> copiesAlong,
            Copies.Encoding content) {
        ContentDiff diff = (ContentDiff) message.diff();
        CoherenceLayout.Extras extras = new CoherenceLayout.Extras(
                unheard,
                copiesAlong,
                message.has(CoherenceMessage.LOCATED) ? segments.ownLocation(message.unit()) : null,
                content != null
                        ? content.descriptions()
                        : diff != null ? copies.descriptions(message.unit(), diff) : NO_CARGO);
        int head = CoherenceLayout.headBytes(message, extras);
        int body = content != null ? content.bytes() : diff != null ? diff.encodedBytes() : 0;
        if (along != null && message.type() == CoherenceMessage.Type.COPY) {
            if (head + body > MOST_ALONG_BYTES) {
                return; // what its references stand for is long: nobody waits for it
            }
            byte[] bytes = new byte[head + body];
            encode(message, extras, content, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            along.add(bytes);
            alongBytes += bytes.length;
            return;
        }
        Frame frame = comm.frame(message.type().kind(), head + body);
        encode(message, extras, content, frame.buffer());
        comm.post(to, frame);
    }

    private static void encode(
            CoherenceMessage message, CoherenceLayout.Extras extras, Copies.Encoding content, ByteBuffer target) {
        CoherenceLayout.encode(message, extras, target);
        if (content != null) {
            content.encode(target);
        } else if (message.diff() != null) {
            ((ContentDiff) message.diff()).encode(target);
        }
    }

    @Override
    public boolean canExport(int to) {
        return segments != null && segments.reach(to);
    }

    @Override
    public boolean export(int unit, long version) {
        boolean there = segments.export(unit, version, copies.publishedContent(unit));
        if (there) {
            count(Event.EXPORT);
        }
        return there;
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
        agenda.add(barrier, states.get(unit.unit()));
    }

    @Override
    public void foresee(UnitState unit, int barrier) {
        agenda.addBehind(barrier, states.get(unit.unit()));
    }

    @Override
    public boolean fetch(int unit, int request) {
        SegmentLocation location = segments == null ? null : segments.find(unit);
        if (location == null) {
            return false;
        }
        ByteBuffer buffer = segments.bufferFor(location);
        CompletableFuture<SegmentRead> reading = segments.read(location, buffer);
        Runnable behind = () -> {
            onRead(unit, request, location, reading);
            segments.recycle(buffer);
        };
        if (reading.isDone() && !isFollowing) {
            following.add(behind);
        } else {
            reading.whenComplete((read, failure) -> comm.execute(() -> guard(behind)));
        }
        return true;
    }

    private void onRead(int unit, int request, SegmentLocation location, CompletableFuture<SegmentRead> reading) {
        try {
            onRead(unit, request, location, reading.join());
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof CommException)) {
                throw e;
            } // else the Comm itself says that it has failed
        }
    }

    private void onRead(int unit, int request, SegmentLocation location, SegmentRead read) {
        if (read.outcome() == SegmentRead.Outcome.CONTENT) {
            count(Event.ONE_SIDED_FETCH);
            counters.add(Counters.Counter.ONE_SIDED_BYTES, read.content().remaining());
            sender = location.rank();
            decoding(() -> arrived = content(unit, read.content()));
            protocol.onMessage(
                    states.get(unit),
                    location.rank(),
                    CoherenceMessage.readReply(unit, request, read.version(), CoherenceMessage.CONTENT),
                    this);
            arrived = null;
            return;
        }
        if (read.outcome() == SegmentRead.Outcome.GONE && location.equals(segments.find(unit))) {
            segments.forget(unit);
        }
        protocol.onMissed(states.get(unit), request, this);
    }

    /** What a segment has behind the content tells what that refers to. */
    private ByteBuffer content(int unit, ByteBuffer found) {
        if (!copies.hasReferences(unit)) {
            return found;
        }
        int bytes = copies.fixedBytes(unit);
        if (found.remaining() < bytes) {
            throw new CodecException(found.remaining() + " bytes of a content of " + bytes);
        }
        byte[] descriptions = new byte[found.remaining() - bytes];
        found.get(found.position() + bytes, descriptions);
        found.limit(found.position() + bytes);
        objects.learn(descriptions, copies.expectedTypes(unit, found, null));
        return found;
    }

    @Override
    public void install(int unit, Diff own) {
        decoding(() -> copies.install(unit, arrived, (ContentDiff) own));
    }

    @Override
    public void apply(int unit, Diff diff) {
        decoding(() -> copies.apply(unit, (ContentDiff) diff));
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
        return copies.diff(unit);
    }

    @Override
    public void complete(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.DONE);
    }

    @Override
    public void again(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.AGAIN);
    }

    @Override
    public void dirty(UnitState unit) {
        releases.dirty(unit);
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
        changed.add(states.get(unit.unit()));
    }

    @Override
    public boolean published(UnitState unit) {
        return releases.published(() -> protocol.onPublished(states.get(unit.unit()), this));
    }

    @Override
    public int[] time() {
        return lazy ? notices.time() : NO_TIME;
    }

    @Override
    public void count(Event event) {
        counters.add(
                switch (event) {
                    case FETCH -> Counters.Counter.FETCHES;
                    case FETCH_AHEAD -> Counters.Counter.FETCHES_AHEAD;
                    case OWNERSHIP_MOVE -> Counters.Counter.OWNERSHIP_MOVES;
                    case LOCK_MOVE -> Counters.Counter.LOCK_MOVES;
                    case INVALIDATION -> Counters.Counter.INVALIDATIONS;
                    case FORWARD -> Counters.Counter.FORWARDS;
                    case STALE_REPLY -> Counters.Counter.STALE_REPLIES;
                    case DIFF -> Counters.Counter.DIFFS;
                    case TWIN -> Counters.Counter.TWINS;
                    case PUSH -> Counters.Counter.PUSHES;
                    case COPY_WITH_LOCK -> Counters.Counter.COPIES_WITH_LOCKS;
                    case EXPORT -> Counters.Counter.EXPORTS;
                    case ONE_SIDED_FETCH -> Counters.Counter.ONE_SIDED_FETCHES;
                },
                1);
    }

    /** What a release does with the units that were written. */
    private final class DirtyUnits implements Releases.Units {
        @Override
        public void publish(UnitState unit) {
            protocol.onPublish(states.get(unit.unit()), CoherenceService.this);
        }

        @Override
        public void lower(UnitState unit) {
            protocol.onLower(states.get(unit.unit()), CoherenceService.this);
        }

        @Override
        public void retire(UnitState unit) {
            protocol.onRetire(states.get(unit.unit()), CoherenceService.this);
        }
    }

    // The barrier.

    @Override
    public void release(Runnable then) {
        guard(() -> {
            Collection<S> expected = agenda.enter();
            releases.publish(true, () -> {
                cargo.enter();
                then.run();
            });
            expected.forEach(unit -> protocol.onExpected(unit, this));
        });
    }

    @Override
    public byte[] load() {
        return lazy ? cargo.load() : NO_CARGO;
    }

    @Override
    public void unload(byte[] loaded) {
        if (lazy) {
            cargo.unload(loaded, this::hear);
        }
    }

    @Override
    public void passed() {
        Collection<S> foreseen = agenda.pass();
        if (lazy) {
            cargo.passed();
            askAhead(foreseen);
            changed.forEach(unit -> protocol.onBarrier(unit, this));
            changed.clear();
            follow();
        }
    }

    /** Before any worker goes on: what they will miss is asked for at once, and each owner answers all of it at once. */
    private void askAhead(Collection<S> foreseen) {
        long bytes = 0;
        for (S unit : foreseen) {
            bytes += copies.fixedBytes(unit.unit());
            if (bytes > MOST_AHEAD_BYTES) {
                return;
            }
            protocol.onForeseen(unit, this);
        }
    }
}
