package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jdsm.comm.Comm;
import jdsm.comm.CommException;
import org.junit.jupiter.api.Test;

@NeedsUcx
class UcxEncryptionTest {
    @Test
    void aRankThatIsToEncryptIsRefused() {
        try (Comm comm = UcxJobs.openEncrypted()) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(comm::start)
                    .withMessageContaining("transport ucx does not encrypt")
                    .withMessageContaining("--insecure");
        }
    }
}
