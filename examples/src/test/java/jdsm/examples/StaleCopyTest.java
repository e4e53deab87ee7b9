package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks with old copies of long arrays get what was written since, and see what plain threads would. */
@Tag("once")
class StaleCopyTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "-p 2 --comm shm, true",
        "-p 3 --comm shm --free-after 64k, true",
        "-p 2 -t 2 --comm tcp --free-after 16k, true",
        "-p 2 --comm shm --consistency auto --free-after 0, false",
        "-p 3 --comm tcp --consistency auto, false",
        "-p 2 --comm shm --consistency write-invalidate, false",
        "-p 2 --comm tcp --consistency write-update, false"
    })
    void elementsAreSeenAsTheyWereWritten(String options, boolean always) throws IOException {
        Path file = directory.resolve("stats.json");
        Outcome outcome = WovenRun.run(options + " --stats " + file + " jdsm.examples.programs.SharedSlots 3 60");

        assertThat(outcome.ok().out()).containsExactly("SharedSlots OK");
        Map<String, Object> total = Statistics.total(file);
        if (always) { // under auto what was written may come without a request
            assertThat((long) total.get("changesFetched")).isPositive();
        }
    }
}
