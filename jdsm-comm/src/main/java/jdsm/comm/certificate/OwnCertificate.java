package jdsm.comm.certificate;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.X509TrustManager;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/**
 * A certificate of the user's authority for this rank, with its key, and the check of those of other ranks.
 *
 * @param key the key of the first certificate, of kind EC or RSA
 * @param chain the rank's certificate, and behind it those of authorities between it and a trusted one
 * @param trust accepts certificates of the trusted authorities that are valid today. The message of a refusal says why
 */
public record OwnCertificate(PrivateKey key, List<X509Certificate> chain, X509TrustManager trust) {
    private static final String UNKNOWN = "UNKNOWN";

    public OwnCertificate {
        chain = List.copyOf(chain);
    }

    static OwnCertificate read(CertificateFiles files) {
        try {
            Pem pem = new Pem("TLS certificate", files.certificate());
            List<X509Certificate> chain = certificates(pem);
            String invalid = Authorities.invalidity(chain.get(0));
            if (invalid != null) {
                throw pem.unfit(invalid);
            }
            PrivateKey key = KeyFile.read(files.key(), chain.get(0).getPublicKey(), files.certificate());
            Authorities trust = authorities(files.trust());
            requireAccepted(pem, chain, trust);
            return new OwnCertificate(key, chain, trust);
        } catch (UnfitFileException e) {
            throw new CommException(Reason.JOIN, -1, e.getMessage(), e);
        }
    }

    private static Authorities authorities(Path file) throws UnfitFileException {
        Pem pem = new Pem("TLS trust", file);
        try {
            List<X509Certificate> all = certificates(pem);
            List<X509Certificate> valid = all.stream()
                    .filter(each -> Authorities.invalidity(each) == null)
                    .toList();
            if (valid.isEmpty()) {
                throw pem.unfit("has no authority that is valid today: the " + Authorities.name(all.get(0)) + " "
                        + Authorities.invalidity(all.get(0)));
            }
            return new Authorities(valid, file.toString());
        } catch (CertificateException e) {
            throw pem.unfit("cannot be used: " + e.getMessage());
        }
    }

    private static List<X509Certificate> certificates(Pem pem) throws UnfitFileException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (byte[] each : pem.all(Pem.CERTIFICATE, labels -> "")) {
            try {
                certificates.add((X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(each)));
            } catch (CertificateException e) {
                throw pem.unfit("has a certificate that cannot be read: " + e.getMessage());
            }
        }
        return certificates;
    }

    /** Each rank is on both sides of connections. What this one refuses, the others will. */
    private static void requireAccepted(Pem pem, List<X509Certificate> chain, Authorities trust)
            throws UnfitFileException {
        X509Certificate[] all = chain.toArray(X509Certificate[]::new);
        try {
            trust.checkServerTrusted(all, UNKNOWN);
            trust.checkClientTrusted(all, UNKNOWN);
        } catch (CertificateException e) {
            throw pem.unfit("cannot be used: " + e.getMessage());
        }
    }

    /** The names of a certificate's subject and issuer, for messages. */
    public static String namesOf(X509Certificate certificate) {
        return "'" + certificate.getSubjectX500Principal().getName() + "', issued by '"
                + certificate.getIssuerX500Principal().getName() + "'";
    }

    /** Without the key. */
    @Override
    public String toString() {
        return Authorities.name(chain.get(0)) + " with its key";
    }
}
