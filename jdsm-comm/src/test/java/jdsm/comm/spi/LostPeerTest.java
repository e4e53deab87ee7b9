package jdsm.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.TestJob;
import jdsm.comm.pulse.Medium;
import jdsm.comm.pulse.Pulse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is blamed where one rank's end is heard of before that of the rank because of which it has ended. */
class LostPeerTest {
    private static final int RANKS = 4;
    private static final CommSettings SETTINGS =
            new CommSettings(0, RANKS, "job", new byte[16], null, false, null, RANKS, 1);

    private final List<String> sent = new ArrayList<>();
    private final AtomicReference<CommException> failure = new AtomicReference<>();
    private final Wireless comm = new Wireless();

    /** Notes what it is to send. */
    private final class Wireless extends CommWithoutPeers {
        private Wireless() {
            super(SETTINGS);
            onFailure(failure::set);
        }

        @Override
        protected void transmitControl(int to, int kind, long value) {
            sent.add((kind == TransportKinds.LOST ? "lost " + value : "kind " + kind) + " to " + to);
        }

        @Override
        public boolean onDeliveryThread() {
            return false;
        }
    }

    @BeforeEach
    void start() {
        comm.start();
    }

    @Test
    void whoHasToldBecauseOfWhomItEndsIsNotToBlame() {
        comm.deliverControl(1, TransportKinds.LOST, 2);
        assertThat(failure.get()).as("what is told is no failure").isNull();

        comm.peerEnded(1);

        assertBlamed(2);
        assertThat(sent).containsExactly("lost 2 to 1", "lost 2 to 2", "lost 2 to 3");
    }

    @Test
    void whoHasToldNothingIs() {
        comm.deliverControl(1, TransportKinds.LOST, 2);

        comm.peerEnded(3);

        assertBlamed(3);
        assertThat(sent).containsExactly("lost 3 to 1", "lost 3 to 2", "lost 3 to 3");
    }

    /** Who is not of the job. */
    @ParameterizedTest
    @ValueSource(longs = {-1, RANKS, Long.MAX_VALUE})
    void nonsenseBlamesNobody(long told) {
        comm.deliverControl(1, TransportKinds.LOST, told);

        comm.peerEnded(1);

        assertBlamed(1);
    }

    @Test
    void aRankThatTheOthersHaveGivenUpBlamesItself() {
        comm.deliverControl(1, TransportKinds.LOST, 0);

        comm.peerEnded(1);

        assertThat(failure.get().peer()).isZero();
        assertThat(failure.get()).hasMessageContaining("the others have lost this one, rank 0: rank 1 ended");
    }

    @Test
    void whoIsSilentIsLostAndWhoHasLeftIsNot() {
        comm.deliverControl(2, TransportKinds.GOODBYE, 0);
        comm.peersSilent(List.of(3, 1), "lost rank 3, rank 1: no sign of life");

        assertBlamed(3);
        assertThat(comm.hasLeft(2)).isTrue();
        assertThat(comm.hasLeft(3)).isFalse();
    }

    @Test
    void aRankThatCanGiveNoSignsOfLifeFailsAtOnce() {
        Medium broken = new Medium() {
            @Override
            public int[] peers() {
                return new int[] {1, 2, 3};
            }

            @Override
            public void beat() {
                throw new IllegalStateException("no more sockets");
            }

            @Override
            public boolean heard(int peer) {
                return true;
            }

            @Override
            public String host(int peer) {
                return "here";
            }
        };
        try (Pulse pulse = new Pulse(SETTINGS, comm.arrivals())) {
            pulse.begin(List.of(broken));
            TestJob.until("it has failed", () -> failure.get() != null);
        }

        assertThat(failure.get().reason()).isEqualTo(Reason.TRANSPORT);
        assertThat(failure.get())
                .hasMessageContaining("rank 0 can give no signs of life")
                .hasMessageContaining("no more sockets");
    }

    @Test
    void whoHasLeftInOrderIsNotLost() {
        comm.deliverControl(2, TransportKinds.GOODBYE, 0);
        comm.deliverControl(1, TransportKinds.LOST, 2);

        comm.peerEnded(2);
        assertThat(failure.get()).isNull();
        comm.peerEnded(1);

        assertBlamed(1);
    }

    @Test
    void theFirstToBeToldOfCounts() {
        comm.deliverControl(1, TransportKinds.LOST, 3);
        comm.deliverControl(1, TransportKinds.LOST, 2);

        comm.peerEnded(1);

        assertBlamed(3);
    }

    private void assertBlamed(int rank) {
        assertThat(failure.get().reason()).isEqualTo(Reason.PEER_LOST);
        assertThat(failure.get().peer()).isEqualTo(rank);
        assertThat(failure.get()).hasMessageContaining("lost rank " + rank);
    }
}
