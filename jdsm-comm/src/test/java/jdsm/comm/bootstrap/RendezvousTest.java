package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    private static final int RANKS = 3;
    private static final JobIdentity JOB = job("a secret of some length");
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final RendezvousServer server = RendezvousServer.open(ANY_PORT, JOB, missing -> {});
    private final List<AutoCloseable> opened = new ArrayList<>();

    private static JobIdentity job(String secret) {
        return new JobIdentity("job", secret.getBytes(StandardCharsets.UTF_8), RANKS);
    }

    private static RankAddress listening(int rank) {
        return new RankAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1_000 + rank),
                new HostIdentity(rank, Long.MIN_VALUE + rank));
    }

    private RendezvousClient client(JobIdentity job, int rank) {
        RendezvousClient client = new RendezvousClient(job, rank, server.address(), Duration.ZERO, stall -> {});
        opened.add(client);
        return client;
    }

    private Future<RankAddress[]> join(JobIdentity job, int rank) {
        return CompletableFuture.supplyAsync(() -> client(job, rank).join(listening(rank)), body -> {
            Thread thread = new Thread(body);
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void untilMissing(int... ranks) {
        TestJob.until("missing", () -> Arrays.equals(server.missing(), ranks));
    }

    private void everybodyMeets() {
        List<Future<RankAddress[]>> tables = new ArrayList<>();
        for (int rank : server.missing()) {
            tables.add(join(JOB, rank));
        }
        for (Future<RankAddress[]> table : tables) {
            assertThat(TestJob.get(table)).containsExactly(listening(0), listening(1), listening(2));
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        server.close();
    }

    @Test
    void everybodyLearnsWhereAllListen() {
        Future<RankAddress[]> early = join(JOB, 1);
        untilMissing(0, 2);
        everybodyMeets();
        assertThat(TestJob.get(early)).hasSize(RANKS);
        assertThat(server.missing()).isEmpty();
    }

    @Test
    void aWrongSecretIsRefusedAndTheOthersMeet() {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(join(job("some other secret here"), 1)))
                .withMessageContaining("another secret");
        everybodyMeets();
    }

    @Test
    void aRankJoinsOnceAndMayComeBackAfterItsEnd() {
        RendezvousClient first = client(JOB, 1);
        Future<?> joining = CompletableFuture.runAsync(() -> first.join(listening(1)));
        untilMissing(0, 2);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(join(JOB, 1)))
                .withMessageContaining("rank 1 has joined already");
        first.close();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(joining))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.CLOSED));
        untilMissing(0, 1, 2);
        everybodyMeets();
    }

    @Test
    void strangersDisturbNobody() throws IOException {
        for (int i = 0; i < 200; i++) {
            Socket stranger =
                    new Socket(server.address().getAddress(), server.address().getPort());
            opened.add(stranger);
            if (i % 2 == 0) {
                stranger.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        }
        // The oldest ones have been dropped, although none has done anything that is an error by itself.
        Socket oldest = (Socket) opened.get(1);
        oldest.setSoTimeout((int) Duration.ofSeconds(TestJob.LIMIT_SECONDS).toMillis());
        assertThat(oldest.getInputStream().read()).isEqualTo(-1);
        everybodyMeets();
    }

    @Test
    void aTakenPortIsNamed() {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> RendezvousServer.open(server.address(), JOB, missing -> {}))
                .withMessage(
                        "address %s:%d is taken",
                        server.address().getHostString(), server.address().getPort());
    }

    @Test
    void withoutPatienceARefusedConnectionIsAnErrorAtOnce() {
        server.close();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> client(JOB, 1).join(listening(1)))
                .withMessageContaining("nobody listens at the rendezvous");
    }

    @Test
    void withPatienceTheRendezvousMayComeLater() {
        server.close();
        RendezvousClient patient =
                new RendezvousClient(JOB, 0, server.address(), Duration.ofSeconds(TestJob.LIMIT_SECONDS), stall -> {});
        Future<RankAddress[]> waiting = CompletableFuture.supplyAsync(() -> patient.join(listening(0)));
        try (RendezvousServer later = RendezvousServer.open(server.address(), JOB, missing -> {})) {
            TestJob.until("found", () -> later.missing().length == 2);
            join(JOB, 1);
            join(JOB, 2);
            assertThat(TestJob.get(waiting)).hasSize(RANKS);
        }
    }

    @Test
    void closingEndsAJoin() {
        Future<RankAddress[]> waiting = join(JOB, 1);
        untilMissing(0, 2);
        server.close();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(waiting))
                .withMessageContaining("ended the connection");
    }
}
