package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;

/** The publications of an owner: it tells the sharers of a unit of a new version, and waits for their confirmations. */
final class Rounds {
    private final int me;
    private final Pace pace;

    Rounds(int me, Pace pace) {
        this.me = me;
        this.pace = pace;
    }

    /** The rank whose units these are. */
    int me() {
        return me;
    }

    /**
     * The release that a round completes.
     *
     * @param rank the rank that releases; perhaps this one
     * @param request the rank's number for it, or {@link #UNNUMBERED}
     * @param base the version of its copy before it wrote
     * @param barrier see {@link CoherenceMessage#publishedIn}
     * @param passed the number of barriers that it had passed
     */
    record Writer(int rank, int request, long base, int barrier, int passed) {
        /** A release of this rank which gets a number only if it has to wait for the round. */
        static final int UNNUMBERED = 0;

        private Writer numbered(int number) {
            return new Writer(rank, number, base, barrier, passed);
        }
    }

    /**
     * Publishes a version, now that the authoritative copy has a rank's writes: the sharers hear of it as the unit's
     * publication demands, and then the writer hears that its release is visible.
     *
     * @param diff the writes; null where the copies need not know them
     */
    void publish(HomeState u, Diff diff, Writer writer, Outbox out) {
        // A writer whose copy was of the last version has all of the new one.
        boolean latest = writer.base() == u.versions().present();
        Directory directory = u.directory();
        boolean exported = directory.export() == Place.Export.EXPORTED;
        boolean withdraws = exported && isWorthAsking(u, diff, out);
        if (withdraws) {
            directory.makeChanges();
        }
        raise(u, diff, out);
        directory.writtenBy(writer.rank(), writer.barrier());
        if (latest && writer.rank() != me) {
            directory.has(writer.rank(), u.versions().present());
        }
        if (withdraws) {
            Exports.revoke(u, out);
        } else if (exported) {
            Exports.refresh(u, out);
        }
        switch (u.publication()) {
            case INVALIDATE -> {
                RankSet others = directory.sharersBut(writer.rank());
                boolean current = directory.isSharer(writer.rank());
                directory.keepOnly(writer.rank());
                invalidate(u, others, begin(u, others.size(), writer, flags(u, current, false), out), out);
            }
            case UPDATE -> {
                RankSet others = directory.sharersBut(writer.rank());
                boolean current = directory.isSharer(writer.rank());
                Round round = begin(u, others.size(), writer, flags(u, current, false), out);
                others.forEach(rank ->
                        out.send(rank, CoherenceMessage.update(u.unit(), round.number(), round.version(), diff)));
            }
            case NOTIFY -> {
                directory.keepFresh(only(writer.rank(), directory.isFreshAt(writer.rank())));
                out.changed(u);
                begin(u, 0, writer, flags(u, latest, needsNotice(u, writer, out)), out);
            }
            case ADAPT -> adapt(u, diff, writer, latest, out);
            default -> throw new IllegalStateException("no release is published by " + u.publication());
        }
        if (u.hasRounds()) {
            endThoseOver(u, out);
        }
    }

    /**
     * Tells each sharer as its habits suggest: eager copies are invalidated, followers get the diff, notices name the
     * rest.
     */
    private void adapt(HomeState u, Diff diff, Writer by, boolean latest, Outbox out) {
        int writer = by.rank();
        Directory directory = u.directory();
        RankSet eager = u.habits().eager();
        eager.remove(writer);
        u.habits().keepEagerOnly(writer);
        RankSet pushed = diff != null ? u.habits().followers() : new RankSet();
        directory.retainFresh(pushed);
        boolean meanwhile = writer != me && u.isWrittenUnasked();
        u.habits().published(writer, latest, meanwhile);
        pushed.addAll(only(writer, directory.isFreshAt(writer)));
        directory.keepFresh(pushed);
        pushed.remove(writer);
        directory.drop(eager);
        out.changed(u);
        boolean notice = needsNotice(u, by, out);
        long version = u.versions().present();
        pushed.forEach(rank -> out.send(rank, CoherenceMessage.push(u.unit(), version, diff)));
        invalidate(u, eager, begin(u, eager.size(), by, flags(u, latest, notice), out), out);
    }

    /**
     * Whether some rank may have an older copy that no earlier notice has made stale. A writer that has not passed the
     * last barrier may pass a right on to another such rank, neither of which has heard of the versions that the barrier
     * tells; the owner has forgotten copies of these.
     */
    private static boolean needsNotice(HomeState u, Writer writer, Outbox out) {
        return u.directory().isSharedBeside(writer.rank()) || writer.passed() < out.barriersPassed();
    }

    /**
     * Begins a round. A round that would end at once is none: its writer is answered.
     *
     * @param told the number of sharers that have to confirm
     * @return the round; null if it would end at once
     */
    private Round begin(HomeState u, int told, Writer writer, int flags, Outbox out) {
        long version = u.versions().present();
        if (told == 0 && !u.hasRounds()) {
            answer(u, writer.rank(), writer.request(), version, flags, out);
            return null;
        }
        Writer numbered = writer.request() == Writer.UNNUMBERED ? writer.numbered(out.begin()) : writer;
        return u.rounds().begin(told, numbered, version, flags);
    }

    private static void invalidate(HomeState u, RankSet ranks, Round round, Outbox out) {
        ranks.forEach(rank -> out.send(rank, CoherenceMessage.invalidate(u.unit(), round.number(), round.version())));
    }

    private int flags(HomeState u, boolean current, boolean notice) {
        return (current ? CoherenceMessage.CURRENT : 0)
                | (notice ? CoherenceMessage.NOTICE : 0)
                | (u.directory().writesInARow() >= pace.writes() ? CoherenceMessage.TAKE_HOME : 0);
    }

    private static RankSet only(int rank, boolean present) {
        RankSet set = new RankSet();
        if (present) {
            set.add(rank);
        }
        return set;
    }

    /** Whether ranks that ask for the next version, and do not fetch it, get little of the content. */
    private static boolean isWorthAsking(HomeState u, Diff diff, Outbox out) {
        int most = out.mostChanges(u.unit());
        return diff != null && most > 0 && diff.bytes() <= most;
    }

    /** @param diff what was written since the last version; null if that is not known */
    private static void raise(HomeState u, Diff diff, Outbox out) {
        u.versions().raise();
        Changes changes = u.directory().changes();
        if (changes != null) {
            changes.published(u.versions().present(), diff, out.mostChanges(u.unit()));
        }
    }

    /** Has all copies that count as current invalidated, so that the first waiting worker may hold the unit. */
    void invalidateToHold(HomeState u, Outbox out) {
        raise(u, null, out);
        RankSet eager = u.eager().copy();
        u.directory().drop(eager);
        if (u.habits() != null) {
            u.habits().dropEager();
        }
        invalidate(
                u, eager, u.rounds().beginBeforeHold(eager.size(), u.versions().present()), out);
    }

    /**
     * A sharer has confirmed a round.
     *
     * @return whether an exclusive hold begins now; then {@link #endThoseOver} is to be called again
     */
    boolean onConfirmed(HomeState u, int number, Outbox out) {
        u.rounds().confirm(number);
        return endThoseOver(u, out);
    }

    /**
     * Ends rounds in their order, up to one that waits for confirmations.
     *
     * @return whether it stopped behind a round with which an exclusive hold begins
     */
    boolean endThoseOver(HomeState u, Outbox out) {
        for (Round round = u.rounds().removeIfOver();
                round != null;
                round = u.rounds().removeIfOver()) {
            if (!round.isBeforeHold()) {
                answer(u, round.writer(), round.request(), round.version(), round.flags(), out);
            }
            // Later than the notice of the round, which belongs to the interval that these releases end.
            for (int release : round.alsoEnded()) {
                out.done(release);
            }
            if (round.isBeforeHold()) {
                return true;
            }
        }
        return false;
    }

    /** Tells a writer that its release is visible. */
    private void answer(HomeState u, int writer, int request, long version, int flags, Outbox out) {
        if (writer != me) {
            out.send(writer, CoherenceMessage.diffApplied(u.unit(), request, version, flags));
            return;
        }
        if ((flags & CoherenceMessage.NOTICE) != 0) {
            out.notice(u.unit(), version);
        }
        if (request != Writer.UNNUMBERED) {
            out.done(request);
        }
    }
}
