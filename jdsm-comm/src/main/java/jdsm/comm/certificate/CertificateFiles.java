package jdsm.comm.certificate;

import java.nio.file.Path;

/**
 * The files with a rank's own certificate, in PEM (RFC 7468). The paths are those of the rank's host.
 *
 * @param certificate the certificate, and behind it those of authorities between it and one in {@code trust}
 * @param key the private key of the certificate, not encrypted (PKCS #8)
 * @param trust the certificates of the authorities whose certificates are accepted
 */
public record CertificateFiles(Path certificate, Path key, Path trust) {
    /**
     * Reads the files, and checks that they fit each other and are valid today.
     *
     * @throws jdsm.comm.CommException with reason JOIN if not; the message names the file and is one line
     */
    public OwnCertificate read() {
        return OwnCertificate.read(this);
    }
}
