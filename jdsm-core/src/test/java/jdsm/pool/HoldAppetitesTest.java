package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.CoherenceMessage.Room;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.MovingHome;
import org.junit.jupiter.api.Test;

class HoldAppetitesTest {
    private final HoldAppetites appetites = new HoldAppetites();

    private int next() {
        return appetites.room(Object.class).bytes();
    }

    /** A hold comes, with samples of which workers read some. */
    private List<UnitState> comes(int samples, int read) {
        appetites.granted(Object.class);
        List<UnitState> all = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            UnitState state =
                    new MovingHome(1, 2).newState(new Initial(i, 0, true, Content.ELEMENTS, Publication.NOTIFY));
            state.access(UnitState.UNSEEN);
            appetites.sample(state);
            if (i < read) {
                assertThat(state.tryRead()).isTrue();
            }
            all.add(state);
        }
        return all;
    }

    @Test
    void atFirstItWishesForNone() {
        assertThat(appetites.room(Object.class)).isEqualTo(Room.NONE);
        appetites.sample(comes(1, 1).get(0));
        assertThat(next()).as("one tells nothing").isZero();
    }

    @Test
    void growsWhileMostAreRead() {
        comes(6, 4);
        assertThat(next()).isEqualTo(HoldAppetites.FIRST_BYTES);
        comes(20, 4);
        assertThat(next()).isEqualTo(4 * HoldAppetites.FIRST_BYTES);
        for (int i = 0; i < 5; i++) {
            comes(6, 6);
            next();
        }
        assertThat(next()).isEqualTo(HoldAppetites.MOST_BYTES);
        assertThat(appetites.room(String.class)).as("another class").isEqualTo(Room.NONE);
    }

    @Test
    void samplesOfSeveralHoldsCount() {
        for (int i = 0; i < 3; i++) {
            comes(1, 1);
            assertThat(next()).isZero();
        }
        comes(1, 1);
        assertThat(next()).isEqualTo(HoldAppetites.FIRST_BYTES);
    }

    @Test
    void whoReadsOneInTenKeepsTheWish() {
        comes(4, 4);
        next();
        for (int i = 0; i < 10; i++) {
            comes(100, 10);
            assertThat(next()).isEqualTo(HoldAppetites.FIRST_BYTES);
        }
    }

    @Test
    void whoReadsFewWishesForLessAndTriesAgainEverLater() {
        int least = 0;
        for (int round = 0; round < 4; round++) {
            int tries = 0;
            while (next() == 0) {
                comes(4, 4);
                tries++;
            }
            assertThat(tries).isGreaterThan(least);
            least = tries;
            comes(64, 2);
            assertThat(next()).isZero();
        }
    }

    @Test
    void aCopyThatIsStaleAgainTellsNothing() {
        comes(4, 4);
        next();
        comes(200, 0).forEach(unit -> unit.access(UnitState.INVALID));
        assertThat(next()).isEqualTo(HoldAppetites.FIRST_BYTES);
    }

    @Test
    void aBarrierEndsWhatFewSamplesTell() {
        comes(3, 3);
        appetites.intervalEnds();
        comes(3, 3);
        assertThat(next()).isZero();
    }
}
