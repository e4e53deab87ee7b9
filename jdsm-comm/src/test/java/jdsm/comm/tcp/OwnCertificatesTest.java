package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.certificate.TestAuthority;
import jdsm.comm.spi.Encryption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose ranks have certificates of the user's authority. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnCertificatesTest {
    @TempDir
    Path directory;

    private TestAuthority lab;
    private List<Comm> comms = List.of();

    @BeforeEach
    void makeAuthority() throws GeneralSecurityException {
        lab = TestAuthority.of("lab");
    }

    @AfterEach
    void close() {
        CompletableFuture.allOf(
                        comms.stream().map(comm -> background(comm::close)).toArray(CompletableFuture[]::new))
                .join();
    }

    /** On a thread of its own: all these wait for each other. */
    private static CompletableFuture<Void> background(Runnable body) {
        return CompletableFuture.runAsync(body, task -> new Thread(task, "background").start());
    }

    private CertificateFiles issued(TestAuthority by, String subject) {
        return issued(by, subject, "EC");
    }

    private CertificateFiles issued(TestAuthority by, String subject, String kind) {
        try {
            return by.issue(directory, subject, kind);
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts all ranks. Returns how each failed; null for each that has not. */
    private List<String> started(int ranks, IntFunction<CertificateFiles> files) throws Exception {
        comms = TcpJobs.openAs(
                ranks, settings -> settings.with(Encryption.ALWAYS).with(files.apply(settings.rank())));
        List<CompletableFuture<String>> ends = new ArrayList<>();
        for (Comm comm : comms) {
            ends.add(background(comm::start).handle((nothing, e) -> e == null ? null : message(e)));
        }
        List<String> messages = new ArrayList<>();
        for (CompletableFuture<String> end : ends) {
            messages.add(end.get(20, TimeUnit.SECONDS));
        }
        return messages;
    }

    private static String message(Throwable e) {
        Throwable cause = e instanceof CompletionException ? e.getCause() : e;
        assertThat(cause).isInstanceOf(CommException.class);
        return cause.getMessage();
    }

    @Test
    void ranksOfOneAuthorityJoin() throws Exception {
        assertThat(started(3, rank -> issued(lab, "rank" + rank))).containsOnlyNulls();

        comms.get(2).send(0, ByteBuffer.wrap(new byte[] {42}));
        assertThat(comms.get(0).receive(2).payload().get(0)).isEqualTo((byte) 42);
    }

    @Test
    void keysMayBeOfAnyKind() throws Exception {
        assertThat(started(3, rank -> issued(lab, "rank" + rank, rank == 1 ? "EC" : "RSA")))
                .containsOnlyNulls();
    }

    /** The rank that connects refuses the certificate of the other one. */
    @Test
    void aRankOfAnotherAuthorityIsNamed() throws Exception {
        TestAuthority elsewhere = TestAuthority.of("elsewhere");

        List<String> ends = started(2, rank -> issued(rank == 0 ? elsewhere : lab, "rank" + rank));

        assertThat(ends.get(1))
                .contains("rank 0 at ")
                .contains("shows a certificate that this rank does not accept: certificate of 'CN=rank0', issued by"
                        + " 'CN=elsewhere', comes from no authority in ")
                .endsWith("lab-authority.pem");
        assertThat(ends.get(0)).isNotNull();
    }

    /** The rank that connects knows both authorities; the other one tells it in the words of TLS. */
    @Test
    void aRankThatIsRefusedSaysSo() throws Exception {
        TestAuthority elsewhere = TestAuthority.of("elsewhere");
        CertificateFiles one = issued(elsewhere, "rank1");
        CertificateFiles zero = issued(lab, "rank0");
        Files.writeString(one.trust(), Files.readString(one.trust()) + Files.readString(zero.trust()));

        List<String> ends = started(2, rank -> rank == 0 ? zero : one);

        assertThat(ends.get(1))
                .contains("rank 0 at ")
                .contains("does not accept the certificate of this rank, 'CN=rank1', issued by 'CN=elsewhere': ")
                .matches("(?is).*(unknown_ca|certificate_unknown).*");
        assertThat(ends.get(0)).isNotNull();
    }

    @Test
    void ranksWithoutACertificateAreRefused() throws Exception {
        List<String> ends = started(2, rank -> rank == 0 ? issued(lab, "rank0") : null);
        assertThat(ends.get(1))
                .contains("does not accept the certificate of this rank, 'CN=jdsm', issued by 'CN=jdsm': ");
        close();

        ends = started(2, rank -> rank == 1 ? issued(lab, "rank1") : null);
        assertThat(ends.get(1)).contains("certificate of 'CN=jdsm', issued by 'CN=jdsm', comes from no authority in ");
    }

    @Test
    void aFileThatCannotBeUsedEndsTheJoin() throws IOException {
        CertificateFiles files = issued(lab, "rank0");
        Files.delete(files.key());
        comms = TcpJobs.openAs(
                1 + 1, settings -> settings.with(Encryption.ALWAYS).with(files));

        assertThatExceptionOfType(CommException.class)
                .isThrownBy(comms.get(0)::start)
                .withMessage("TLS key " + files.key() + " is not there");
    }

    @Test
    void connectionsThatAreNotEncryptedNeedNoFile() {
        CertificateFiles missing =
                new CertificateFiles(Path.of("no-certificate"), Path.of("no-key"), Path.of("no-trust"));
        comms = TcpJobs.openAs(2, settings -> settings.with(Encryption.NEVER).with(missing));
        CompletableFuture<Void> zero = background(comms.get(0)::start);
        comms.get(1).start();
        zero.join();
    }
}
