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
import jdsm.config.FetchOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AppetitesTest {
    private Appetites appetites = new Appetites(FetchOrder.LEARNT);
    private int units;

    private Room next() {
        return appetites.room(Thread.class);
    }

    /** A reply comes, with samples of which workers read some. */
    private void comes(int samples, int read) {
        appetites.replied(Thread.class);
        for (UnitState each : samples(samples)) {
            appetites.sample(each);
            if (units++ % samples < read) {
                assertThat(each.tryRead()).isTrue();
            }
        }
        units = 0;
    }

    private static List<UnitState> samples(int number) {
        List<UnitState> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            UnitState state =
                    new MovingHome(1, 2).newState(new Initial(i, 0, true, Content.ELEMENTS, Publication.NOTIFY));
            state.access(UnitState.UNSEEN);
            all.add(state);
        }
        return all;
    }

    @Test
    void growsWhileMostAreRead() {
        assertThat(next()).isEqualTo(new Room(Appetites.FIRST_BYTES, false));
        comes(4, 2);
        assertThat(next().bytes()).isEqualTo(4 * Appetites.FIRST_BYTES);
        for (int i = 0; i < 10; i++) {
            comes(4, 4);
            next();
        }
        assertThat(next().bytes()).isEqualTo(Appetites.MOST_BYTES);
        assertThat(appetites.room(String.class).bytes()).as("another class").isEqualTo(Appetites.FIRST_BYTES);
    }

    @Test
    void aFewUnreadSamplesTellNothingBeforeTheBarrier() {
        next();
        comes(10, 0);
        assertThat(next()).isEqualTo(new Room(Appetites.FIRST_BYTES, false));

        appetites.intervalEnds();
        assertThat(next()).as("the other order").isEqualTo(new Room(Appetites.FIRST_BYTES, true));
        comes(10, 1);
        appetites.intervalEnds();
        assertThat(next()).as("fewer").isEqualTo(new Room(Appetites.FIRST_BYTES / 4, true));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEARNT")
    void anOrderThatTheJobFixesStaysAndLessIsAskedForAtOnce(FetchOrder order) {
        appetites = new Appetites(order);
        boolean breadth = order == FetchOrder.BREADTH;
        assertThat(next()).isEqualTo(new Room(Appetites.FIRST_BYTES, breadth));

        for (int bytes = Appetites.FIRST_BYTES / 4; bytes >= 1024; bytes /= 4) {
            comes(10, 1);
            appetites.intervalEnds();
            assertThat(next()).isEqualTo(new Room(bytes, breadth));
        }
    }

    @Test
    void manyUnreadSamplesTellWithoutABarrier() {
        for (int reply = 0; reply < 16; reply++) {
            assertThat(next()).as("read in another order, perhaps").isEqualTo(new Room(Appetites.FIRST_BYTES, false));
            comes(300, 10);
        }
        assertThat(next()).isEqualTo(new Room(Appetites.FIRST_BYTES, true));
        assertThat(next()).as("they are judged once").isEqualTo(new Room(Appetites.FIRST_BYTES, true));
    }

    @Test
    void whereCopiesAreInVainItAsksForNoneAndTriesAgainLater() {
        for (int i = 0; i < 160; i++) {
            next();
            comes(300, 0);
        }
        assertThat(next()).isEqualTo(Room.NONE);
        int requests = 1;
        while (next().bytes() == 0) {
            requests++;
        }
        assertThat(requests).isBetween(30, 100);
    }
}
