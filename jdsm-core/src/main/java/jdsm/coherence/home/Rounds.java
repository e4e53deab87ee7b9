package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.home.HomeState.Round;

/** What an owner tells the sharers of a unit, and the confirmations that it waits for. */
final class Rounds {
    private static final int HOLD = -1;

    private final int me;

    Rounds(int me) {
        this.me = me;
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
        boolean current = u.sharers.contains(writer);
        RankSet others = u.sharers.copy();
        others.remove(writer);
        if (u.publication == Publication.NOTIFY) {
            current = u.fresh.contains(writer);
            u.fresh = only(writer, current);
            out.changed(u);
            answer(u, new Round(0, 0, writer, request, u.version, current), !others.isEmpty(), out);
            return;
        }
        Round round = new Round(u.nextRound(), others.size(), writer, request, u.version, current);
        u.rounds().add(round);
        if (u.publication == Publication.INVALIDATE) {
            u.sharers = only(writer, current);
            others.forEach(rank -> out.send(rank, CoherenceMessage.invalidate(u.unit(), round.number, u.version)));
        } else {
            others.forEach(rank -> out.send(rank, CoherenceMessage.update(u.unit(), round.number, u.version, diff)));
        }
        endThoseOver(u, out);
    }

    private static RankSet only(int rank, boolean present) {
        RankSet set = new RankSet();
        if (present) {
            set.add(rank);
        }
        return set;
    }

    /** The first acquirer may hold the unit when nobody else has a copy. */
    void invalidateToHold(HomeState u, Outbox out) {
        u.version++;
        RankSet sharers = u.sharers;
        Round round = new Round(u.nextRound(), sharers.size(), HOLD, 0, u.version, false);
        u.rounds().add(round);
        u.sharers = new RankSet();
        sharers.forEach(rank -> out.send(rank, CoherenceMessage.invalidate(u.unit(), round.number, u.version)));
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
            answer(u, round, false, out);
        }
        return false;
    }

    private void answer(HomeState u, Round round, boolean notice, Outbox out) {
        if (round.writer != me) {
            out.send(
                    round.writer,
                    CoherenceMessage.diffApplied(u.unit(), round.request, round.version, round.current, notice));
            return;
        }
        if (notice) {
            out.notice(u.unit(), round.version);
        }
        out.done(round.request);
    }
}
