package jdsm.comm.tcp;

import static jdsm.comm.CommException.Reason.PEER_LOST;
import static jdsm.comm.CommException.Reason.PROTOCOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank whose only peer is a plain socket that sends what no peer may send. */
class TcpWireTest {
    private static final int MAGIC = 0x4D4A;

    private final AtomicInteger handled = new AtomicInteger();
    private RendezvousServer rendezvous;
    private Comm comm;
    private RawPeer peer;

    @BeforeEach
    void join() throws IOException {
        rendezvous = RendezvousServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new JobIdentity(TcpJobs.JOB, TcpJobs.SECRET, 2),
                Limits.NONE,
                missing -> {});
        comm = new TcpProvider()
                .open(new CommSettings(1, 2, TcpJobs.JOB, TcpJobs.SECRET, rendezvous.address(), false, null, 2, 1));
        comm.handle(5, (from, payload) -> handled.addAndGet(1 + payload.remaining()));
        Future<?> started = CompletableFuture.runAsync(comm::start);
        peer = RawPeer.join(rendezvous.address());
        TestJob.get(started);
    }

    @AfterEach
    void close() throws IOException {
        // Without a goodbye: the Comm need not wait for one.
        peer.close();
        comm.close();
        rendezvous.close();
    }

    private CommException failure() {
        Future<?> receive = CompletableFuture.runAsync(() -> comm.receive(0));
        List<CommException> thrown = new ArrayList<>();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(receive))
                .satisfies(thrown::add);
        assertThat(thrown.get(0).peer()).isZero();
        return thrown.get(0);
    }

    @ParameterizedTest
    @CsvSource({"5, -1", "5, 1073741825", "0, -2147483648", "240, 9", "242, 0"})
    void aBadLengthIsAProtocolFailure(int kind, int length) throws IOException {
        peer.sendHeader(MAGIC, kind, length);
        CommException failure = failure();
        assertThat(failure.reason()).isEqualTo(PROTOCOL);
        assertThat(failure)
                .hasMessage("rank 0 sent a message of kind " + kind + " with a length of " + length + " bytes");
    }

    @ParameterizedTest
    @CsvSource({"6", "239", "244", "255"})
    void aKindWithoutHandlerIsAProtocolFailure(int kind) throws IOException {
        peer.sendHeader(MAGIC, kind, 1 << 30);
        CommException failure = failure();
        assertThat(failure.reason()).isEqualTo(PROTOCOL);
        assertThat(failure).hasMessageContaining("kind " + kind);
    }

    @Test
    void bytesThatAreNoHeaderAreAProtocolFailure() throws IOException {
        peer.sendHeader(0x4D4B, 5, 0);
        assertThat(failure().reason()).isEqualTo(PROTOCOL);
    }

    @Test
    void aHeaderThatSaysMoreIsAProtocolFailure() throws IOException {
        peer.send(ByteBuffer.allocate(Header.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MAGIC | 5 << 16)
                .putInt(0)
                .putLong(1)
                .array());
        assertThat(failure().reason()).isEqualTo(PROTOCOL);
    }

    @Test
    void creditThatWasNeverGivenIsAProtocolFailure() throws IOException {
        peer.sendHeader(MAGIC, 240, 8);
        peer.send(new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
        assertThat(failure().reason()).isEqualTo(PROTOCOL);
    }

    @Test
    void messagesMayComeByteByByte() throws IOException {
        ByteBuffer two = ByteBuffer.allocate(2 * Header.BYTES + 3).order(ByteOrder.LITTLE_ENDIAN);
        two.putInt(MAGIC | 5 << 16)
                .putInt(3)
                .putLong(0)
                .put(new byte[3])
                .putInt(MAGIC | 5 << 16)
                .putInt(0)
                .putLong(0);
        for (byte each : two.array()) {
            peer.send(each);
        }
        TestJob.until("both handled", () -> handled.get() == 4 + 1);
    }

    @Test
    void aConnectionCutInAMessageIsALostPeer() throws IOException {
        peer.sendHeader(MAGIC, 0, 1 << 20);
        peer.send(new byte[1000]);
        peer.close();
        assertThat(failure().reason()).isEqualTo(PEER_LOST);
    }

    @Test
    void aConnectionCutInAMessageWakesWhoWaitsForIt() throws IOException {
        CompletableFuture<?> waiting =
                CompletableFuture.runAsync(() -> comm.receive(0, ByteBuffer.allocateDirect(1 << 20)));
        peer.sendHeader(MAGIC, 0, 1 << 20);
        peer.send(new byte[1000]);
        peer.close();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(waiting))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(PEER_LOST));
    }

    @Test
    void aConnectionCutInAHeaderIsALostPeer() throws IOException {
        peer.send((byte) 1);
        peer.close();
        assertThat(failure().reason()).isEqualTo(PEER_LOST);
    }

    @Test
    void aPeerThatSaysGoodbyeHasLeft() throws IOException {
        peer.sendHeader(MAGIC, 242, 8);
        peer.send(new byte[8]);
        assertThat(failure().reason()).isEqualTo(CommException.Reason.CLOSED);
        comm.close();
    }
}
