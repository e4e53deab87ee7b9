package jdsm.comm.certificate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** An authority that issues certificates for tests, and writes them to files in PEM. */
public final class TestAuthority {
    /** 1.2.840.10045.4.3.2: ECDSA with SHA-256. */
    private static final byte[] ALGORITHM =
            value(0x30, value(0x06, new byte[] {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02}));

    /** Basic constraints (2.5.29.19), critical: this is an authority. */
    private static final byte[] IS_AUTHORITY = value(
            0xa3,
            value(
                    0x30,
                    value(
                            0x30,
                            value(0x06, new byte[] {0x55, 0x1d, 0x13}),
                            value(0x01, new byte[] {-1}),
                            value(0x04, value(0x30, value(0x01, new byte[] {-1}))))));

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private final String name;
    private final KeyPair pair;
    private final X509Certificate certificate;

    private TestAuthority(String name, KeyPair pair, X509Certificate certificate) {
        this.name = name;
        this.pair = pair;
        this.certificate = certificate;
    }

    /** Makes an authority that trusts itself. */
    public static TestAuthority of(String name) throws GeneralSecurityException {
        return of(name, Validity.NOW);
    }

    static TestAuthority of(String name, Validity validity) throws GeneralSecurityException {
        KeyPair pair = pair("EC");
        return new TestAuthority(name, pair, signed(name, pair, name, pair, validity, true));
    }

    /** Makes an authority that this one vouches for. */
    TestAuthority below(String other) throws GeneralSecurityException {
        KeyPair pairOfOther = pair("EC");
        return new TestAuthority(other, pairOfOther, signed(other, pairOfOther, name, pair, Validity.NOW, true));
    }

    /** When a certificate is valid. */
    enum Validity {
        PAST(-20, -10),
        NOW(-1, 10),
        FUTURE(10, 20);

        private final Instant from;
        private final Instant until;

        Validity(int fromDays, int untilDays) {
            from = Instant.now().plus(Duration.ofDays(fromDays));
            until = Instant.now().plus(Duration.ofDays(untilDays));
        }
    }

    /** Issues a certificate that is valid today, and writes it, its key and this authority to a directory. */
    public CertificateFiles issue(Path directory, String subject) throws GeneralSecurityException, IOException {
        return issue(directory, subject, "EC");
    }

    /** @param kind the kind of the key, EC or RSA */
    public CertificateFiles issue(Path directory, String subject, String kind)
            throws GeneralSecurityException, IOException {
        return issue(directory, subject, kind, Validity.NOW);
    }

    /** Issues a certificate that is valid at a time. */
    CertificateFiles issue(Path directory, String subject, String kind, Validity validity)
            throws GeneralSecurityException, IOException {
        KeyPair own = pair(kind);
        CertificateFiles files = new CertificateFiles(
                directory.resolve(subject + ".pem"),
                directory.resolve(subject + ".key"),
                directory.resolve(name + "-authority.pem"));
        Files.writeString(files.certificate(), pem(signed(subject, own, name, pair, validity, false)));
        Files.writeString(files.key(), pem("PRIVATE KEY", own.getPrivate().getEncoded()));
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(files.trust(), pem(certificate));
        return files;
    }

    /** This authority's own certificate in PEM. */
    String pem() throws GeneralSecurityException {
        return pem(certificate);
    }

    private static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    private static String pem(String label, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    /** @param kind EC, RSA, or EC with another length of the key, such as EC521 */
    private static KeyPair pair(String kind) throws GeneralSecurityException {
        boolean isCurve = kind.startsWith("EC");
        KeyPairGenerator generator = KeyPairGenerator.getInstance(isCurve ? "EC" : kind);
        generator.initialize(!isCurve ? 2048 : kind.equals("EC") ? 256 : Integer.parseInt(kind.substring(2)));
        return generator.generateKeyPair();
    }

    private static X509Certificate signed(
            String subject, KeyPair own, String issuer, KeyPair by, Validity validity, boolean authority)
            throws GeneralSecurityException {
        byte[] body = value(
                0x30,
                value(0xa0, value(0x02, new byte[] {2})),
                value(0x02, Long.toString(System.nanoTime()).getBytes(StandardCharsets.US_ASCII)),
                ALGORITHM,
                name(issuer),
                value(0x30, time(validity.from), time(validity.until)),
                name(subject),
                own.getPublic().getEncoded(),
                authority ? IS_AUTHORITY : new byte[0]);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(by.getPrivate());
        signature.update(body);
        byte[] whole = value(0x30, body, ALGORITHM, value(0x03, new byte[1], signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] time(Instant time) {
        return value(0x17, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] name(String commonName) {
        byte[] text = value(0x0c, commonName.getBytes(StandardCharsets.UTF_8));
        return value(0x30, value(0x31, value(0x30, value(0x06, new byte[] {0x55, 0x04, 0x03}), text)));
    }

    /** A value in DER (X.690) of up to 65,535 bytes: tag, length, and the parts one behind the other. */
    private static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >>> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
