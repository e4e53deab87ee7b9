package jdsm.launcher.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes, but stand-ins for ranks. */
@Timeout(60)
class LocalBackendIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void linesOfAllRanksGetTheirPrefixAndTheJobsOwnDoNot() throws LaunchException {
        int status = run(ranks(3), "green", "1:err oops", "2:out \u001eresult", "0:part last");

        assertThat(status).isZero();
        assertThat(lines(out)).containsExactlyInAnyOrder("[0] grün", "[1] grün", "[2] grün", "result", "[0] last");
        assertThat(lines(err)).containsExactly("[1] oops");
    }

    @Test
    void eachRankFindsItselfInItsEnvironmentAndAllButTheFirstAnEmptyInput() throws LaunchException {
        int status = run(ranks(2), "env JDSM_RANK", "env JDSM_RANKS", "env JDSM_RENDEZVOUS", "1:stdin");

        assertThat(status).isZero();
        assertThat(lines(out))
                .containsExactlyInAnyOrder(
                        "[0] JDSM_RANK=0",
                        "[0] JDSM_RANKS=2",
                        "[0] JDSM_RENDEZVOUS=127.0.0.1:1",
                        "[1] JDSM_RANK=1",
                        "[1] JDSM_RANKS=2",
                        "[1] JDSM_RENDEZVOUS=127.0.0.1:1",
                        "[1] stdin ");
    }

    @Test
    void aRankThatEndsWithAStatusEndsTheJobWithIt() throws LaunchException {
        int status = run(ranks(3), "2:err my last words", "2:exit 3", "exit 70");

        assertThat(status).isEqualTo(3);
        assertThat(lines(err)).containsExactly("[2] my last words", "jdsm: rank 2 ended with exit status 3");
    }

    @Test
    void aKilledRankEndsTheJobAndThoseThatDoNotEndByThemselves() throws LaunchException {
        int status = run(ranks(2), "1:killed", "hang");

        assertThat(status).isEqualTo(1);
        assertThat(lines(err)).containsExactly("jdsm: rank 1 was killed by signal 9 (SIGKILL), exit status 137");
    }

    @Test
    void aRankThatFailsAtOnceStopsTheStartOfTheOthers(@TempDir Path directory) throws Exception {
        Path java = Files.writeString(
                directory.resolve("java"),
                "#!/bin/sh\nif [ $JDSM_RANK = 0 ]; then exit 3; fi\n: > " + directory
                        + "/rank-$JDSM_RANK\nexec sleep 30\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        int ranks = 500;
        LocalBackend backend = new LocalBackend(StandInJob.MAIN_CLASSES, new Console(out, err), StandInJob.met());

        int status = backend.run(StandInJob.spec(java, ranks(ranks))).status();

        assertThat(status).isEqualTo(3);
        assertThat(lines(err)).contains("jdsm: rank 0 ended with exit status 3");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("rank-")))
                    .hasSizeLessThan(ranks / 2);
        }
    }

    @Test
    void theTimeLimitEndsWhoDoesNotEndByItself() throws LaunchException {
        Map<String, List<String>> options = Map.of("ranks", List.of("2"), "timeout", List.of("0.1"));

        int status = run(options, "1:exit 0", "hang");

        assertThat(status).isEqualTo(124);
        assertThat(lines(err)).containsExactly("jdsm: the job's time limit of 0.1 s is over");
    }

    @Test
    void aRankThatEndsBeforeAllHaveMetHasFailed() throws LaunchException {
        LocalBackend backend =
                new LocalBackend(StandInJob.MAIN_CLASSES, new Console(out, err), StandInJob.rendezvous(false));

        int status =
                backend.run(StandInJob.spec(ranks(2), "0:exit 0", "exit 70")).status();

        assertThat(status).isEqualTo(1);
        assertThat(lines(err)).containsExactly("jdsm: rank 0 ended with exit status 0 before all ranks had met");
    }

    @Test
    void aRendezvousThatCannotListen() {
        LocalBackend backend =
                new LocalBackend(StandInJob.MAIN_CLASSES, new Console(out, err), (ranks, jobId, secret, console) -> {
                    throw new IOException("no port");
                });

        assertThatThrownBy(() -> backend.run(StandInJob.spec(ranks(2), "exit 0")))
                .isInstanceOf(LaunchException.class)
                .hasMessage("the rendezvous of the ranks cannot listen on the loopback address: no port");
    }

    @Test
    void ranksThatCannotBeStarted() throws LaunchException {
        LocalBackend backend = new LocalBackend(StandInJob.MAIN_CLASSES, new Console(out, err), StandInJob.met());

        int status = backend.run(StandInJob.spec(Path.of("/no/such/java"), ranks(2), "exit 0"))
                .status();

        assertThat(status).isEqualTo(1);
        assertThat(lines(err)).hasSize(1).first().asString().startsWith("jdsm: rank 0 cannot be started: ");
    }

    @Test
    void theJobEndsWhenNobodyReadsItsOutput(@TempDir Path folder) throws LaunchException {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        LocalBackend backend = new LocalBackend(StandInJob.MAIN_CLASSES, new Console(closed, err), StandInJob.met());

        // A JVM of Java 25 that is ended before it has begun says that it cannot log that: rank 1 has begun.
        String begun = folder.resolve("begun").toString();
        int status = backend.run(StandInJob.spec(ranks(2), "1:make " + begun, "0:await " + begun, "0:out x", "hang"))
                .status();

        assertThat(status).isEqualTo(1);
        assertThat(lines(err)).containsExactly("jdsm: standard output cannot be written: Broken pipe");
    }

    @Test
    void inprocIsOneProcess() throws LaunchException {
        Map<String, List<String>> options = Map.of("ranks", List.of("3"), "comm", List.of("inproc"));

        int status = run(options, "env JDSM_RANKS", "env JDSM_RANK", "out \u001eresult", "exit 5");

        assertThat(status).isEqualTo(5);
        assertThat(lines(out)).containsExactly("JDSM_RANKS=3", "JDSM_RANK=null", "result");
        assertThat(lines(err)).containsExactly("jdsm: the job's process ended with exit status 5");
    }

    /** Whoever starts next over another transport would leave them in memory else. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "inproc", "auto"})
    void theFilesOfRanksThatWereKilledGoWithTheNextJobOverWhateverTransport(String comm, @TempDir Path base)
            throws IOException, LaunchException {
        Path killed = Files.createDirectory(
                base.resolve("jdsm-0123456789abcdef"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createFile(killed.resolve("0.lock"));
        Files.createFile(killed.resolve("0.rings"));
        String before = System.setProperty("jdsm.shm.dir", base.toString());
        try {
            run(Map.of("ranks", List.of("2"), "comm", List.of(comm)), "exit 0");
        } finally {
            if (before == null) {
                System.clearProperty("jdsm.shm.dir");
            } else {
                System.setProperty("jdsm.shm.dir", before);
            }
        }

        assertThat(base).isEmptyDirectory();
    }

    private int run(Map<String, List<String>> options, String... steps) throws LaunchException {
        return new LocalBackend(StandInJob.MAIN_CLASSES, new Console(out, err), StandInJob.met())
                .run(StandInJob.spec(options, steps))
                .status();
    }

    private static Map<String, List<String>> ranks(int ranks) {
        return Map.of("ranks", List.of(Integer.toString(ranks)));
    }

    private static List<String> lines(ByteArrayOutputStream stream) {
        return stream.toString(UTF_8).lines().toList();
    }
}
