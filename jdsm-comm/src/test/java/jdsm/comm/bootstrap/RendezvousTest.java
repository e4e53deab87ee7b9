package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import jdsm.comm.spi.Limits;
import jdsm.comm.tcp.FreeAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousTest {
    private static final int RANKS = 3;
    private static final JobIdentity JOB = job("a secret of some length");
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final RendezvousServer server = RendezvousServer.open(ANY_PORT, JOB, Limits.NONE, missing -> {});
    private final List<AutoCloseable> opened = new ArrayList<>();

    private static JobIdentity job(String secret) {
        return new JobIdentity("job", secret.getBytes(StandardCharsets.UTF_8), RANKS);
    }

    private static RankAddress listening(int rank) {
        return new RankAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1_000 + rank),
                new HostIdentity(rank, Long.MIN_VALUE + rank),
                ByteBuffer.wrap(("somewhere" + rank).repeat(30 * rank).getBytes(StandardCharsets.US_ASCII)),
                rank % 2 == 1);
    }

    private RendezvousClient client(JobIdentity job, int rank) {
        return client(job, rank, server.address());
    }

    private RendezvousClient client(JobIdentity job, int rank, InetSocketAddress at) {
        RendezvousClient client = new RendezvousClient(job, rank, at, false, Limits.NONE, stall -> {});
        opened.add(client);
        return client;
    }

    private Future<RankAddress[]> join(JobIdentity job, int rank) {
        return join(job, rank, server.address());
    }

    private Future<RankAddress[]> join(JobIdentity job, int rank, InetSocketAddress at) {
        return CompletableFuture.supplyAsync(
                () -> client(job, rank, at).join(listening(rank)), RendezvousTest::inThread);
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
    void aConnectionWhoseEndsAreOneSocketIsSeen() throws IOException {
        InetSocketAddress nobody = FreeAddress.next();
        try (Socket self = new Socket();
                Socket other = new Socket()) {
            self.setReuseAddress(true);
            self.bind(nobody);
            self.connect(nobody);
            assertThat(RendezvousClient.isToItself(self)).isTrue();
            other.connect(server.address());
            assertThat(RendezvousClient.isToItself(other)).isFalse();
        }
    }

    @Test
    void everybodyLearnsWhereAllListen() {
        Future<RankAddress[]> early = join(JOB, 1);
        untilMissing(0, 2);
        everybodyMeets();
        assertThat(TestJob.get(early)).hasSize(RANKS);
        untilMissing(); // the server notes an answer after it has sent it
    }

    @Test
    void aWrongSecretIsRefusedAndTheOthersMeet() {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(join(job("some other secret here"), 1)))
                .withMessageContaining("another secret");
        everybodyMeets();
    }

    /** A changed byte behind the handshake: of the type, rank, content and code of the table, or of an address. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, Word.HEADER_BYTES + 2, Word.HEADER_BYTES + RankAddress.BYTES + 1})
    void whoChangesTheAddressesOfOthersIsNoticed(int at) throws Exception {
        int behind = JoinProtocol.CHALLENGE_BYTES + JoinProtocol.ACCEPTANCE_BYTES;
        try (Between between = new Between(server.address(), Between.NOWHERE, behind + at)) {
            Future<RankAddress[]> victim = join(JOB, 1, between.address());
            join(JOB, 0);
            join(JOB, 2);
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> TestJob.get(victim))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN))
                    .withMessageMatching("(somebody between this rank and the rendezvous at .* has changed what it said"
                            + "|the rendezvous at .* ended the connection: it sent a malformed message)");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, RankAddress.BYTES + 3, RankAddress.BYTES + 310})
    void whoChangesARanksAddressIsNotHeard(int at) throws Exception {
        int behind = JoinProtocol.HELLO_BYTES + JoinProtocol.PROOF_BYTES;
        try (Between between = new Between(server.address(), behind + at, Between.NOWHERE)) {
            Future<RankAddress[]> victim = join(JOB, 1, between.address());
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> TestJob.get(victim))
                    .withMessageContaining("ended the connection");
            everybodyMeets(); // the rank that has not come yet comes on a way where nobody stands between
        }
    }

    @Test
    void aRankJoinsOnce() {
        Future<RankAddress[]> first = join(JOB, 1);
        untilMissing(0, 2);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(join(JOB, 1)))
                .withMessageContaining("rank 1 has joined already");
        everybodyMeets();
        assertThat(TestJob.get(first)).hasSize(RANKS);
    }

    @Test
    void whoGoesBeforeAllAreThereIsNamedToAll() {
        RendezvousClient one = client(JOB, 1);
        Future<?> going = CompletableFuture.runAsync(() -> one.join(listening(1)), RendezvousTest::inThread);
        untilMissing(0, 2);
        Future<?> staying = join(JOB, 2);
        untilMissing(0);

        one.close();

        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(going))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.CLOSED));
        assertBlamed(1, "lost rank 1 while the job was joining", staying);
        assertBlamed(1, "lost rank 1 while the job was joining", join(JOB, 0)); // who comes later is told, too
    }

    @Test
    void aProcessThatEndsBeforeItComesIsNamedToAll() {
        Future<?> first = join(JOB, 1);
        Future<?> second = join(JOB, 2);
        untilMissing(0);
        server.processEnded(0, "was killed by signal 9");
        assertBlamed(0, "lost rank 0 while the job was joining: it was killed by signal 9", first, second);
        assertThat(TestJob.get(server.ended())).contains("rank 0");
    }

    @Test
    void whoDoesNotComeInTimeIsNamedToAll() {
        try (RendezvousServer hasty = RendezvousServer.open(ANY_PORT, JOB, 200_000_000, missing -> {})) {
            RendezvousClient one = new RendezvousClient(JOB, 1, hasty.address(), false, Limits.NONE, stall -> {});
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> one.join(listening(1)))
                    .withMessage("rank 0, rank 2 have not come to the rendezvous within 0.2 s; there is rank 1");
        }
    }

    /** Rank 2 dies, rank 1 ends because of it, and rank 0 has seen only rank 1 end. */
    @Test
    void whoIsSeenToEndIsBlamedOnlyIfNobodyElseHasGone() {
        List<RendezvousClient> clients = new ArrayList<>();
        List<Future<?>> waits = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            clients.add(client(JOB, rank));
        }
        List<Future<?>> joins = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            RankAddress self = listening(rank);
            RendezvousClient client = clients.get(rank);
            joins.add(CompletableFuture.runAsync(() -> client.join(self), RendezvousTest::inThread));
        }
        joins.forEach(TestJob::get);
        for (RendezvousClient client : clients) {
            waits.add(CompletableFuture.runAsync(
                    () -> client.awaitBegin(new CompletableFuture<>(), List::of), RendezvousTest::inThread));
        }
        clients.get(0).report(new CommException(CommException.Reason.PEER_LOST, 1, "rank 1 has ended"));
        clients.get(1).report(new CommException(CommException.Reason.PEER_LOST, 2, "rank 2 has ended"));
        clients.get(2).close();
        assertBlamed(2, "rank 2", waits.get(0), waits.get(1));
    }

    private static void assertBlamed(int rank, String text, Future<?>... joins) {
        for (Future<?> join : joins) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> TestJob.get(join))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.PEER_LOST))
                    .satisfies(e -> assertThat(e.peer()).isEqualTo(rank))
                    .withMessageContaining(text);
        }
    }

    private static void inThread(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        thread.start();
    }

    /** Each of them has a place of its own: so many that the rank's connection is not the one that has to go. */
    @Test
    void aFloodOfStrangersDoesNotPushOutARank() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> flood = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> flood(over));
            thread.start();
            flood.add(thread);
        }
        try {
            everybodyMeets();
        } finally {
            over.set(true);
            for (Thread thread : flood) {
                thread.join();
            }
        }
    }

    private void flood(AtomicBoolean over) {
        List<Socket> held = new ArrayList<>();
        while (!over.get()) {
            try {
                held.add(new Socket(
                        server.address().getAddress(), server.address().getPort()));
                if (held.size() > 500) {
                    held.remove(0).close();
                }
            } catch (IOException e) {
                // The server has no room for this one.
            }
        }
        for (Socket each : held) {
            try {
                each.close();
            } catch (IOException e) {
                // gone
            }
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        InetSocketAddress nowhere = InetSocketAddress.createUnresolved("no-such-host.invalid", 1);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> RendezvousServer.open(nowhere, JOB, Limits.NONE, missing -> {}))
                .withMessage("address no-such-host.invalid:1 cannot be listened at: unknown host no-such-host.invalid");
        RendezvousClient client = new RendezvousClient(JOB, 1, nowhere, true, Limits.NONE, stall -> {});
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> client.join(listening(1)))
                .withMessageContaining("unknown host no-such-host.invalid");
    }

    @Test
    void strangersDisturbNobody() throws IOException {
        for (int i = 0; i < 2 * Strangers.MOST; i++) {
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
                .isThrownBy(() -> RendezvousServer.open(server.address(), JOB, Limits.NONE, missing -> {}))
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
        RendezvousClient patient = new RendezvousClient(JOB, 0, server.address(), true, Limits.NONE, stall -> {});
        Future<RankAddress[]> waiting = CompletableFuture.supplyAsync(() -> patient.join(listening(0)));
        try (RendezvousServer later = RendezvousServer.open(server.address(), JOB, Limits.NONE, missing -> {})) {
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
