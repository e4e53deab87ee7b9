package jdsm.comm.certificate;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Accepts certificates that one of some authorities has issued, directly or through others (RFC 5280, section 6), and
 * that are valid today. Names are not compared: ranks come and go on any host. Revocation is not looked up. Thread-safe.
 */
final class Authorities implements X509TrustManager {
    /** A check of the JDK. */
    private interface Check {
        void run() throws CertificateException;
    }

    private final X509TrustManager jdk;
    private final String file;

    /** @param file the name of the file that they are from, for messages */
    Authorities(List<X509Certificate> authorities, String file) throws CertificateException {
        this.file = file;
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (X509Certificate authority : authorities) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            jdk = (X509TrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw new CertificateException(e.getMessage(), e);
        }
    }

    /** Returns why a certificate is not valid today, to follow its name in a sentence; null if it is valid. */
    static String invalidity(X509Certificate certificate) {
        try {
            certificate.checkValidity();
            return null;
        } catch (CertificateExpiredException e) {
            return "has expired: it was valid until "
                    + certificate.getNotAfter().toInstant();
        } catch (CertificateNotYetValidException e) {
            return "is not valid yet: it will be from "
                    + certificate.getNotBefore().toInstant() + " on; look at the clock of this host";
        }
    }

    /** Says whose certificate it is, and who has issued it. */
    static String name(X509Certificate certificate) {
        return "certificate of " + OwnCertificate.namesOf(certificate) + ",";
    }

    private void check(X509Certificate[] chain, Check check) throws CertificateException {
        // The kinds of these two tell TLS how to tell the other side.
        try {
            chain[0].checkValidity();
        } catch (CertificateExpiredException e) {
            throw new CertificateExpiredException(name(chain[0]) + " " + invalidity(chain[0]));
        } catch (CertificateNotYetValidException e) {
            throw new CertificateNotYetValidException(name(chain[0]) + " " + invalidity(chain[0]));
        }
        try {
            check.run();
        } catch (CertificateException e) {
            throw new CertificateException(
                    name(chain[0]) + " "
                            + (isOfOthers(e) ? "comes from no authority in " + file : "is refused: " + e.getMessage()),
                    e);
        }
    }

    private static boolean isOfOthers(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof CertPathBuilderException
                    || e instanceof CertPathValidatorException path && path.getReason() == PKIXReason.NO_TRUST_ANCHOR) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> jdk.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> jdk.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return jdk.getAcceptedIssuers();
    }
}
