package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import jdsm.comm.tcp.FreeAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that find their job in their environment, and what may be wrong with it. */
@Tag("once")
class JoinIT {
    private static final String SETTINGS = "jdsm.examples.programs.Settings";
    /** Of this run alone: shared memory has a folder a secret. */
    private static final String SECRET = UUID.randomUUID().toString();

    @Test
    void ranksMeetWithoutALauncherAndDoNotTakeStrangers() throws IOException {
        String rendezvous = freeAddress();
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, Map.of()), SETTINGS)) {
            Map<String, String> wrongSecret = Map.of("JDSM_SECRET", "another one that is long enough");
            try (JdsmProcess stranger = JdsmProcess.rank(environment(1, rendezvous, wrongSecret), SETTINGS)) {
                stranger.end()
                        .failed(
                                1,
                                "jdsm: rank 1: the rendezvous at " + rendezvous
                                        + " has another secret for job default");
            }
            try (JdsmProcess stranger =
                    JdsmProcess.rank(environment(1, rendezvous, Map.of("JDSM_JOB", "other")), SETTINGS)) {
                stranger.end()
                        .failed(1, "jdsm: rank 1: the rendezvous at " + rendezvous + " serves another job than other");
            }
            try (JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, Map.of()), SETTINGS)) {
                assertThat(one.end().ok().out()).isEmpty();
            }
            assertThat(zero.end().ok().out()).isEqualTo(List.of("2 ranks, 1 threads, shm"));
        }
    }

    /** As ranks of two hosts do, and as two of one that must not share memory. */
    @Test
    void ranksOfTwoPartsOfAHostUseSockets() throws IOException {
        String rendezvous = freeAddress();
        Map<String, String> left = Map.of("JDSM_COMM", "mixed", "JDSM_HOST_PART", "left");
        Map<String, String> right = Map.of("JDSM_COMM", "mixed", "JDSM_HOST_PART", "right");
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, left), SETTINGS);
                JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, right), SETTINGS)) {
            assertThat(one.end().ok().out()).isEmpty();
            assertThat(zero.end().ok().out()).isEqualTo(List.of("2 ranks, 1 threads, mixed"));
        }
    }

    @Test
    void ranksThatAreToldToShareWhatTheyDoNotAreRefused() throws IOException {
        String rendezvous = freeAddress();
        Map<String, String> left = Map.of("JDSM_COMM", "shm", "JDSM_HOST_PART", "left");
        Map<String, String> right = Map.of("JDSM_COMM", "shm", "JDSM_HOST_PART", "right");
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, left), SETTINGS);
                JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, right), SETTINGS)) {
            Outcome refused = one.end();
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err().toString())
                    .contains("shares no memory with rank 1")
                    .contains("use --comm mixed");
            assertThat(zero.end().status()).isEqualTo(1);
        }
    }

    @Test
    void aTakenPort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String rendezvous = "127.0.0.1:" + taken.getLocalPort();
            try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, Map.of()), SETTINGS)) {
                zero.end().failed(1, "jdsm: rank 0: address " + rendezvous + " is taken");
            }
        }
    }

    @Test
    void nobodyListens() throws IOException {
        String rendezvous = freeAddress();
        Map<String, String> served = Map.of("JDSM_RENDEZVOUS_AT", "launcher");
        try (JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, served), SETTINGS)) {
            one.end()
                    .failed(1, "jdsm: rank 1: nobody listens at the rendezvous " + rendezvous + ": Connection refused");
        }
    }

    @Test
    void anUnknownHost() throws IOException {
        Map<String, String> sockets = Map.of("JDSM_COMM", "tcp");
        String rendezvous = "no-such-host.invalid:7799";
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, sockets), SETTINGS)) {
            zero.end()
                    .failed(
                            1,
                            "jdsm: rank 0: address " + rendezvous
                                    + " cannot be listened at: unknown host no-such-host.invalid");
        }
        try (JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, sockets), SETTINGS)) {
            one.end()
                    .failed(
                            1,
                            "jdsm: rank 1: the rendezvous " + rendezvous
                                    + " cannot be reached: unknown host no-such-host.invalid");
        }
    }

    @Test
    void whoDoesNotComeInTimeIsNamed() throws IOException {
        Map<String, String> hasty = Map.of("JDSM_JOIN_TIMEOUT", "3", "JDSM_RANKS", "3", "JDSM_COMM", "tcp");
        String rendezvous = freeAddress();
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, rendezvous, hasty), SETTINGS)) {
            zero.end()
                    .failed(
                            70,
                            "jdsm: rank 0 ends: rank 1, rank 2 have not come to the rendezvous within 3 s; there is rank 0");
        }
    }

    /** The version is the program's own, so that the test has to be the other side. */
    @Test
    void anotherVersion() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String rendezvous = "127.0.0.1:" + server.getLocalPort();
            Map<String, String> served = Map.of("JDSM_RENDEZVOUS_AT", "launcher");
            try (JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, served), SETTINGS);
                    Socket peer = server.accept()) {
                byte[] hello = peer.getInputStream().readNBytes(128);
                ByteBuffer challenge = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
                challenge.put(hello, 0, 8).putInt(1000).put((byte) 1);
                peer.getOutputStream().write(challenge.array());

                one.end()
                        .failed(
                                1,
                                "jdsm: rank 1: the rendezvous at " + rendezvous
                                        + " speaks protocol 1000, this one speaks 6");
            }
        }
    }

    @Test
    void anAddressThatIsNotOfThisHost() throws IOException {
        Map<String, String> device = Map.of("JDSM_DEVICE", "192.0.2.1");
        try (JdsmProcess zero = JdsmProcess.rank(environment(0, freeAddress(), device), SETTINGS)) {
            zero.end().failed(1, "jdsm: rank 0: network device 192.0.2.1 is no interface or address of this host");
        }
    }

    @Test
    void variablesThatAreWrongOrMissing() throws IOException {
        String rendezvous = freeAddress();
        assertRefused(Map.of("JDSM_SECRET", "short"), rendezvous, "JDSM_SECRET has 5 characters; it needs at least 16");
        assertRefused(Map.of("JDSM_RANK", "2"), rendezvous, "JDSM_RANK");
        assertRefused(
                Map.of("JDSM_COMM", "smoke"),
                rendezvous,
                "no transport 'smoke'; there are: auto, inproc, mixed, shm, tcp");
        assertRefused(
                Map.of("JDSM_CONSISTENCY", "none"),
                rendezvous,
                "unknown consistency 'none'; known: auto, lazy-release, strict, write-invalidate, write-update");
    }

    @Test
    void certificatesForATransportThatDoesNotEncrypt() throws IOException {
        assertRefused(
                Map.of("JDSM_COMM", "shm", "JDSM_TLS_CERTIFICATE", "c", "JDSM_TLS_KEY", "k", "JDSM_TLS_TRUST", "t"),
                freeAddress(),
                "transport 'shm' does not encrypt, so that certificates have no use: remove JDSM_TLS_CERTIFICATE, or use"
                        + " mixed or tcp");
    }

    private static void assertRefused(Map<String, String> more, String rendezvous, String message) {
        try (JdsmProcess rank = JdsmProcess.rank(environment(0, rendezvous, more), SETTINGS)) {
            Outcome outcome = rank.end();
            assertThat(outcome.err())
                    .singleElement()
                    .asString()
                    .startsWith("jdsm: ")
                    .contains(message);
            assertThat(outcome.status()).isEqualTo(2);
        }
    }

    @Test
    void aClassThatOnlyThisRankLacks() throws IOException {
        String rendezvous = freeAddress();
        try (JdsmProcess one = JdsmProcess.rank(environment(1, rendezvous, Map.of()), "no.such.Program")) {
            one.end().failed(2, "jdsm: no class no.such.Program on the class path");
        }
    }

    private static Map<String, String> environment(int rank, String rendezvous, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "JDSM_RANK", "" + rank, "JDSM_RANKS", "2", "JDSM_RENDEZVOUS", rendezvous, "JDSM_SECRET", SECRET));
        environment.putAll(more);
        return environment;
    }

    private static String freeAddress() {
        return "127.0.0.1:" + FreeAddress.next().getPort();
    }
}
