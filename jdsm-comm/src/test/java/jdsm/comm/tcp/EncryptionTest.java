package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.bootstrap.RendezvousClient;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.certificate.OwnCertificate;
import jdsm.comm.certificate.TestAuthority;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Encryption;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What encrypted connections keep from somebody who stands between two ranks, and what they tell the ranks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EncryptionTest {
    private static final String TEXT = "nobody but the two ranks may read this text";

    private static final Relay.Wrapping PLAIN = (socket, joining) -> socket;

    @TempDir
    Path directory;

    private RendezvousServer rendezvous;

    /** Those of the ranks; null: each makes its own. */
    private CertificateFiles certificates;

    @BeforeEach
    void open() {
        rendezvous = rendezvous();
    }

    @AfterEach
    void close() {
        rendezvous.close();
    }

    private static RendezvousServer rendezvous() {
        return RendezvousServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new JobIdentity(TcpJobs.JOB, TcpJobs.SECRET, 2),
                Limits.NONE,
                missing -> {});
    }

    private Comm rank(int rank, RendezvousServer meeting, Encryption encryption) {
        return new TcpProvider()
                .open(new CommSettings(rank, 2, TcpJobs.JOB, TcpJobs.SECRET, meeting.address(), false, null, 2, 1)
                        .with(encryption)
                        .with(certificates));
    }

    /** On a thread of its own: the common pool may have one only, and all these wait for each other. */
    private static CompletableFuture<Void> background(Runnable body) {
        return CompletableFuture.runAsync(body, task -> new Thread(task, "background").start());
    }

    private static String failure(Future<?> started) throws InterruptedException {
        try {
            started.get();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(CommException.class);
            return e.getCause().getMessage();
        }
        throw new AssertionError("no failure");
    }

    @Test
    void ranksThatDoNotAgreeAreRefusedByName() throws InterruptedException {
        try (Comm zero = rank(0, rendezvous, Encryption.ALWAYS);
                Comm one = rank(1, rendezvous, Encryption.NEVER)) {
            Future<?> first = background(zero::start);
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(one::start)
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN))
                    .withMessageContaining("rank 0 encrypts its connections, and rank 1 does not");
            assertThat(failure(first)).contains("rank 1 does not encrypt its connections, and rank 0 does");
        }
    }

    @Test
    void aSenderInPlainTextGetsNoAnswer() throws IOException {
        try (Comm zero = rank(0, rendezvous, Encryption.ALWAYS)) {
            background(zero::start);
            InetSocketAddress address = meetRankZero(rendezvous);
            try (Socket plain = new Socket(address.getAddress(), address.getPort())) {
                plain.getOutputStream().write(new byte[128]);
                byte[] answer = plain.getInputStream().readAllBytes();
                assertThat(new String(answer, StandardCharsets.ISO_8859_1))
                        .as("an alert of TLS at most")
                        .doesNotContain("JDSM");
                assertThat(answer.length).isLessThan(16);
            }
        }
    }

    /** The address at which rank 0 listens, for somebody who plays rank 1. */
    private static InetSocketAddress meetRankZero(RendezvousServer meeting) {
        JobIdentity job = new JobIdentity(TcpJobs.JOB, TcpJobs.SECRET, 2);
        RendezvousClient client = new RendezvousClient(job, 1, meeting.address(), false, Limits.NONE, stall -> {});
        InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        return client.join(RankAddress.of(nowhere).encrypts(true))[0].address();
    }

    /**
     * A job of two ranks with a relay between them: each meets its peer at a rendezvous of its own, where the test plays the
     * other one.
     */
    private final class Relayed implements AutoCloseable {
        final Comm zero = rank(0, rendezvous, Encryption.ALWAYS);
        final RendezvousServer second = rendezvous();
        final Comm one = rank(1, second, Encryption.ALWAYS);
        final Future<?> zeroStarted = background(zero::start);
        final Future<?> oneStarted = background(one::start);
        final Relay relay;
        final Future<?> begun;

        Relayed(Relay.Wrapping wrapping) throws IOException {
            JobIdentity job = new JobIdentity(TcpJobs.JOB, TcpJobs.SECRET, 2);
            InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            RendezvousClient asOne =
                    new RendezvousClient(job, 1, rendezvous.address(), false, Limits.NONE, stall -> {});
            InetSocketAddress behind = asOne.join(RankAddress.of(nowhere).encrypts(true))[0].address();
            relay = new Relay(behind, wrapping);
            RendezvousClient asZero = new RendezvousClient(job, 0, second.address(), false, Limits.NONE, stall -> {});
            asZero.join(RankAddress.of(relay.address()).encrypts(true));
            begun = CompletableFuture.allOf(
                    background(() -> asOne.awaitBegin(CompletableFuture.completedFuture(null), List::of)),
                    background(() -> asZero.awaitBegin(CompletableFuture.completedFuture(null), List::of)));
        }

        @Override
        public void close() throws IOException {
            relay.close();
            zero.close();
            one.close();
            second.close();
        }
    }

    private static ByteBuffer text() {
        return ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void whoPassesBytesOnReadsNothing() throws Exception {
        try (Relayed job = new Relayed(PLAIN)) {
            job.zeroStarted.get();
            job.oneStarted.get();
            job.zero.send(1, text());
            assertThat(StandardCharsets.US_ASCII
                            .decode(job.one.receive(0).payload())
                            .toString())
                    .isEqualTo(TEXT);
            assertThat(job.relay.seen())
                    .hasSizeGreaterThan(1_000)
                    .doesNotContain(TEXT)
                    .doesNotContain("JDSM");
        }
    }

    @Test
    void aFlippedBitEndsTheConnectionAndIsNamed() throws Exception {
        try (Relayed job = new Relayed(PLAIN)) {
            job.zeroStarted.get();
            job.oneStarted.get();
            job.relay.flip();
            // Only the last record of a piece is changed, so that a message may arrive whole before it.
            Future<?> atOne = background(() -> receiveAll(job.one, 0));
            Future<?> atZero = background(() -> receiveAll(job.zero, 1));
            background(() -> job.zero.send(1, text()));
            // With BoringSSL, the rank that finds the fault tells the other one, and ends.
            assertThat(List.of(failure(atOne), failure(atZero)))
                    .anyMatch(line -> line.matches("the connection to rank [01] failed: .*SSL.*"));
        }
    }

    private static void receiveAll(Comm comm, int from) {
        while (true) {
            comm.receive(from);
        }
    }

    @Test
    void whoDecryptsAndEncryptsAgainIsFound() throws Exception {
        RankCertificate somebody = RankCertificate.create();
        Relay.Wrapping decrypting = decrypting(somebody.key(), somebody.certificate());
        try (Relayed job = new Relayed(decrypting)) {
            assertThat(failure(job.oneStarted)).contains("rank 0 at").contains("or somebody stands between");
            assertThat(job.relay.seen()).as("it does read").contains("JDSMJOIN");
            assertThat(job.zeroStarted.isDone()).isFalse();
        }
    }

    /** Somebody has a certificate of the user's authority, but not the job's secret. */
    @Test
    void aCertificateDoesNotReplaceTheSecret() throws Exception {
        TestAuthority lab = TestAuthority.of("lab");
        certificates = lab.issue(directory, "ranks");
        OwnCertificate other = lab.issue(directory, "somebody").read();
        try (Relayed job = new Relayed(decrypting(other.key(), other.chain().get(0)))) {
            assertThat(failure(job.oneStarted)).contains("rank 0 at").contains("or somebody stands between");
            assertThat(job.relay.seen()).as("it does read").contains("JDSMJOIN");
            assertThat(job.zeroStarted.isDone()).isFalse();
        }
    }

    /** Decrypts what each side sends, and encrypts it again by a key of its own. */
    private static Relay.Wrapping decrypting(PrivateKey key, Certificate certificate) throws Exception {
        SSLContext context = context(key, certificate);
        return (socket, joining) -> {
            SSLSocket secure =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, "relay", socket.getPort(), true);
            secure.setUseClientMode(joining);
            secure.setNeedClientAuth(!joining);
            return secure;
        };
    }

    private static SSLContext context(PrivateKey key, Certificate certificate)
            throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("own", key, new char[0], new Certificate[] {certificate});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(managers.getKeyManagers(), new TrustManager[] {Tls.anybody()}, null);
        return context;
    }
}
