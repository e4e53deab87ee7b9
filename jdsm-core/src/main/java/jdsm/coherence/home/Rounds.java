package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.home.HomeState.Round;

/** What an owner tells the sharers of a unit, and the confirmations that it waits for. */
@NotInlined
final class Rounds {
    private static final Writer HOLD = new Writer(-1, 0, 0);

    private final int me;
    private final Pace pace;

    Rounds(int me, Pace pace) {
        this.me = me;
        this.pace = pace;
    }

    /**
     * Whose release a round completes.
     *
     * @param rank this one, perhaps
     * @param request the rank's number for it
     * @param base the version that its copy was of before
     */
    record Writer(int rank, int request, long base) {}

    /**
     * The authoritative copy has what a rank has written: the others hear of it, and then the writer, that its release is
     * visible.
     *
     * @param diff what was written; null where copies need not know
     */
    void publish(HomeState u, Diff diff, Writer writer, Outbox out) {
        boolean latest = writer.base() == u.version; // with its own, the writer has all then
        u.version++;
        u.writesInARow = writer.rank() == u.lastWriter ? u.writesInARow + 1 : 1;
        u.lastWriter = writer.rank();
        if (u.exported) {
            refresh(u, out);
        }
        RankSet others = u.sharers.copy();
        others.remove(writer.rank());
        switch (u.publication) {
            case INVALIDATE -> {
                boolean current = u.sharers.contains(writer.rank());
                u.sharers = only(writer.rank(), current);
                invalidate(u, others, begin(u, others.size(), writer, flags(u, current, false)), out);
            }
            case UPDATE -> {
                boolean current = u.sharers.contains(writer.rank());
                Round round = begin(u, others.size(), writer, flags(u, current, false));
                others.forEach(
                        rank -> out.send(rank, CoherenceMessage.update(u.unit(), round.number, u.version, diff)));
            }
            case NOTIFY -> {
                keepFresh(u, only(writer.rank(), u.fresh.contains(writer.rank())));
                out.changed(u);
                begin(u, 0, writer, flags(u, latest, !others.isEmpty()));
            }
            case ADAPT -> adapt(u, diff, writer, latest, out);
        }
        endThoseOver(u, out);
    }

    /**
     * Others fetch the new version; or find none, if for long nobody has wanted any, or it is known when somebody will. Who has
     * fetched the one before just now is among the sharers.
     */
    private static void refresh(HomeState u, Outbox out) {
        u.fetches.replaced(out.wasFetched(u.unit()));
        int expected = u.fetches.expected();
        if (u.fetches.isUnwanted()) {
            u.suspend(out);
        } else if (expected > out.barriersEntered()) {
            u.suspend(out);
            out.expect(u, expected);
        } else {
            u.export(out);
        }
    }

    /** Each rank that may have a copy is told in its own way; but for the eager, a notice makes sure of it. */
    private void adapt(HomeState u, Diff diff, Writer by, boolean latest, Outbox out) {
        int writer = by.rank();
        RankSet eager = u.habits.eager.copy();
        eager.remove(writer);
        u.habits.eager = only(writer, u.habits.eager.contains(writer));
        RankSet pushed = new RankSet();
        if (diff != null) {
            pushed.addAll(u.habits.followers);
            pushed.retainAll(u.fresh);
        }
        boolean meanwhile = writer != me && u.dirty && !u.lowered;
        u.habits.published(writer, latest, meanwhile);
        pushed.addAll(only(writer, u.fresh.contains(writer)));
        keepFresh(u, pushed);
        pushed.remove(writer);
        u.sharers.removeAll(eager);
        u.sharers.addAll(u.reached());
        out.changed(u);
        boolean others = u.sharers.size() > (u.sharers.contains(writer) ? 1 : 0);
        Round round = begin(u, eager.size(), by, flags(u, latest, others));
        invalidate(u, eager, round, out);
        pushed.forEach(rank -> out.send(rank, CoherenceMessage.push(u.unit(), u.version, diff)));
    }

    /** Only these may have a copy of the present version; and those who fetch it without asking. */
    private static void keepFresh(HomeState u, RankSet ranks) {
        u.fresh = ranks.copy();
        u.fresh.addAll(u.reached());
    }

    private static Round begin(HomeState u, int pending, Writer writer, int flags) {
        Round round = new Round(u.nextRound(), pending, writer.rank(), writer.request(), u.version, flags);
        u.rounds().add(round);
        return round;
    }

    private static void invalidate(HomeState u, RankSet ranks, Round round, Outbox out) {
        ranks.forEach(rank -> out.send(rank, CoherenceMessage.invalidate(u.unit(), round.number, u.version)));
    }

    private int flags(HomeState u, boolean current, boolean notice) {
        return (current ? CoherenceMessage.CURRENT : 0)
                | (notice ? CoherenceMessage.NOTICE : 0)
                | (u.writesInARow >= pace.writes() ? CoherenceMessage.TAKE_HOME : 0);
    }

    private static RankSet only(int rank, boolean present) {
        RankSet set = new RankSet();
        if (present) {
            set.add(rank);
        }
        return set;
    }

    /** The first acquirer may hold the unit when nobody else has a copy that counts as current. */
    void invalidateToHold(HomeState u, Outbox out) {
        u.version++;
        RankSet eager = u.eager().copy();
        u.sharers.removeAll(eager);
        u.sharers.addAll(u.reached());
        u.fresh.removeAll(eager);
        u.fresh.addAll(u.reached());
        if (u.habits != null) {
            u.habits.eager.clear();
        }
        invalidate(u, eager, begin(u, eager.size(), HOLD, 0), out);
    }

    /** @return whether an exclusive hold begins now; then {@link #endThoseOver} is to be called again */
    boolean onConfirmed(HomeState u, int number, Outbox out) {
        for (Round round : u.rounds()) {
            if (round.number == number) {
                round.pending--;
            }
        }
        return endThoseOver(u, out);
    }

    /** Ends rounds in their order, up to one that waits or that a hold begins with. */
    boolean endThoseOver(HomeState u, Outbox out) {
        while (u.hasRounds() && u.rounds().peek().pending == 0) {
            Round round = u.rounds().remove();
            boolean hold = round.writer == HOLD.rank();
            if (!hold) {
                answer(u, round, out);
            }
            // Behind its notice, which belongs to the interval that ends with them.
            round.alsoEnded().forEach(out::done);
            if (hold) {
                return true;
            }
        }
        return false;
    }

    private void answer(HomeState u, Round round, Outbox out) {
        if (round.writer != me) {
            out.send(round.writer, CoherenceMessage.diffApplied(u.unit(), round.request, round.version, round.flags));
            return;
        }
        if ((round.flags & CoherenceMessage.NOTICE) != 0) {
            out.notice(u.unit(), round.version);
        }
        out.done(round.request);
    }
}
