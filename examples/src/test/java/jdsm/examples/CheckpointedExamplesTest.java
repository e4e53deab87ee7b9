package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples go on from a checkpoint, with another number of ranks. They check their results themselves. */
@Tag("once")
class CheckpointedExamplesTest {
    private static final String KEY = " --checkpoint-key " + "0123456789abcdef".repeat(4);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "SOR -n 120 -i 10, 3, 18",
        "KMeans -n 3000 -i 9, 2, 8",
        "NBody --bodies 200 --steps 6, 2, 6",
        "MolDyn --cells 3 --steps 6 --reps 2, 5, 10",
        "MolDyn --cells 3 --steps 9 --forces synchronized, 2, 8"
    })
    void goOn(String program, int every, int index) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        assertThat(WovenRun.run("-p 3 --checkpoint " + directory + " --checkpoint-every " + every + KEY + " " + program)
                        .ok()
                        .out())
                .hasSize(1);

        Outcome outcome = WovenRun.run("-p 2 --restart " + directory + KEY + " " + program);

        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).hasSize(1).allMatch(line -> line.endsWith(" OK"));
        assertThat(outcome.err()).hasSize(1).allMatch(line -> line.endsWith(" with index " + index));
    }
}
