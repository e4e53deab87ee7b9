package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that find no room for their shared memory. Every file of theirs may be so long only, as if the file systems were full. */
@Tag("once")
class LittleRoomIT {
    private static Outcome run(int kib, String... args) {
        List<String> limited = List.of("bash", "-c", "ulimit -f " + kib + " && exec \"$@\"", "bash");
        try (JdsmProcess job = JdsmProcess.launchWovenBy(limited, args)) {
            return job.end();
        }
    }

    /** Rings of the usual size take 2 or 4 MiB, and pages for what ranks fetch 1 MiB. */
    @ParameterizedTest
    @CsvSource({"2, 300, LU -n 256", "4, 900, SOR -n 400 -i 4"})
    void whatHasNoRoomIsNotPutThere(int ranks, int kib, String program) {
        String[] args = ("--ranks " + ranks + " --comm shm " + program).split(" ");

        Outcome outcome = run(kib, args).ok();

        assertThat(outcome.out()).last().asString().contains("comm=shm").endsWith(" OK");
    }

    @Test
    void mixedUsesTcpWhereRingsHaveNoRoom() {
        Outcome outcome = run(20, "--ranks", "2", "--comm", "mixed", "SOR", "-n", "200", "-i", "4");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.err())
                .hasSize(2)
                .allMatch(line ->
                        line.contains("has no shared memory: ") && line.endsWith("; it reaches all ranks by TCP"));
        assertThat(outcome.out()).last().asString().endsWith(" OK");
    }

    @Test
    void shmSaysInOneLineWhatToUseInstead() {
        Outcome outcome = run(20, "--ranks", "2", "--comm", "shm", "SOR", "-n", "200");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("cannot share memory: ") && line.endsWith("; use --comm mixed or tcp"))
                .noneMatch(line -> line.contains("\tat "));
    }
}
