package jdsm.launcher.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.TimeUnit;
import jdsm.launcher.backend.LaunchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shell takes the place of {@code sbatch}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SubmissionTest {
    private static final Submission SMALL = new Submission(List.of(), List.of("jdsm", "launch"));

    private static String submit(Submission submission, String sbatch) throws LaunchException {
        return submission.submit(List.of("sh", "-c", sbatch));
    }

    @Test
    void theNumberComesWithoutTheClustersName() throws LaunchException {
        assertThat(submit(SMALL, "grep -q \"^exec 'jdsm' 'launch'\" && echo '12;cluster'"))
                .isEqualTo("12");
    }

    @Test
    void aRefusalBeforeTheScriptIsReadIsToldInSlurmsWords() {
        Submission large = new Submission(List.of(), List.of("x".repeat(1 << 20)));
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> submit(large, "echo 'sbatch: error: invalid partition' >&2; exit 1"))
                .withMessage("sbatch: error: invalid partition");
    }

    @Test
    void manyWarningsBlockNothing() throws LaunchException {
        assertThat(submit(SMALL, "head -c 1000000 /dev/zero >&2; cat >/dev/null; echo 13"))
                .isEqualTo("13");
    }
}
