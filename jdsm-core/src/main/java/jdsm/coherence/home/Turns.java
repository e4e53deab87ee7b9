package jdsm.coherence.home;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Content;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.home.HomeState.RemoteRead;

/** Who comes next at the owner: readers and writers whenever nobody holds the unit, holders and the next owner in turn. */
@NotInlined
final class Turns {
    /** Of copies that a rank has not asked for: then it gets none once, which tells whether it wants them. */
    private static final int MOST_UNASKED = 16;

    private final Rounds rounds;
    private final Writes writes;
    private final Requests requests;

    Turns(Rounds rounds, Writes writes, Requests requests) {
        this.rounds = rounds;
        this.writes = writes;
        this.requests = requests;
    }

    /** Something that a grant may have waited for is over. */
    void goOn(HomeState u, Outbox out) {
        if (u.owner && u.wanted()) {
            pump(u, out);
        }
    }

    /** Somebody new waits: serves whom it can, or sees to it that the holder's release does. */
    void pump(HomeState u, Outbox out) {
        if (!u.owner || u.upgrading()) {
            return;
        }
        if (!close(u)) {
            return;
        }
        if (u.access() == UnitState.WRITE) {
            // Others will have a copy, or hold the unit, while a worker here may still write by its last check.
            Writes.expose(u, out);
        }
        settle(u, out);
    }

    /** Sends a copy of what is free here to a rank that has not asked for it, but did lately. */
    void sendAlong(HomeState u, int to, Outbox out) {
        boolean free = u.access() < UnitState.HELD && !u.wanted() && !u.hasRounds();
        if (free && u.sendsUnasked(to)) {
            u.remoteReads().add(RemoteRead.unasked(to));
            pump(u, out);
        }
    }

    /** Others are about to fetch what only this rank has; no worker here is between a check and its store. */
    void exportAgain(HomeState u, Outbox out) {
        boolean alone = u.isLocated() && !u.exported && !u.dirty && !out.hasTwin(u.unit());
        boolean free = alone && !u.wanted() && !u.hasRounds();
        int access = u.access();
        if (free && (access == UnitState.READ || access == UnitState.WRITE || access == UnitState.OWNED && u.close())) {
            u.export(out);
            open(u);
        }
    }

    /**
     * Sees to it that no worker holds the unit, or can come to hold it; workers may be faster at each step.
     *
     * @return false if one holds it: its release will go through the service loop
     */
    private static boolean close(HomeState u) {
        while (true) {
            int access = u.access();
            if (access == UnitState.READ || access == UnitState.WRITE || access == UnitState.OWNED && u.close()) {
                return true;
            }
            if (access >= UnitState.HELD && u.want()) {
                return false;
            }
        }
    }

    /** The unit is owned here, and nobody holds it or can take it: serves the waiting, and opens it again. */
    void settle(HomeState u, Outbox out) {
        u.completeReaders(Long.MAX_VALUE, out);
        serveRemoteReads(u, out);
        boolean writing = u.hasWriters();
        if (writing && !u.sharers.isEmpty()) {
            Writes.markDirty(u, out);
        }
        if (u.hasAcquirers() && (u.next < 0 || u.aheadOfNext > 0)) {
            serveWriters(u, out);
            if (mayHold(u)) {
                grantHere(u, out);
            } else {
                u.access(UnitState.READ);
                rounds.invalidateToHold(u, out);
            }
        } else if (u.next >= 0 && mayTransfer(u, out)) {
            serveWriters(u, out);
            transfer(u, out);
        } else {
            if (u.next >= 0) {
                u.access(u.dirty && !u.lowered ? UnitState.WRITE : UnitState.READ); // no worker can come to hold it
            } else if (writing) {
                u.access(UnitState.WRITE);
            } else {
                open(u);
            }
            serveWriters(u, out);
        }
    }

    static void open(HomeState u) {
        if (u.dirty && !u.lowered) {
            u.access(UnitState.WRITE);
        } else {
            u.access(isOnlyCopy(u) ? UnitState.OWNED : UnitState.READ);
        }
    }

    /** Nobody else has a copy, not even one that is about to be invalidated. */
    private static boolean isOnlyCopy(HomeState u) {
        return u.sharers.isEmpty() && !u.hasRounds();
    }

    /** Nobody has, or is about to lose, a copy that counts as current. */
    private static boolean mayHold(HomeState u) {
        return switch (u.publication) {
            case INVALIDATE, ADAPT -> u.eager().isEmpty() && !u.hasRounds();
            case NOTIFY, UPDATE -> true;
        };
    }

    /** Lets workers write the authoritative copy; whoever gets the unit afterwards, it is dirty then. */
    private static void serveWriters(HomeState u, Outbox out) {
        if (u.hasWriters()) {
            if (u.access() != UnitState.WRITE) {
                Writes.markDirty(u, out);
            }
            if (u.next >= 0 && u.dirty && !out.hasTwin(u.unit())) {
                Writes.takeTwin(u, out); // before the first store
                u.twinIsPublished = false;
            }
            u.completeWriters(out);
        }
    }

    private void serveRemoteReads(HomeState u, Outbox out) {
        if (!u.hasRemoteReads()) {
            return;
        }
        for (Iterator<RemoteRead> reads = u.remoteReads().iterator(); reads.hasNext(); ) {
            RemoteRead read = reads.next();
            if (hasAllReleased(u, read, out)) {
                reads.remove();
                serve(u, read, out);
            }
        }
    }

    /**
     * Sees to it that a copy has all that was released here, where nobody would tell its reader of what it lacks.
     *
     * @return false if what is on its way must be published first; then others are served
     */
    private boolean hasAllReleased(HomeState u, RemoteRead read, Outbox out) {
        boolean countsAsCurrent = read.eager() || !u.publication.hasNotices();
        if (!countsAsCurrent || !u.dirty || !out.hasTwin(u.unit())) {
            return true;
        }
        if (u.inFlight != null) {
            return false;
        }
        writes.publish(u, out);
        return true;
    }

    private static void serve(HomeState u, RemoteRead read, Outbox out) {
        u.sharers.add(read.rank());
        u.fresh.add(read.rank());
        if (!read.isAsked()) {
            out.send(read.rank(), CoherenceMessage.copy(u.unit(), u.version));
            return;
        }
        if (u.publication.hasNotices()) {
            u.asked(read.rank(), MOST_UNASKED);
        }
        // As long as the unit is dirty, one version is not always one content.
        boolean same = read.has() == u.version && !u.dirty;
        int flags =
                (same ? 0 : CoherenceMessage.CONTENT) | (read.eager() && u.habits != null ? CoherenceMessage.EAGER : 0);
        if (mayExport(u, read.rank(), out) && !read.eager() && u.locate(read.rank(), out)) {
            flags |= CoherenceMessage.LOCATED;
        }
        if (u.habits != null) {
            u.habits.served(read.rank(), read.eager());
            flags |= u.habits.migratory ? CoherenceMessage.MIGRATORY : 0;
        }
        out.send(read.rank(), CoherenceMessage.readReply(u.unit(), read.request(), u.version, flags));
    }

    /** Where notices tell what is out of date, a copy may be fetched without the owner's knowing. */
    private static boolean mayExport(HomeState u, int to, Outbox out) {
        return u.publication.hasNotices() && u.content == Content.ELEMENTS && out.canExport(to);
    }

    static void grantHere(HomeState u, Outbox out) {
        Waiter first = u.acquirers().remove();
        u.aheadOfNext--;
        u.published = false;
        u.handedOver = false;
        u.publishAgain = u.publishing;
        List<Waiter> again = sameWorker(u, first);
        boolean shared = !u.sharers.isEmpty();
        if (shared) {
            Writes.markDirty(u, out); // the holder writes without asking
        }
        u.hold(first.worker(), shared || u.wanted());
        out.complete(first);
        again.forEach(out::again);
    }

    /** Takes the waits of a worker out of the queue: it holds the unit now, and may hold it more than once. */
    private static List<Waiter> sameWorker(HomeState u, Waiter first) {
        List<Waiter> same = new ArrayList<>(0);
        int position = 0;
        for (Iterator<Waiter> rest = u.acquirers().iterator(); rest.hasNext(); position++) {
            Waiter other = rest.next();
            if (other.worker() == first.worker()) {
                rest.remove();
                same.add(other);
                if (position-- < u.aheadOfNext) {
                    u.aheadOfNext--;
                }
            }
        }
        return same;
    }

    /** The holder's wait for its own unit, if it has not ended yet. */
    static void endOwnWait(HomeState u, Waiter waiter, Outbox out) {
        if (u.acquirers().contains(waiter)) {
            sameWorker(u, waiter).forEach(out::again);
        } else if (u.removeWaiter(waiter)) {
            out.complete(waiter);
        }
    }

    /** What is under way for this owner must end here; and who acquires must get, or hear of, all that was released here. */
    private boolean mayTransfer(HomeState u, Outbox out) {
        if (u.hasRounds() || u.inFlight != null) {
            return false;
        }
        if (u.dirty && !out.hasTwin(u.unit())) {
            // What is stored from here on is sent to the next owner; what was, is published before.
            Writes.takeTwin(u, out);
            u.twinIsPublished = false;
        }
        if (!u.nextHomeOnly || u.wasHeld()) {
            // Who holds it next acquires from whoever held it here last, even if others have had it in between.
            return mayRelease(u, out);
        }
        if (u.dirty && !u.handedOver) {
            u.handedOver = true;
            writes.publish(u, out);
        }
        return !u.hasRounds();
    }

    private static boolean mayRelease(HomeState u, Outbox out) {
        if (!u.published && !u.publishing) {
            u.publishing = true;
            if (out.published(u)) {
                u.publishing = false;
                u.published = true;
            }
        }
        // What has just begun may have sent something about this unit.
        return u.published && !u.hasRounds();
    }

    private void transfer(HomeState u, Outbox out) {
        int to = u.next;
        boolean content = u.content != Content.NONE && (u.dirty || u.nextHas != u.version);
        u.next = -1;
        u.handedOver = false;
        u.aheadOfNext = 0;
        u.published = false;
        RankSet sharers = u.sharers;
        RankSet fresh = u.publication.hasNotices() ? u.fresh : new RankSet();
        sharers.remove(to);
        fresh.remove(to);
        int flags = (content ? CoherenceMessage.CONTENT : 0) | (u.nextHomeOnly ? CoherenceMessage.HOME_ONLY : 0);
        if (u.habits != null) {
            u.habits.eager.remove(to);
            flags |= u.habits.eager.isEmpty() ? 0 : CoherenceMessage.EAGER;
            flags |= u.habits.migratory ? CoherenceMessage.MIGRATORY : 0;
        }
        u.sharers = new RankSet();
        u.fresh = new RankSet();
        u.revoke(out);
        u.owner = false;
        u.forgetHold();
        u.lastOwner = to;
        u.current(false);
        u.access(UnitState.INVALID);
        out.grant(to, CoherenceMessage.grant(u.unit(), u.version, sharers, fresh, flags), u.nextTime);
        if (u.hasAcquirers()) {
            requests.ownership(u, false, out);
        }
    }
}
