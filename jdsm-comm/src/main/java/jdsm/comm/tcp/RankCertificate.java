package jdsm.comm.tcp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * A key pair that a rank has made for itself, and the self-signed certificate (RFC 5280) that TLS needs to carry its
 * public key. The certificate says nothing: that its owner is a rank of the job is proved by the join handshake, which
 * covers the certificate. Always of one form, so that a few lines of DER (X.690) do; the JDK has no public way to make
 * one, and a library for it would multiply the size of the agent's jar.
 *
 * @param key on the curve P-256
 */
record RankCertificate(PrivateKey key, X509Certificate certificate) {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION_TAG = 0xa0;

    private static final byte[] VERSION_3 = {2};
    private static final byte[] SERIAL = {1};
    /** 1.2.840.10045.4.3.2. */
    private static final byte[] ECDSA_WITH_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    /** 2.5.4.3. */
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};
    /** No clock has to be right: nobody looks at the time. */
    private static final String BEGIN = "000101000000Z";
    /** The end of a certificate without an end (RFC 5280, section 4.1.2.5). */
    private static final String END = "99991231235959Z";

    /** Makes a new one. */
    static RankCertificate create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] body = body(pair.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(body);
            byte[] certificate = value(SEQUENCE, body, algorithm(), value(BIT_STRING, new byte[1], signature.sign()));
            return new RankCertificate(pair.getPrivate(), (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no elliptic curves, which encrypted connections need", e);
        }
    }

    /** The signed part: version, serial number, algorithm, issuer, validity, subject, and the public key's own encoding. */
    private static byte[] body(byte[] publicKey) {
        byte[] validity = value(SEQUENCE, text(UTC_TIME, BEGIN), text(GENERALIZED_TIME, END));
        return value(
                SEQUENCE,
                value(VERSION_TAG, value(INTEGER, VERSION_3)),
                value(INTEGER, SERIAL),
                algorithm(),
                name(),
                validity,
                name(),
                publicKey);
    }

    private static byte[] algorithm() {
        return value(SEQUENCE, value(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
    }

    private static byte[] name() {
        byte[] commonName = value(SEQUENCE, value(OBJECT_IDENTIFIER, COMMON_NAME), text(UTF8_STRING, "jdsm"));
        return value(SEQUENCE, value(SET, commonName));
    }

    private static byte[] text(int tag, String text) {
        return value(tag, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A value of up to 65,535 bytes: tag, length, and the parts one behind the other. */
    private static byte[] value(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
        out.write(tag);
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >>> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
