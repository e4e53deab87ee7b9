package jdsm.coherence.home;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The rounds of a unit that are under way at its owner. Rounds end in the order in which they began, so that the end of
 * one implies the end of all earlier ones. Made with the first round.
 */
final class RoundQueue {
    /** The purpose of the rounds that are under way. */
    enum Phase implements PartState {
        IDLE("No round is under way."),
        PUBLISHING("Rounds that complete releases are under way, and workers and ranks are served where possible."),
        BEFORE_HOLD("A round is under way with whose end an exclusive hold begins, and no worker or rank is served.");

        private final String meaning;

        Phase(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Phase> PUBLISH =
            Transition.of("a version is published", Phase.PUBLISHING, Phase.IDLE, Phase.PUBLISHING);
    static final Transition<Phase> PUBLISH_BEFORE_HOLD =
            Transition.of("the diff of another rank is published", Phase.BEFORE_HOLD, Phase.BEFORE_HOLD);
    static final Transition<Phase> INVALIDATE = Transition.of(
            "the turn of a worker to hold the unit has come, and another rank has a copy that counts as current",
            Phase.BEFORE_HOLD,
            Phase.IDLE,
            Phase.PUBLISHING);
    static final Transition<Phase> HOLD = Transition.of(
            "the round before a hold ends, and later rounds are under way", Phase.PUBLISHING, Phase.BEFORE_HOLD);
    static final Transition<Phase> END =
            Transition.of("the last round ends", Phase.IDLE, Phase.PUBLISHING, Phase.BEFORE_HOLD);

    private final Deque<Round> rounds = new ArrayDeque<>(2);
    private Phase phase = Phase.IDLE;
    private int lastNumber;

    Phase phase() {
        return phase;
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** Whether an exclusive hold on this rank begins at the end of a round. */
    boolean isBeforeHold() {
        return phase == Phase.BEFORE_HOLD;
    }

    /** The round that ends first. */
    Round first() {
        return rounds.getFirst();
    }

    /** The round that ends last. */
    Round last() {
        return rounds.getLast();
    }

    /** Adds the round of a release; see {@link Round}. */
    Round begin(int told, Rounds.Writer writer, long version, int flags) {
        phase = (phase == Phase.BEFORE_HOLD ? PUBLISH_BEFORE_HOLD : PUBLISH).take(phase);
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
        phase = INVALIDATE.take(phase);
        Round round = Round.beforeHold(++lastNumber, told, version);
        rounds.add(round);
        return round;
    }

    /** Notes that a sharer has confirmed the round of a number. */
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
        if (rounds.isEmpty()) {
            phase = END.take(phase);
        } else if (over.isBeforeHold()) {
            phase = HOLD.take(phase);
        }
        return over;
    }
}
