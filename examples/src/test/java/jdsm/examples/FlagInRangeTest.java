package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to a unit between a volatile read and a volatile write of it goes along with the volatile write. */
class FlagInRangeTest {
    @ParameterizedTest
    @ValueSource(strings = {"auto", "lazy-release", "write-invalidate", "write-update"})
    void whatIsWrittenBeforeAFlagOfTheSameUnitIsSeen(String consistency) {
        Outcome outcome =
                WovenRun.run("-p 2 --consistency " + consistency + " jdsm.examples.programs.FlagInRange 3000");

        assertThat(outcome.ok().out()).containsExactly("FlagInRange OK");
    }
}
