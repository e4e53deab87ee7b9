package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Memory servers on two other hosts, which {@code jdsm memory} starts by the system's own ssh. */
@Tag("once")
@Commands(
        value = {"ssh", "sshd", "ssh-keygen", "ip", "unshare"},
        root = true)
@Execution(ExecutionMode.SAME_THREAD) // each test looks at all processes of the hosts
class MemoryHostsIT {
    private static final Duration NOTICE = Duration.ofSeconds(30);
    private static final String PASSES = "jdsm.examples.programs.RemotePasses";
    private static final String LENGTH = "262144";

    @TempDir
    private static Path folder;

    private static TwoHosts hosts;

    @BeforeAll
    static void begin() throws IOException {
        hosts = Surroundings.made("two hosts of network namespaces", () -> new TwoHosts(folder, "m"));
    }

    @AfterAll
    static void end() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    @AfterEach
    void nobodyIsLeft() {
        await().atMost(NOTICE).until(() -> hosts.processes().isEmpty());
    }

    private static JdsmProcess memory(List<String> lines, String... more) throws IOException {
        Path file = Files.createTempFile(folder, "hosts", "");
        Files.write(file, lines);
        List<String> args =
                new ArrayList<>(List.of("--hostfile", file.toString(), "--ssh", hosts.ssh(), "--page-size", "16k"));
        args.addAll(List.of(more));
        return JdsmProcess.memory(Map.of(), args.toArray(String[]::new));
    }

    private static List<ProcessHandle> servers() {
        return hosts.processes().stream()
                .filter(each -> each.info().commandLine().orElse("").contains("ServerMain"))
                .toList();
    }

    @Test
    void aProgramHasTheMemoryOfTwoOtherHosts() throws IOException {
        List<String> lines = List.of("localhost 1", "alpha 1", "beta 1", "localhost 1", "beta 1");
        try (JdsmProcess process = memory(lines, "--stats", "RemoteStream", "-n", "140000", "--reps", "2")) {
            Outcome outcome = process.end();
            assertThat(outcome.status()).as("%s", outcome).isZero();
            assertThat(outcome.out()).last().asString().endsWith(" OK");
            assertThat(outcome.err())
                    .hasSize(3)
                    .allMatch(line -> line.matches(".*pages in [1-9].*, pages out [1-9].*"));
        }
    }

    @Test
    void theServersEndWithAKilledLauncher() throws IOException {
        String never = folder.resolve("never").toString();
        try (JdsmProcess process = memory(List.of("localhost 1", "alpha 2", "beta 2"), PASSES, never, LENGTH)) {
            process.awaitLine("first pass");
            assertThat(servers()).hasSize(2);
            JdsmProcess.signal("KILL", process.handle());
            nobodyIsLeft();
        }
    }

    @Test
    void aProgramEndsWithTheNameOfTheHostWhoseServerIsLost() throws IOException {
        String never = folder.resolve("never").toString();
        try (JdsmProcess process = memory(List.of("localhost 1", "alpha 1", "beta 2"), PASSES, never, LENGTH)) {
            process.awaitLine("first pass");
            servers().stream()
                    .filter(each -> each.info().commandLine().orElse("").contains("ServerMain 2 "))
                    .forEach(each -> JdsmProcess.signal("KILL", each));
            Outcome outcome = process.end();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err()).singleElement().asString().startsWith("jdsm: memory server beta is lost: ");
        }
    }

    @Test
    void theSecretIsOnNoCommandLine() throws IOException {
        Path until = folder.resolve("until");
        try (JdsmProcess process = memory(List.of("localhost 1", "alpha 3"), PASSES, until.toString(), LENGTH)) {
            process.awaitLine("first pass");
            assertThat(hosts.processes())
                    .isNotEmpty()
                    .allMatch(each -> !each.info().commandLine().orElse("").matches(".*[0-9a-f]{32}.*"));
            Files.createFile(until);
            assertThat(process.end().ok().out()).last().isEqualTo("all passes OK");
        }
    }

    @Test
    void hostsThatAreNotFitAreOneLine() throws IOException {
        assertFails(
                "host beta: its memory of \\d+ MB is too small for 99999999 MB",
                List.of("localhost 1", "alpha 1", "beta 99999999"));
        assertFails("host nowhere.invalid: ssh: .*", List.of("localhost 1", "alpha 1", "nowhere.invalid 1"));
        assertFails(
                "--comm shm is for servers of this host; host file .* has alpha",
                List.of("localhost 1", "alpha 1"),
                "--comm",
                "shm");
    }

    private static void assertFails(String line, List<String> lines, String... options) throws IOException {
        List<String> args = new ArrayList<>(List.of(options));
        args.add("Test0");
        try (JdsmProcess process = memory(lines, args.toArray(String[]::new))) {
            Outcome outcome = process.end();
            assertThat(outcome.err()).singleElement().asString().matches("jdsm: " + line);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.status()).isEqualTo(2);
        }
    }
}
