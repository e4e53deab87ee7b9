package jdsm.comm.tcp;

import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.internal.tcnative.CertificateVerifier;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/**
 * Has BoringSSL tell the other side that it comes from an unknown authority (the alert unknown_ca), where it would tell
 * of an internal error. It knows refusals by time itself. Thread-safe.
 */
record ToldRefusals(X509TrustManager trust) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            trust.checkClientTrusted(chain, type);
        } catch (CertificateException e) {
            throw told(e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            trust.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            throw told(e);
        }
    }

    private static CertificateException told(CertificateException e) {
        return e instanceof CertificateExpiredException || e instanceof CertificateNotYetValidException
                ? e
                : new OpenSslCertificateException(
                        e.getMessage(), e, CertificateVerifier.X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
