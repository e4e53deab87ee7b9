package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class RankCertificateTest {
    @Test
    void theJdkReadsItAndItIsSignedByItsOwnKey() throws GeneralSecurityException {
        X509Certificate certificate = RankCertificate.create().certificate();

        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=jdsm");
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EC");
    }

    @Test
    void eachRankHasItsOwn() {
        assertThat(RankCertificate.create().certificate().getPublicKey())
                .isNotEqualTo(RankCertificate.create().certificate().getPublicKey());
    }
}
