package jdsm.coherence.home;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The rounds of a unit that are under way at its owner. Rounds end in the order in which they began, so that the end of
 * one implies the end of all earlier ones. Made with the first round.
 */
final class RoundQueue {
    private final Deque<Round> rounds = new ArrayDeque<>(2);
    private int lastNumber;
    /** Whether an exclusive hold here begins with the end of a round. */
    private boolean holdFollows;

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** Whether an exclusive hold here begins with the end of a round. */
    boolean isBeforeHold() {
        return holdFollows;
    }

    /** The round that ends first. */
    Round first() {
        return rounds.getFirst();
    }

    /** The round that ends last. */
    Round last() {
        return rounds.getLast();
    }

    /** A round of a release begins; see {@link Round}. */
    Round begin(int told, Rounds.Writer writer, long version, int flags) {
        Round round = new Round(++lastNumber, told, writer.rank(), writer.request(), version, flags);
        rounds.add(round);
        return round;
    }

    /**
     * A round begins with which an exclusive hold here begins.
     *
     * @throws IllegalStateException if one is under way
     */
    Round beginBeforeHold(int told, long version) {
        if (holdFollows) {
            throw new IllegalStateException("two rounds are under way with which a hold begins");
        }
        Round round = Round.beforeHold(++lastNumber, told, version);
        rounds.add(round);
        holdFollows = true;
        return round;
    }

    /** A sharer has confirmed the round of a number. */
    void confirm(int number) {
        for (Round round : rounds) {
            if (round.number() == number) {
                round.confirm();
            }
        }
    }

    /** Takes the first round out of the queue if it is over; else returns null. */
    Round removeIfOver() {
        if (rounds.isEmpty() || !rounds.getFirst().isOver()) {
            return null;
        }
        Round over = rounds.removeFirst();
        if (over.isBeforeHold()) {
            holdFollows = false;
        }
        return over;
    }
}
