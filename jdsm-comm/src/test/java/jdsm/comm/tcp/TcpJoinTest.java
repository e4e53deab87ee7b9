package jdsm.comm.tcp;

import static jdsm.comm.CommException.Reason.CLOSED;
import static jdsm.comm.CommException.Reason.JOIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import org.junit.jupiter.api.Test;

/** Joins that fail. What the handshake itself refuses is tested with the handshake. */
class TcpJoinTest {
    private static Comm open(int rank, byte[] secret, InetSocketAddress rendezvous, boolean zeroServes, String device) {
        return new TcpProvider()
                .open(new CommSettings(rank, 2, TcpJobs.JOB, secret, rendezvous, zeroServes, device, 2, 1));
    }

    private static void refused(Comm comm, String why) {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(comm::start)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(JOIN))
                .withMessageContaining(why);
        comm.close();
    }

    @Test
    void theProviderIsFound() {
        assertThat(ServiceLoader.load(CommProvider.class, Comm.class.getClassLoader()))
                .extracting(CommProvider::name)
                .contains("tcp");
    }

    @Test
    void aTakenRendezvousPortIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(taken.getInetAddress(), taken.getLocalPort());
            refused(open(0, TcpJobs.SECRET, address, true, null), taken.getLocalPort() + " is taken");
        }
    }

    @Test
    void aLaunchersRendezvousThatIsNotThereIsAnErrorAtOnce() {
        refused(open(1, TcpJobs.SECRET, FreeAddress.next(), false, null), "nobody listens at the rendezvous");
    }

    @Test
    void afterItsEndNoAddressIsBound() {
        TcpComm comm = (TcpComm) TcpJobs.open(1, 2, FreeAddress.next());
        comm.begin();
        comm.closePeers();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> comm.join(new Meeting(TcpJobs.settings(1, 2, FreeAddress.next()))))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CLOSED));
    }

    @Test
    void anUnknownHostIsNamed() {
        InetSocketAddress nowhere = InetSocketAddress.createUnresolved("no-such-host.invalid", 1);
        refused(open(0, TcpJobs.SECRET, nowhere, true, null), "unknown host no-such-host.invalid");
        refused(open(1, TcpJobs.SECRET, nowhere, true, null), "unknown host no-such-host.invalid");
    }

    @Test
    void severalRanksNeedARendezvous() {
        refused(open(1, TcpJobs.SECRET, null, false, null), "no rendezvous");
    }

    @Test
    void aDeviceThatIsNotThereIsNamed() {
        refused(open(0, TcpJobs.SECRET, FreeAddress.next(), true, "nonesuch0"), "network device nonesuch0");
        refused(open(0, TcpJobs.SECRET, FreeAddress.next(), true, "192.0.2.1"), "network device 192.0.2.1");
    }

    @Test
    void aWrongSecretIsRefusedAndTheJobGoesOn() {
        InetSocketAddress rendezvous = FreeAddress.next();
        Comm zero = open(0, TcpJobs.SECRET, rendezvous, true, null);
        Comm wrong = open(1, "another secret altogether".getBytes(StandardCharsets.UTF_8), rendezvous, true, "lo");
        Comm right = open(1, TcpJobs.SECRET, rendezvous, true, "127.0.0.1");
        try (TestJob started = new TestJob(List.of(zero, right))) {
            Thread starting = started.thread(zero::start);
            refused(wrong, "another secret");
            right.start();
            TestJob.until("started", () -> !starting.isAlive());
        }
    }
}
