package jdsm.coherence.driver;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jdsm.coherence.Agenda;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Notices;
import jdsm.coherence.Outbox;
import jdsm.coherence.Releases;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * Carries out the effects of a protocol's events, through the {@link Port} or on the data that the driver keeps for its
 * rank.
 */
final class Effects implements Outbox {
    /** The room of a grant for which none is wished. */
    private static final int USUAL_ALONG_BYTES = 8 << 10;
    /** Of a grant's write notices, one unit is looked at for so many bytes of room. */
    private static final int ROOM_OF_ONE = 64;
    /** One copy in this many that travel with grants is a sample. */
    private static final int SAMPLE_IN = 16;
    /** Of a larger unit, workers may use a small part, and changes may travel in place of the content. */
    private static final int SMALL_BYTES = (1 << 10) - 1;
    /** As long as the units of several objects at most. */
    private static final int SHORT_BYTES = 2 << 10;

    private static final int[] NO_TIME = {};

    final Notices notices;
    final Releases releases;
    final Agenda<UnitState> agenda = new Agenda<>();

    private final CoherenceProtocol protocol;
    private final Port port;
    private final boolean lazy;
    /** The units that are owned here and have a new version since the last barrier. */
    private List<UnitState> changed = new ArrayList<>();
    /** The message that is being handled. */
    private Arrival arrived;
    /** The copies for the grant that is being made; null outside {@link #grant}. */
    private List<PackedCopy> along;

    private int alongBytes;
    /** The room for copies in the grant that is being made, in bytes. */
    private int alongRoom;
    /** Whether the receiver of the grant that is being made has wished for that room. */
    private boolean alongIsWished;
    /** The number of copies that have travelled with grants. */
    private int alongCopies;

    private int barriersPublished;
    /** Whether copies that are sent travel with the reply that is being made. */
    private boolean replying;

    /** @param lazy whether write notices can make copies stale */
    Effects(Notices notices, boolean lazy, CoherenceProtocol protocol, Releases.Passes passes, Port port) {
        this.notices = notices;
        this.lazy = lazy;
        this.protocol = protocol;
        this.port = port;
        this.releases = new Releases(new DirtyUnits(), passes, notices);
    }

    /** Gives the protocol a message. The message's content is available until this method returns. */
    void deliver(UnitState unit, Arrival arrival) {
        arrived = arrival;
        try {
            protocol.onMessage(unit, arrival.from(), arrival.message(), this);
        } finally {
            arrived = null;
        }
    }

    /** The dirty units are published for a barrier; what begins from now on, this barrier does not wait for. */
    void barrierPublished() {
        barriersPublished++;
    }

    /** Tells the protocol of a passed barrier, for each unit with a new version. */
    void barrierPassed() {
        List<UnitState> before = changed;
        changed = new ArrayList<>();
        for (UnitState unit : before) {
            unit.changed(false);
            protocol.onBarrier(unit, this);
        }
    }

    /** Forgets units whose objects are gone. */
    void forget(Predicate<UnitState> gone) {
        agenda.removeIf(gone);
        changed.removeIf(gone);
    }

    // Messages.

    @Override
    public void send(int to, CoherenceMessage message) {
        boolean isCopy = message.type() == CoherenceMessage.Type.COPY;
        if (isCopy && replying) {
            port.load(message);
            return;
        } else if (!isCopy || along == null) {
            port.post(to, message, List.of(), List.of());
            return;
        }
        PackedCopy copy = port.pack(to, ++alongCopies % SAMPLE_IN == 0 ? message.asSample() : message);
        // A copy whose descriptions make it too long is dropped. No worker waits for it.
        if (copy.bytes() <= USUAL_ALONG_BYTES) {
            along.add(copy);
            alongBytes += copy.bytes();
        }
    }

    @Override
    public void reply(int to, CoherenceMessage message, CoherenceMessage.Room room) {
        if (room.bytes() == 0 || !message.has(CoherenceMessage.CONTENT | CoherenceMessage.CHANGES)) {
            port.post(to, message, List.of(), List.of());
            return;
        }
        replying = true;
        try {
            port.post(to, message, room, unit -> {
                UnitState state = port.present(unit);
                if (state != null) {
                    protocol.onReplying(state, to, this);
                }
            });
        } finally {
            replying = false;
        }
    }

    @Override
    public boolean canTravel(int unit) {
        return port.canTravel(unit);
    }

    @Override
    public boolean mayTravelAlong(int unit) {
        return port.mayTravelAlong(unit, Math.min(USUAL_ALONG_BYTES, alongRoom - alongBytes));
    }

    @Override
    public boolean hasRoomAlong(int unit) {
        return alongIsWished && port.mayTravelAlong(unit, Math.min(SMALL_BYTES, alongRoom - alongBytes));
    }

    @Override
    public boolean isShort(int unit) {
        return port.contentBytes(unit) <= SHORT_BYTES && !port.isOfArray(unit);
    }

    @Override
    public CoherenceMessage.Room room(int unit) {
        return port.room(unit);
    }

    @Override
    public CoherenceMessage.Room roomWithHold(int unit) {
        return port.roomWithHold(unit);
    }

    @Override
    public void grant(int to, CoherenceMessage message, int[] time, CoherenceMessage.Room room) {
        List<Interval> unheard = lazy ? notices.since(time) : List.of();
        boolean toHold = !message.has(CoherenceMessage.HOME_ONLY);
        port.post(to, message, unheard, toHold && !unheard.isEmpty() ? copiesAlong(to, unheard, room) : List.of());
    }

    /** Packs current copies of small units that the notices make stale at the receiver. */
    private List<PackedCopy> copiesAlong(int to, List<Interval> unheard, CoherenceMessage.Room room) {
        List<PackedCopy> made = new ArrayList<>();
        along = made;
        alongBytes = 0;
        alongIsWished = room.bytes() > 0;
        alongRoom = alongIsWished ? room.bytes() : USUAL_ALONG_BYTES;
        try {
            Notices.newest(unheard, alongRoom / ROOM_OF_ONE, unit -> {
                UnitState state = port.present(unit);
                if (state != null) {
                    protocol.onGranting(state, to, this);
                }
            });
        } finally {
            along = null;
        }
        return made;
    }

    // Contents and one-sided reads.

    @Override
    public void install(int unit, Diff own) {
        if (arrived == null || arrived.message().unit() != unit) {
            throw new IllegalStateException("no content of unit " + unit + " has come");
        }
        // A volatile read may find the content at once. Then it must also find the rights that were lowered before.
        VarHandle.releaseFence();
        port.install(arrived, own);
    }

    @Override
    public void apply(int unit, Diff diff) {
        port.apply(arrived, unit, diff);
    }

    @Override
    public void takeTwin(int unit) {
        port.takeTwin(unit);
    }

    @Override
    public void dropTwin(int unit) {
        port.dropTwin(unit);
    }

    @Override
    public boolean hasTwin(int unit) {
        return port.hasTwin(unit);
    }

    @Override
    public Diff diff(int unit) {
        return port.diff(unit);
    }

    @Override
    public int mostChanges(int unit) {
        return port.mostChanges(unit);
    }

    @Override
    public Diff changes(int unit, List<Diff> diffs) {
        return port.changes(unit, diffs);
    }

    @Override
    public boolean canExport(int to) {
        return port.canExport(to);
    }

    @Override
    public boolean export(int unit, long version) {
        boolean exported = port.export(unit, version);
        if (exported) {
            port.count(Event.EXPORT);
        }
        return exported;
    }

    @Override
    public boolean wasFetched(int unit) {
        return port.wasFetched(unit);
    }

    @Override
    public void suspend(int unit) {
        port.suspend(unit);
    }

    @Override
    public void revoke(int unit) {
        port.revoke(unit);
    }

    @Override
    public boolean fetch(int unit, int request) {
        return port.fetch(unit, request);
    }

    // Barriers, releases, workers.

    @Override
    public int barriersEntered() {
        return agenda.entered();
    }

    @Override
    public int barriersPassed() {
        return agenda.passed();
    }

    @Override
    public int barriersPublished() {
        return barriersPublished;
    }

    @Override
    public void expect(UnitState unit, int barrier) {
        agenda.add(barrier, unit);
    }

    @Override
    public void foresee(UnitState unit, int barrier) {
        agenda.addBehind(barrier, unit);
    }

    @Override
    public boolean threadsMayStore() {
        return releases.threadsMayStore();
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
        if (unit.changed(true)) {
            changed.add(unit);
        }
    }

    @Override
    public boolean published(UnitState unit) {
        return releases.published(() -> protocol.onPublished(unit, this));
    }

    @Override
    public int[] time() {
        return lazy ? notices.time() : NO_TIME;
    }

    @Override
    public void complete(Waiter waiter) {
        port.complete(waiter);
    }

    @Override
    public void again(Waiter waiter) {
        port.again(waiter);
    }

    @Override
    public void count(Event event) {
        port.count(event);
    }

    @Override
    public void count(Event event, int unit) {
        port.count(event, unit);
    }

    /** Passes the events of a release on to the protocol. */
    private final class DirtyUnits implements Releases.Units {
        @Override
        public void publish(UnitState unit) {
            protocol.onPublish(unit, Effects.this);
        }

        @Override
        public void lower(UnitState unit) {
            protocol.onLower(unit, Effects.this);
        }

        @Override
        public void retire(UnitState unit) {
            protocol.onRetire(unit, Effects.this);
        }
    }
}
