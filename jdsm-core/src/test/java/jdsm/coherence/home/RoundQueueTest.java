package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.home.RoundQueue.Phase;
import org.junit.jupiter.api.Test;

class RoundQueueTest {
    private final RoundQueue rounds = new RoundQueue();
    private final Rounds.Writer writer = new Rounds.Writer(2, 5, 0, 0, 0);

    @Test
    void roundsEndInTheirOrder() {
        Round first = rounds.begin(2, writer, 1, 4);
        Round second = rounds.begin(0, writer, 2, 8);
        assertThat(rounds.first()).isSameAs(first);
        assertThat(rounds.last()).isSameAs(second);
        assertThat(rounds.phase()).isEqualTo(Phase.PUBLISHING);
        assertThat(rounds.removeIfOver()).as("the first has not ended").isNull();

        rounds.confirm(first.number());
        assertThat(first.unconfirmed()).isEqualTo(1);
        assertThat(rounds.removeIfOver()).isNull();
        rounds.confirm(first.number());
        assertThat(rounds.removeIfOver()).isSameAs(first);
        assertThat(rounds.phase()).isEqualTo(Phase.PUBLISHING);
        assertThat(rounds.removeIfOver()).isSameAs(second);
        assertThat(rounds.removeIfOver()).isNull();
        assertThat(rounds.isEmpty()).isTrue();
        assertThat(rounds.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void aRoundSaysWhoseReleaseItCompletes() {
        Round round = rounds.begin(0, writer, 3, 4);
        assertThat(round.number()).isEqualTo(1);
        assertThat(round.writer()).isEqualTo(2);
        assertThat(round.request()).isEqualTo(5);
        assertThat(round.version()).isEqualTo(3);
        assertThat(round.flags()).isEqualTo(4);
        assertThat(round.isBeforeHold()).isFalse();
        round.alsoEnds(new int[] {7});
        round.alsoEnds(new int[] {8, 9});
        assertThat(round.alsoEnded()).containsExactly(7, 8, 9);
    }

    @Test
    void aHoldBeginsWithTheEndOfItsRound() {
        rounds.begin(0, writer, 1, 0);
        Round hold = rounds.beginBeforeHold(1, 2);
        assertThat(rounds.isBeforeHold()).isTrue();
        assertThat(hold.isBeforeHold()).isTrue();
        assertThat(hold.number()).isEqualTo(2);
        assertThatThrownBy(() -> rounds.beginBeforeHold(1, 2)).isInstanceOf(IllegalStateException.class);

        rounds.begin(0, writer, 3, 0);
        assertThat(rounds.phase()).isEqualTo(Phase.BEFORE_HOLD);
        assertThat(rounds.removeIfOver().isBeforeHold()).isFalse();
        assertThat(rounds.isBeforeHold()).isTrue();
        rounds.confirm(hold.number());
        assertThat(rounds.removeIfOver()).isSameAs(hold);
        assertThat(rounds.phase()).isEqualTo(Phase.PUBLISHING);
    }

    @Test
    void aRoundIsNotConfirmedTooOften() {
        Round round = rounds.begin(1, writer, 1, 0);
        rounds.confirm(round.number() + 1);
        assertThat(round.isOver()).isFalse();
        rounds.confirm(round.number());
        assertThat(round.isOver()).isTrue();
        assertThatThrownBy(() -> rounds.confirm(round.number())).isInstanceOf(IllegalStateException.class);
    }
}
