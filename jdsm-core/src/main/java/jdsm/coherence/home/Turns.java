package jdsm.coherence.home;

import java.util.Iterator;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * The order of service at the owner: readers and writers are served whenever no worker holds the unit, workers that
 * wait to hold it and the next owner in the order in which they asked.
 */
final class Turns {
    /** The number of copies in a row that a rank gets unasked; it then gets none, and asks for one if it wants more. */
    private static final int MOST_UNASKED = 16;

    private final Rounds rounds;
    private final Writes writes;
    private final Requests requests;

    Turns(Rounds rounds, Writes writes, Requests requests) {
        this.rounds = rounds;
        this.writes = writes;
        this.requests = requests;
    }

    /** An event that a grant may have waited for has occurred: serves the waiting workers and ranks. */
    void goOn(HomeState u, Outbox out) {
        if (u.isOwner() && u.isWanted()) {
            pump(u, out);
        }
    }

    /** A worker or rank begins to wait: serves it now if possible, and else has the holder's release do so. */
    void pump(HomeState u, Outbox out) {
        if (!u.isOwner() || u.isUpgrading()) {
            return;
        }
        if (!close(u)) {
            return;
        }
        if (u.access() == UnitState.WRITE) {
            // A rank will get a copy, or a worker the hold, while other workers may write by an earlier check.
            Writes.expose(u, out);
        }
        settle(u, out);
    }

    /** Sends a copy of a free unit to a rank that has not asked for this one, but for an earlier one. */
    void sendAlong(HomeState u, int to, Outbox out) {
        boolean free = u.access() < UnitState.HELD && !u.isWanted() && !u.hasRounds();
        long has = u.directory().has(to);
        boolean travels =
                out.mayTravelAlong(u.unit()) || has >= 0 && u.directory().keepsChanges();
        if (free && travels && (out.hasRoomAlong(u.unit()) || u.directory().sendsUnasked(to))) {
            u.queues().addRemoteRead(RemoteRead.along(to, has));
            pump(u, out);
        }
    }

    /** Sends a copy of a free unit to a rank that has asked for another unit. */
    void sendWithReply(HomeState u, int to, Outbox out) {
        boolean free = u.access() < UnitState.HELD && !u.isWanted() && !u.hasRounds();
        boolean published = u.publication().hasNotices() || !u.isDirty();
        if (free && published && out.canTravel(u.unit()) && close(u)) {
            if (u.access() == UnitState.WRITE) {
                Writes.expose(u, out);
            }
            serve(u, RemoteRead.unasked(to), out);
            open(u);
        }
    }

    /**
     * Puts a unit, of which only this rank has the present version, where other ranks are about to fetch it. No worker
     * here is between a check and its store; a thread that the program has started may be.
     */
    void exportAgain(HomeState u, Outbox out) {
        boolean alone = u.isOwner()
                && u.directory().export() == Place.Export.SUSPENDED
                && !u.isDirty()
                && !out.hasTwin(u.unit());
        boolean free = alone && !u.isWanted() && !u.hasRounds();
        int access = u.access();
        if (free && (access == UnitState.READ || access == UnitState.WRITE || access == UnitState.OWNED && u.close())) {
            if (access == UnitState.WRITE) {
                u.access(UnitState.READ);
                if (out.threadsMayStore()) {
                    Writes.expose(u, out);
                }
            }
            Exports.export(u, out);
            open(u);
        }
    }

    /**
     * Keeps workers from coming to hold the unit. A worker may hold it or let go of it between any two steps of this
     * method.
     *
     * @return false if a worker holds the unit: its release will go through the service loop
     * @throws IllegalStateException if the copy here is not valid, which a peer can cause that keeps to no protocol
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
            if (access < UnitState.READ) {
                throw new IllegalStateException("the owner of unit " + u.unit() + " has no valid copy");
            }
        }
    }

    /**
     * Serves the waiting workers and ranks, and opens the unit again. It is owned here and closed: no worker can hold
     * it.
     */
    void settle(HomeState u, Outbox out) {
        u.completeReaders(out);
        serveRemoteReads(u, out);
        boolean writing = u.hasWriters();
        if (writing && u.directory().isShared()) {
            Writes.markDirty(u, out);
        }
        HandOver next = u.ownership().handOver();
        if (u.isPublishingForReads()) {
            u.access(u.isWrittenUnasked() ? UnitState.WRITE : UnitState.READ); // no worker can come to hold it
            serveWriters(u, out);
        } else if (u.waitingHolders() > 0 && (next == null || !next.isDue())) {
            serveWriters(u, out);
            if (mayHold(u)) {
                grantHere(u, out);
            } else {
                u.access(UnitState.READ);
                rounds.invalidateToHold(u, out);
            }
        } else if (next != null && mayTransfer(u, next, out)) {
            serveWriters(u, out);
            transfer(u, next, out);
        } else {
            if (next != null) {
                u.access(u.isWrittenUnasked() ? UnitState.WRITE : UnitState.READ); // no worker can come to hold it
            } else if (writing) {
                u.access(UnitState.WRITE);
            } else {
                open(u);
            }
            serveWriters(u, out);
        }
    }

    /** Gives workers the right to the closed unit that the copies of other ranks allow. */
    static void open(HomeState u) {
        if (u.isWrittenUnasked()) {
            u.access(UnitState.WRITE);
        } else {
            u.access(isOnlyCopy(u) ? UnitState.OWNED : UnitState.READ);
        }
    }

    /** Whether no other rank has a copy, not even one that is about to be invalidated. */
    private static boolean isOnlyCopy(HomeState u) {
        return !u.directory().isShared() && !u.hasRounds();
    }

    /** Whether no other rank has, or is about to lose, a copy that counts as current. */
    private static boolean mayHold(HomeState u) {
        return switch (u.publication()) {
            case INVALIDATE, ADAPT -> !u.hasEager() && !u.hasRounds();
            case NOTIFY, UPDATE -> true;
        };
    }

    /**
     * Lets workers write the authoritative copy. The unit is dirty where another rank has a copy or gets the unit next.
     */
    private static void serveWriters(HomeState u, Outbox out) {
        if (u.hasWriters()) {
            if (u.access() != UnitState.WRITE) {
                Writes.markDirty(u, out);
            }
            if (u.ownership().handOver() != null && u.isDirty() && !out.hasTwin(u.unit())) {
                Writes.takeTwin(u, out); // before the first store
                u.written().twinIsPublished(false);
            }
            u.completeWriters(out);
        }
    }

    private void serveRemoteReads(HomeState u, Outbox out) {
        for (Iterator<RemoteRead> reads = u.remoteReads(); reads.hasNext(); ) {
            RemoteRead read = reads.next();
            if (hasAllReleased(u, read, out) && (!read.acquires() || hasPublished(u, out))) {
                reads.remove();
                serve(u, read, out);
            }
        }
    }

    /**
     * Publishes what was released here, where a copy must have it because no write notice would name it.
     *
     * @return false if a diff of this rank is under way, which must be applied first; other reads are served meanwhile
     */
    private boolean hasAllReleased(HomeState u, RemoteRead read, Outbox out) {
        boolean countsAsCurrent = read.eager() || !u.publication().hasNotices();
        if (!countsAsCurrent || !u.isDirty() || !out.hasTwin(u.unit())) {
            return true;
        }
        if (u.inFlight() != null) {
            return false;
        }
        writes.publish(u, out);
        return true;
    }

    /**
     * Publishes everything that workers here had written when one of them last held the unit, for the reader acquires
     * it.
     *
     * @return false if the release is under way; it goes on with {@link #goOn}
     */
    private static boolean hasPublished(HomeState u, Outbox out) {
        if (u.isPublishingForReads()) {
            return false;
        }
        if (u.mustPublishForReads()) {
            u.publishesForReads();
            if (!out.published(u)) {
                return false;
            }
            u.publishedForReads();
        }
        return true;
    }

    private static void serve(HomeState u, RemoteRead read, Outbox out) {
        u.directory().served(read.rank());
        Diff changes = read.stale() ? changes(u, read, out) : null;
        if (!read.isAsked()) {
            if (changes == null && read.stale() && !out.mayTravelAlong(u.unit())) {
                return; // too long; the rank asks for it, if it needs it
            }
            long present = u.versions().present();
            u.directory().has(read.rank(), present);
            out.send(
                    read.rank(),
                    changes == null
                            ? CoherenceMessage.copy(u.unit(), present)
                            : CoherenceMessage.copyFrom(u.unit(), read.has(), present, changes));
            return;
        }
        if (u.publication().hasNotices()) {
            u.directory().asked(read.rank(), MOST_UNASKED);
            u.directory().has(read.rank(), u.versions().present());
        }
        // While the unit is dirty, copies of one version may differ.
        boolean same = !read.stale() && read.has() == u.versions().present() && !u.isDirty();
        int flags = (same || changes != null ? 0 : CoherenceMessage.CONTENT)
                | (read.eager() && u.habits() != null ? CoherenceMessage.EAGER : 0);
        boolean alone = !read.eager() && read.room().bytes() == 0;
        if (alone && mayExport(u, read.rank(), out) && Exports.locate(u, read.rank(), out)) {
            flags |= CoherenceMessage.LOCATED;
        }
        if (u.habits() != null) {
            u.habits().served(read.rank(), read.eager());
            flags |= u.habits().isMigratory() ? CoherenceMessage.MIGRATORY : 0;
        }
        long version = u.versions().present();
        if (read.acquires()) {
            out.grant(
                    read.rank(),
                    CoherenceMessage.readReply(u.unit(), read.request(), version, flags | CoherenceMessage.ACQUIRE),
                    read.time(),
                    read.room());
        } else {
            CoherenceMessage reply = CoherenceMessage.readReply(u.unit(), read.request(), version, flags);
            out.reply(read.rank(), changes == null ? reply : reply.withChanges(changes), read.room());
        }
    }

    /** What was published since the version of a stale copy; null if the copy has to be replaced as a whole. */
    private static Diff changes(HomeState u, RemoteRead read, Outbox out) {
        if (!u.hasElementsAndNotices() || read.acquires() || out.mostChanges(u.unit()) == 0) {
            return null;
        }
        List<Diff> lacking = u.directory().makeChanges().after(read.has());
        // The owner knows only from a twin what it has written since the last version, and must send it along here.
        boolean hasMore = read.eager() && u.isDirty() && !out.hasTwin(u.unit());
        return lacking.isEmpty() || hasMore ? null : out.changes(u.unit(), lacking);
    }

    /** Whether a rank may fetch copies without the owner's help: write notices tell it which are stale. */
    private static boolean mayExport(HomeState u, int to, Outbox out) {
        return u.hasElementsAndNotices() && out.canExport(to) && !u.directory().keepsChanges();
    }

    /** Makes the first waiting worker the holder. */
    static void grantHere(HomeState u, Outbox out) {
        Waiter first = u.queues().removeFirstHolder();
        HandOver next = u.ownership().handOver();
        if (next != null) {
            next.held();
        }
        List<Waiter> again = u.queues().removeHoldersOf(first.worker(), next);
        boolean shared = u.directory().isShared();
        if (shared) {
            Writes.markDirty(u, out); // the holder writes without asking
        }
        u.hold(first.worker(), shared || u.isWanted());
        out.complete(first);
        again.forEach(out::again);
    }

    /** Ends a wait of the holder for the unit that it holds, if the wait has not ended. */
    static void endOwnWait(HomeState u, Waiter waiter, Outbox out) {
        Queues queues = u.queues();
        if (queues.isHolder(waiter)) {
            queues.removeHoldersOf(waiter.worker(), u.ownership().handOver()).forEach(out::again);
        } else if (queues.removeReaderOrWriter(waiter)) {
            out.complete(waiter);
        }
    }

    /**
     * Whether ownership may go to the next rank. What this owner has under way must have ended; and if the next rank
     * acquires, all that was released here must be published.
     */
    private boolean mayTransfer(HomeState u, HandOver next, Outbox out) {
        if (u.hasRounds() || u.inFlight() != null) {
            return false;
        }
        if (u.isDirty() && !out.hasTwin(u.unit())) {
            // Later stores are sent to the next owner as a diff; earlier ones are published before the grant.
            Writes.takeTwin(u, out);
            u.written().twinIsPublished(false);
        }
        if (!next.isHomeOnly() || u.wasHeld()) {
            // The next holder, wherever it is, acquires from the last holder here.
            return mayRelease(u, next, out);
        }
        if (u.isDirty() && next.publishUnit()) {
            writes.publish(u, out);
        }
        return !u.hasRounds();
    }

    private static boolean mayRelease(HomeState u, HandOver next, Outbox out) {
        if (next.publish() && out.published(u)) {
            next.released();
        }
        // The release that has just begun may have begun a round of this unit.
        return next.isReleased() && !u.hasRounds();
    }

    private void transfer(HomeState u, HandOver next, Outbox out) {
        int to = next.rank();
        boolean content =
                u.content() != Content.NONE && next.version() != u.versions().present();
        RankSet sharers = u.directory().sharersBut(to);
        RankSet fresh = u.publication().hasNotices() ? u.directory().freshBut(to) : new RankSet();
        int publishedIn = u.directory().publishedIn();
        int flags = (content ? CoherenceMessage.CONTENT : 0) | (next.isHomeOnly() ? CoherenceMessage.HOME_ONLY : 0);
        if (u.habits() != null) {
            RankSet eager = u.habits().eager();
            eager.remove(to);
            flags |= eager.isEmpty() ? 0 : CoherenceMessage.EAGER;
            flags |= u.habits().isMigratory() ? CoherenceMessage.MIGRATORY : 0;
            u.habits().transferred();
        }
        Exports.revoke(u, out);
        boolean written = writes.mayHaveWritten(u);
        boolean keeps = next.isHomeOnly() && u.hasElementsAndNotices() && !u.isDirty();
        if (keeps) {
            sharers.add(rounds.me());
            fresh.add(rounds.me());
        }
        u.dropDirectory();
        u.ownership().transferred(out.barriersPassed(), out.barriersPublished(), written);
        Requests.foreseeTake(u, out);
        u.forgetHold();
        u.current(false);
        u.acquired(false);
        u.access(keeps ? UnitState.READ : UnitState.INVALID);
        out.grant(
                to,
                CoherenceMessage.grant(u.unit(), u.versions().present(), sharers, fresh, flags)
                        .publishedIn(publishedIn),
                next.time(),
                next.room());
        if (u.waitingHolders() > 0) {
            requests.ownership(u, false, out);
        }
    }
}
