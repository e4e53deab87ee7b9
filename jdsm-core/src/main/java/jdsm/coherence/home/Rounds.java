package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.home.HomeState.Round;

/** What an owner tells the sharers of a unit, and the confirmations that it waits for. */
final class Rounds {
    private static final int HOLD = -1;

    private final int me;
    private final Pace pace;

    Rounds(int me, Pace pace) {
        this.me = me;
        this.pace = pace;
    }

    /**
     * The authoritative copy has what a rank has written: the others hear of it, and then the writer, that its release is
     * visible.
     *
     * @param diff what was written; null where copies need not know
     * @param writer a rank, this one included
     * @param request the writer's number for it
     */
    void publish(HomeState u, Diff diff, int writer, int request, Outbox out) {
        u.version++;
        u.writesInARow = writer == u.lastWriter ? u.writesInARow + 1 : 1;
        u.lastWriter = writer;
        RankSet others = u.sharers.copy();
        others.remove(writer);
        switch (u.publication) {
            case INVALIDATE -> {
                boolean current = u.sharers.contains(writer);
                u.sharers = only(writer, current);
                invalidate(u, others, begin(u, others.size(), writer, request, flags(u, current, false)), out);
            }
            case UPDATE -> {
                Round round = begin(u, others.size(), writer, request, flags(u, u.sharers.contains(writer), false));
                others.forEach(
                        rank -> out.send(rank, CoherenceMessage.update(u.unit(), round.number, u.version, diff)));
            }
            case NOTIFY -> {
                boolean current = u.fresh.contains(writer);
                u.fresh = only(writer, current);
                out.changed(u);
                begin(u, 0, writer, request, flags(u, current, !others.isEmpty()));
            }
            case ADAPT -> adapt(u, diff, writer, request, out);
        }
        endThoseOver(u, out);
    }

    /** Each rank that may have a copy is told in its own way; but for the eager, a notice makes sure of it. */
    private void adapt(HomeState u, Diff diff, int writer, int request, Outbox out) {
        boolean current = u.fresh.contains(writer);
        RankSet eager = u.habits.eager.copy();
        eager.remove(writer);
        u.habits.eager = only(writer, current && u.habits.eager.contains(writer));
        RankSet pushed = new RankSet();
        if (diff != null) {
            pushed.addAll(u.habits.followers);
            pushed.retainAll(u.fresh);
            pushed.remove(writer);
            pushed.removeAll(eager);
        }
        u.habits.published(writer, me, writer != me && u.dirty && !u.lowered);
        u.fresh = only(writer, current);
        u.fresh.addAll(pushed);
        u.sharers.removeAll(eager);
        out.changed(u);
        boolean others = u.sharers.size() > (u.sharers.contains(writer) ? 1 : 0);
        Round round = begin(u, eager.size(), writer, request, flags(u, current, others));
        invalidate(u, eager, round, out);
        pushed.forEach(rank -> out.send(rank, CoherenceMessage.push(u.unit(), u.version, diff)));
    }

    private static Round begin(HomeState u, int pending, int writer, int request, int flags) {
        Round round = new Round(u.nextRound(), pending, writer, request, u.version, flags);
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
        u.fresh.removeAll(eager);
        if (u.habits != null) {
            u.habits.eager.clear();
        }
        invalidate(u, eager, begin(u, eager.size(), HOLD, 0, 0), out);
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
            if (round.writer == HOLD) {
                return true;
            }
            answer(u, round, out);
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
