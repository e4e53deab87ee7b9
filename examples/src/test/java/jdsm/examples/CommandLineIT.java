package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was asked for is wrong: one line, exit status 2, and no rank was started. */
class CommandLineIT {
    private static final String SETTINGS = "jdsm.examples.programs.Settings";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-p|0|LU|--ranks must be at least 1, was 0",
                "--ranks|two|LU|--ranks must be a whole number, was 'two'",
                "-t|-1|LU|--threads must be at least 1, was -1",
                "--comm|carrier-pigeon|LU|unknown transport 'carrier-pigeon'; known: auto, inproc, mixed, mixed-ucx, shm, tcp, ucx",
                "--consistency|none|LU|unknown consistency 'none'; known: auto, lazy-release, strict, write-invalidate, write-update",
                "--bind|socket|LU|unknown binding 'socket'; known: none, core, numa",
                "--fetch-order|sideways|LU|--fetch-order must be one of learnt, breadth, depth, hierarchical, freqread, was 'sideways'",
                "--timeout|0|LU|--timeout must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '0'",
                "--conf|/no/such/file|LU|/no/such/file: no such file",
                "-p|2|jdsm.examples.programs.NoProgram|class jdsm.examples.programs.NoProgram is not an SPMD class: "
                        + "it does not extend jdsm.SPMD"
            })
    void wrongUsage(String option, String value, String program, String message) {
        run(option, value, program).failed(2, "jdsm: " + message);
    }

    @Test
    void unknownClass() {
        Outcome outcome = run("-p", "2", "no.such.Program");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .singleElement()
                .asString()
                .startsWith("jdsm: unknown class 'no.such.Program': it is not on the class path; examples: ")
                .contains("Hello", "LU");
    }

    @Test
    void settingsFileThatIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("jdsm.conf"), "ranks = 2\ncolour = blue\n");

        run("--conf", file.toString(), SETTINGS)
                .failed(
                        2,
                        "jdsm: " + file
                                + ":2: unknown key 'colour'; known: ranks, threads, comm, consistency, device, tls-certificate, tls-key, tls-trust,"
                                + " insecure, trusted-fabric, hosts, bind, cp, jvm-args, timeout, join-timeout, lost-after, free-after, checkpoint, checkpoint-every, restart, restart-number, fetch-order, stats, verbose, debug, prefix, agent,"
                                + " check, profile, sample, include, exclude, local, volatile-elements, heavy, dump, cache, allow-nothing-shared");
    }

    @Test
    void cacheThatOthersMayWrite() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--cache", directory.toString(), SETTINGS)) {
            job.end()
                    .failed(
                            2,
                            "jdsm: --cache must name a directory that nobody but you can change, because classes"
                                    + " are loaded from it, or be 'none': " + directory.toRealPath()
                                    + " may be written by others");
        }
    }

    @Test
    void settingsFileThatIsADirectory() {
        run("--conf", directory.toString(), SETTINGS)
                .failed(2, "jdsm: " + directory + ": cannot be read: Is a directory");
    }

    @Test
    void optionsGoBeforeVariablesGoBeforeTheFile() throws IOException {
        Path file = Files.writeString(directory.resolve("jdsm.conf"), "ranks = 3\nthreads = 3\ncomm = inproc\n");
        try (JdsmProcess job = JdsmProcess.launch(
                Map.of("JDSM_THREADS", "2", "JDSM_RANKS", "5"), "--conf", file.toString(), "-p", "2", SETTINGS)) {
            assertThat(job.end().ok().out()).isEqualTo(List.of("2 ranks, 2 threads, inproc"));
        }
    }

    private static Outcome run(String... args) {
        try (JdsmProcess job = JdsmProcess.launch(args)) {
            return job.end();
        }
    }
}
