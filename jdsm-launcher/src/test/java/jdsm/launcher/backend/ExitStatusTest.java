package jdsm.launcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitStatusTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0   | 0   | ended with exit status 0
            1   | 1   | ended with exit status 1
            125 | 125 | ended with exit status 125
            126 | 1   | ended with exit status 126
            128 | 1   | ended with exit status 128
            137 | 1   | was killed by signal 9 (SIGKILL), exit status 137
            138 | 1   | was killed by signal 10, exit status 138
            143 | 1   | was killed by signal 15 (SIGTERM), exit status 143
            255 | 1   | ended with exit status 255
            """)
    void descriptionAndWhatBecomesOfTheJob(int value, int ofJob, String description) {
        ExitStatus status = new ExitStatus(value);

        assertThat(status.ofJob()).isEqualTo(ofJob);
        assertThat(status.description()).isEqualTo(description);
        assertThat(status.isSuccess()).isEqualTo(value == 0);
    }
}
