package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Content;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;

/** The messages that the owner of a unit sends to other ranks: about their copies, their diffs, and ownership. */
final class CopyMessages {
    private final Requests requests;
    private final Writes writes;
    private final Turns turns;

    CopyMessages(Requests requests, Writes writes, Turns turns) {
        this.requests = requests;
        this.writes = writes;
        this.turns = turns;
    }

    void onReadReply(HomeState u, int from, CoherenceMessage message, Outbox out) {
        if (!u.copyRequest().isUnderWay(message.request())) {
            return; // ownership arrived before the reply, with content that is at least as new
        }
        CopyRequest.Cause cause = u.copyRequest().replied();
        if (u.versions().lacksOwn(message.version())) {
            requests.copy(u, out); // the reply lacks a diff of this rank, and would undo it
            return;
        }
        boolean acquires = message.has(CoherenceMessage.ACQUIRE);
        if (message.has(CoherenceMessage.MIGRATORY)) {
            u.habits().migrates();
        }
        // A change that was sent to the copy here may have overtaken the reply.
        boolean overtaken = u.isValid() && message.version() < u.versions().present();
        if (overtaken && u.acquiresCopies()) {
            requests.copy(u, out); // this rank has not acquired what was released before that change
            return;
        }
        boolean changes = message.has(CoherenceMessage.CHANGES);
        if (!overtaken && changes && u.versions().inPlace() < 0) {
            requests.copy(u, out); // the stale content was dropped meanwhile
            return;
        }
        if (!overtaken && message.has(CoherenceMessage.CONTENT | CoherenceMessage.CHANGES)) {
            install(u, message, out);
        }
        if (!u.versions().isStale()) {
            if (!overtaken) {
                u.ownership().ownerIs(from);
            }
            u.current(message.has(CoherenceMessage.EAGER) && !overtaken);
            u.acquired(acquires && !overtaken);
            if (u.wasAcquired()) {
                u.admitLateReaders(); // no newer content is stored before this copy is invalidated
            }
            if (u.access() < UnitState.READ) {
                boolean unseen = cause == CopyRequest.Cause.FORESEEN && !u.hasReaders();
                u.access(unseen ? UnitState.UNSEEN : UnitState.READ);
            }
            u.completeReaders(out);
            if (u.hasWriters() && !u.ownership().isRequested()) {
                Writes.openForWriting(u, out);
            }
        } else {
            out.count(Outbox.Event.STALE_REPLY);
            u.completeReaders(message.version(), out);
        }
        u.admitLateReaders();
        if ((u.hasReaders() || u.hasWriters()) && !u.ownership().isRequested()) {
            requests.copy(u, out);
        }
    }

    /**
     * A copy arrives that this rank has not requested. The content must be newer than all content that has been here, for
     * ownership may have come and gone since the copy was sent: an owner whose writes no rank had to hear of has left
     * the version as it was. While a request is under way, the copy is ignored: the reply or ownership will be newer.
     * It is ignored as well where workers read the unit as volatile: one that has found an acquired copy, and reads it
     * late, would read content that this rank has not acquired. And so are changes of a copy that is not here.
     */
    static void onCopy(HomeState u, int from, CoherenceMessage message, Outbox out) {
        boolean changes = message.has(CoherenceMessage.CHANGES);
        if (!u.versions().isNews(message.version())
                || changes && !u.versions().isInPlaceSince(message.version() - message.request())
                || !u.isIdleElsewhere()
                || !admitsUnacquired(u)) {
            return;
        }
        install(u, message, out);
        u.ownership().ownerIs(from);
        u.current(false);
        if (u.access() < UnitState.READ) {
            u.access(message.has(CoherenceMessage.SAMPLE) ? UnitState.UNSEEN : UnitState.READ);
        }
        if (message.has(CoherenceMessage.WITH_REPLY)) {
            out.count(Outbox.Event.COPY_WITH_REPLY);
            return;
        }
        if (u.habits() != null) {
            u.habits().cameWithLock();
        }
        out.count(Outbox.Event.COPY_WITH_LOCK);
    }

    /** Puts the content of a copy that has arrived, or the changes in its place, into the copy here. */
    private static void install(HomeState u, CoherenceMessage message, Outbox out) {
        out.install(u.unit(), u.inFlight());
        u.versions().installed(message.version());
        if (message.has(CoherenceMessage.CHANGES)) {
            out.count(Outbox.Event.CHANGES);
        }
    }

    /**
     * Prepares for content that comes unasked, so that this rank may not have acquired what was released before it.
     *
     * @return false if the content must not be stored: a worker that has found an acquired copy, and reads a volatile
     *     field of it late, would read that content
     */
    static boolean admitsUnacquired(HomeState u) {
        if (u.acquiresCopies()) {
            return false;
        }
        u.acquired(false);
        return !u.acquiresCopies(); // a worker that has begun meanwhile may have found the copy acquired
    }

    void onGrant(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CONTENT)) {
            out.install(u.unit(), u.inFlight());
        }
        out.count(u.content() == Content.NONE ? Outbox.Event.LOCK_MOVE : Outbox.Event.OWNERSHIP_MOVE, u.unit());
        u.ownership().granted(out.barriersPublished());
        u.cancelCopyRequest();
        u.versions().installed(message.version());
        u.keepDirectory(message.sharers(), message.fresh(), message.barrier());
        if (u.habits() != null) {
            RankSet eager =
                    message.has(CoherenceMessage.EAGER) ? message.fresh().copy() : new RankSet();
            u.habits().granted(message.version(), eager, message.has(CoherenceMessage.MIGRATORY));
            u.current(true);
        }
        if (!Writes.ownerHasTwin(u)) {
            if (u.isDirty()) {
                u.written().twinIsPublished(false);
            }
            out.dropTwin(u.unit()); // workers here write the authoritative copy from now on
        }
        u.admitLateReaders();
        u.acquired(true);
        u.access(UnitState.READ);
        turns.settle(u, out);
    }

    static void onInvalidate(HomeState u, int from, CoherenceMessage message, Outbox out) {
        invalidate(u, message.version(), out);
        u.ownership().ownerIs(from);
        out.send(from, CoherenceMessage.confirmed(u.unit(), message.request()));
    }

    static void onUpdate(HomeState u, int from, CoherenceMessage message, Outbox out) {
        u.ownership().ownerIs(from);
        if (u.access() >= UnitState.READ) {
            out.apply(u.unit(), message.diff());
            u.versions().installed(message.version());
        } else {
            invalidate(u, message.version(), out);
        }
        out.send(from, CoherenceMessage.confirmed(u.unit(), message.request()));
    }

    /** Forbids to read a copy of a lower version, here or on its way. A dirty unit stays dirty. */
    static void invalidate(HomeState u, long version, Outbox out) {
        u.versions().requires(version);
        u.ownership().withdraw();
        if (u.isValid()) {
            Requests.foresee(u, out);
            u.current(false);
            u.acquired(false);
            u.access(UnitState.INVALID);
            out.count(Outbox.Event.INVALIDATION, u.unit());
        }
    }

    void onDiffApplied(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CURRENT) && !u.isOwner() && u.isValid()) {
            u.versions().includes(message.version());
        }
        if (message.has(CoherenceMessage.TAKE_HOME)) {
            u.ownership().offer();
        } else {
            u.ownership().withdraw();
        }
        if (message.has(CoherenceMessage.NOTICE)) {
            out.notice(u.unit(), message.version());
        }
        u.versions().ownApplied(message.version());
        out.done(message.request());
        writes.diffDone(u, out);
        turns.goOn(u, out);
        takeOffered(u, out);
    }

    /** Asks for the ownership that the owner offers, before a worker writes next and would wait for it. */
    private void takeOffered(HomeState u, Outbox out) {
        boolean offered = u.ownership().isOffered() && u.inFlight() == null;
        if (offered && u.hasElementsAndNotices() && u.isValid() && u.isIdleElsewhere()) {
            requests.homeAhead(u, out);
        }
    }
}
