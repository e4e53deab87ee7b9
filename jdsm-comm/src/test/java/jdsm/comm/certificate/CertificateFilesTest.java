package jdsm.comm.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;
import jdsm.comm.CommException;
import jdsm.comm.certificate.TestAuthority.Validity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFilesTest {
    @TempDir
    Path directory;

    private TestAuthority authority;
    private CertificateFiles files;

    @BeforeEach
    void issue() throws GeneralSecurityException, IOException {
        authority = TestAuthority.of("lab");
        files = authority.issue(directory, "rank");
    }

    private static void refused(CertificateFiles files, String message) {
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(files::read)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN))
                .satisfies(e -> assertThat(e.getMessage()).isEqualTo(message));
    }

    /** The files, with another one in place of the key. */
    private CertificateFiles withKey(Path key) {
        return new CertificateFiles(files.certificate(), key, files.trust());
    }

    private Path file(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void whatFitsIsRead(String kind) throws GeneralSecurityException, IOException {
        OwnCertificate own =
                authority.issue(directory, "other", kind, Validity.NOW).read();

        assertThat(own.key().getAlgorithm()).isEqualTo(kind);
        assertThat(own.chain())
                .singleElement()
                .satisfies(certificate -> assertThat(
                                certificate.getSubjectX500Principal().getName())
                        .isEqualTo("CN=other"));
        assertThat(own.trust().getAcceptedIssuers()).hasSize(1);
    }

    @Test
    void anAuthorityBetweenStandsBehindTheCertificate() throws GeneralSecurityException, IOException {
        TestAuthority between = authority.below("group");
        CertificateFiles issued = between.issue(directory, "member");
        CertificateFiles alone = new CertificateFiles(issued.certificate(), issued.key(), files.trust());
        refused(
                alone,
                "TLS certificate " + issued.certificate()
                        + " cannot be used: certificate of 'CN=member', issued by 'CN=group', comes from no authority in "
                        + files.trust());

        Files.writeString(issued.certificate(), Files.readString(issued.certificate()) + between.pem());

        assertThat(alone.read().chain()).hasSize(2);
    }

    @Test
    void aFileThatIsNotThere() {
        Path missing = directory.resolve("missing");
        refused(
                new CertificateFiles(missing, files.key(), files.trust()),
                "TLS certificate " + missing + " is not there");
        refused(withKey(missing), "TLS key " + missing + " is not there");
        refused(
                new CertificateFiles(files.certificate(), files.key(), missing),
                "TLS trust " + missing + " is not there");
        refused(withKey(directory), "TLS key " + directory + " cannot be read: Is a directory");
    }

    @Test
    void aKeyThatOthersCanRead() throws IOException {
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw----r--"));
        refused(
                files,
                "TLS key " + files.key() + " has mode rw----r--, so that other users can use it: chmod 600 "
                        + files.key());
    }

    /** A Kubernetes secret is one of root, whose group can read it. */
    @Test
    void onlyAKeyOfRootMayBeReadableByItsGroup() throws IOException {
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r-----"));
        if (Files.getOwner(files.key()).getName().equals("root")) {
            assertThat(files.read().chain()).hasSize(1);
        } else {
            refused(
                    files,
                    "TLS key " + files.key() + " has mode rw-r-----, so that other users can use it: chmod 600 "
                            + files.key());
        }
    }

    @Test
    void aCurveThatNotAllOfTlsHas() throws GeneralSecurityException, IOException {
        CertificateFiles wide = authority.issue(directory, "long", "EC521", Validity.NOW);
        refused(
                wide,
                "TLS certificate " + wide.certificate() + " has a key on a curve of 521 bits; use P-256 or P-384");
        assertThat(authority
                        .issue(directory, "middle", "EC384", Validity.NOW)
                        .read()
                        .chain())
                .hasSize(1);
    }

    @Test
    void anAuthorityThatHasExpired() throws GeneralSecurityException, IOException {
        CertificateFiles old = TestAuthority.of("old", Validity.PAST).issue(directory, "late");
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(old::read)
                .withMessageStartingWith("TLS trust " + old.trust()
                        + " has no authority that is valid today: the certificate of 'CN=old', issued by 'CN=old', has"
                        + " expired: it was valid until ");
    }

    @Test
    void theKeyIsInNoText() {
        assertThat(files.read()).hasToString("certificate of 'CN=rank', issued by 'CN=lab', with its key");
    }

    @Test
    void aLinkToAKeyIsFollowed() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), files.key());
        assertThat(withKey(link).read().chain()).hasSize(1);
    }

    @Test
    void aKeyOfAnotherCertificate() throws GeneralSecurityException, IOException {
        Path other = authority.issue(directory, "other").key();
        refused(withKey(other), "TLS key " + other + " is not the key of certificate " + files.certificate());
        Path rsa = authority.issue(directory, "rsa", "RSA", Validity.NOW).key();
        refused(withKey(rsa), "TLS key " + rsa + " has no EC key, as certificate " + files.certificate() + " needs");
    }

    @Test
    void aCertificateOfAnotherTime() throws GeneralSecurityException, IOException {
        CertificateFiles past = authority.issue(directory, "past", "EC", Validity.PAST);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(past::read)
                .withMessageMatching("TLS certificate " + past.certificate()
                        + " has expired: it was valid until \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        CertificateFiles future = authority.issue(directory, "future", "EC", Validity.FUTURE);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(future::read)
                .withMessageMatching("TLS certificate " + future.certificate()
                        + " is not valid yet: it will be from \\S+ on; look at the clock of this host");
    }

    /** Its own host may have another clock. */
    @ParameterizedTest
    @EnumSource(names = "NOW", mode = EnumSource.Mode.EXCLUDE)
    void aPeersCertificateOfAnotherTime(Validity validity) throws GeneralSecurityException, IOException {
        Path file = authority.issue(directory, "peer", "EC", validity).certificate();
        X509Certificate[] peer = {
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(Files.newInputStream(file))
        };
        X509TrustManager trust = files.read().trust();

        assertThatExceptionOfType(
                        validity == Validity.PAST
                                ? CertificateExpiredException.class
                                : CertificateNotYetValidException.class)
                .isThrownBy(() -> trust.checkServerTrusted(peer, "UNKNOWN"))
                .withMessageStartingWith("certificate of 'CN=peer', issued by 'CN=lab', "
                        + (validity == Validity.PAST ? "has expired: " : "is not valid yet: "));
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> trust.checkClientTrusted(peer, "UNKNOWN"));
    }

    @Test
    void aCertificateOfAnotherAuthority() throws GeneralSecurityException, IOException {
        CertificateFiles other = TestAuthority.of("elsewhere").issue(directory, "other");
        refused(
                new CertificateFiles(files.certificate(), files.key(), other.trust()),
                "TLS certificate " + files.certificate()
                        + " cannot be used: certificate of 'CN=rank', issued by 'CN=lab', comes from no authority in "
                        + other.trust());
    }

    @Test
    void filesOfAnotherKind() throws IOException {
        refused(
                new CertificateFiles(files.key(), files.key(), files.trust()),
                "TLS certificate " + files.key() + " has no CERTIFICATE, but a block PRIVATE KEY");
        Path text = file("text", "no key\n");
        refused(withKey(text), "TLS key " + text + " is no PEM: it has no line that begins with -----BEGIN");
        Path old = file("old", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        refused(
                withKey(old),
                "TLS key " + old + " has no PRIVATE KEY, but a block EC PRIVATE KEY; write it in the form PKCS #8"
                        + " without a password: openssl pkcs8 -topk8 -nocrypt -in " + old);
        Path request =
                file("request", "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n");
        refused(withKey(request), "TLS key " + request + " has no PRIVATE KEY, but a block CERTIFICATE REQUEST");
        Path broken = file("broken", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(new CertificateFiles(broken, files.key(), files.trust())::read)
                .withMessageStartingWith("TLS certificate " + broken + " has a certificate that cannot be read: ");
    }
}
