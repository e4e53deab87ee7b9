package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to a unit between a volatile read and a volatile write of it goes along with the volatile write. */
class FlagInRangeIT {
    @ParameterizedTest
    @ValueSource(strings = {"auto", "lazy-release", "write-invalidate", "write-update"})
    void whatIsWrittenBeforeAFlagOfTheSameUnitIsSeen(String consistency) throws IOException {
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", "2", "--consistency", consistency, "jdsm.examples.programs.FlagInRange", "6000")) {
            assertThat(job.end().ok().out()).containsExactly("[1] FlagInRange OK");
        }
    }
}
