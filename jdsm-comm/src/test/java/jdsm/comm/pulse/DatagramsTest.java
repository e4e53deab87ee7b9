package jdsm.comm.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jdsm.comm.TestJob;
import jdsm.comm.bootstrap.JobIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loopback delivers within the call that sends. */
class DatagramsTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private Datagrams zero;
    private Datagrams one;

    private static JobIdentity job(String secret) {
        return new JobIdentity("job", secret.getBytes(StandardCharsets.UTF_8), 2);
    }

    @BeforeEach
    void open() throws IOException {
        zero = new Datagrams(job("a secret of some length"), 0, 1, LOCAL);
        one = new Datagrams(job("a secret of some length"), 1, 0, LOCAL);
    }

    @AfterEach
    void close() {
        zero.close();
        one.close();
    }

    private static InetSocketAddress of(Datagrams socket) throws IOException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.port());
    }

    private static void connect(Datagrams left, Datagrams right) throws IOException {
        left.connect(of(right));
        right.connect(of(left));
    }

    private static void untilHeard(Datagrams receiver) {
        TestJob.until("heard", () -> {
            receiver.receive();
            return receiver.heard();
        });
    }

    @Test
    void theyHearEachOtherAndKnowIt() throws IOException {
        zero.send(); // nobody is known yet
        connect(zero, one);
        assertThat(one.works()).isFalse();
        zero.send();
        untilHeard(one);
        assertThat(one.heard()).isFalse();
        assertThat(one.works()).isTrue();
        assertThat(one.isHeard()).isFalse();
        one.send();
        untilHeard(zero);
        assertThat(zero.isHeard()).isTrue();
        assertThat(zero.lost()).isEqualTo(-1);
        one.send(0);
        untilHeard(zero);
        assertThat(zero.lost()).isZero();
    }

    @Test
    void whoDoesNotKnowTheSecretIsNotHeard() throws IOException {
        Datagrams forger = new Datagrams(job("another secret altogether"), 0, 1, LOCAL);
        try (forger) {
            connect(forger, one);
            forger.send();
            forger.send(1);
            one.receive();
            assertThat(one.works()).isFalse();
            assertThat(one.lost()).isEqualTo(-1);
        }
    }

    @Test
    void aReplayAndGarbageAreNotHeard() throws IOException {
        try (DatagramSocket wire = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress there = (InetSocketAddress) wire.getLocalSocketAddress();
            zero.connect(there);
            one.connect(there);
            zero.send();
            DatagramPacket genuine = new DatagramPacket(new byte[100], 100);
            wire.receive(genuine);
            byte[] bytes = Arrays.copyOf(genuine.getData(), genuine.getLength());
            genuine.setSocketAddress(of(one));

            byte[] changed = bytes.clone();
            changed[28] = 1;
            wire.send(new DatagramPacket(changed, changed.length, of(one)));
            wire.send(new DatagramPacket(new byte[64], 64, of(one)));
            wire.send(new DatagramPacket(new byte[0], 0, of(one)));
            one.receive();
            assertThat(one.works()).isFalse();

            wire.send(genuine);
            untilHeard(one);
            wire.send(genuine);
            one.receive();
            assertThat(one.heard()).isFalse();
        }
    }

    /** What strangers send to a connected socket takes no room of the peer's. */
    @Test
    void aFloodOfStrangersDropsNoSignOfLife() throws IOException {
        connect(zero, one);
        InetSocketAddress target = of(one);
        try (DatagramSocket stranger = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            byte[] much = new byte[1400];
            for (int i = 0; i < 2_000; i++) {
                stranger.send(new DatagramPacket(much, much.length, target));
            }
            zero.send();
            one.receive();
            assertThat(one.heard()).isTrue();
        }
    }
}
