package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with remote memory and their servers, as processes. */
@Tag("once")
class RemoteMemoryIT {
    private static final Map<String, String> SECRET = Map.of("JDSM_MEMORY_SECRET", "a secret of this test");
    private static final String PASSES = "jdsm.examples.programs.RemotePasses";
    /** 2 MB of longs: far more than the computing host's memory. */
    private static final String LENGTH = "262144";

    @TempDir
    Path directory;

    private String hosts(String... lines) throws IOException {
        Path file = directory.resolve("hosts");
        Files.write(file, List.of(lines));
        return file.toString();
    }

    private String[] threeServers(String... options) throws IOException {
        String[] common = {
            "--hostfile", hosts("localhost 1", "localhost 2", "localhost 2", "localhost 2"), "--page-size", "16k"
        };
        return concat(common, options);
    }

    private static String[] concat(String[] first, String... second) {
        return java.util.stream.Stream.of(first, second)
                .flatMap(java.util.stream.Stream::of)
                .toArray(String[]::new);
    }

    private static List<ProcessHandle> servers(JdsmProcess process) {
        return process.handle()
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains("ServerMain"))
                .sorted((a, b) -> Long.compare(a.pid(), b.pid()))
                .toList();
    }

    private static void assertEnded(List<ProcessHandle> processes) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
    }

    @ParameterizedTest
    @CsvSource({"Test0, 500000, shm, round-robin", "Test1, 500000, tcp, clock", "Stream, 100000, tcp, lru-k"})
    void programsFindTheirValuesAtThreeServers(String program, String n, String comm, String policy)
            throws IOException {
        String[] args = threeServers("--comm", comm, "--policy", policy, "--stats", program, "-n", n);
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), args)) {
            Outcome outcome = process.end();
            assertThat(outcome.status()).as("%s", outcome).isZero();
            assertThat(outcome.out()).last().asString().endsWith(" OK");
            assertThat(outcome.err()).isNotEmpty().allMatch(line -> line.matches("jdsm: .*: faults \\d+, pages in .*"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RemoteStream, -n 100000 --reps 2, tcp",
        "Himeno, -n 24 --reps 3, shm",
        "MatrixVector, -n 600, tcp",
        "RemoteGradient, -n 12000 --reps 15, shm"
    })
    void markedProgramsGiveTheBitsOfJavaArrays(String program, String args, String comm) throws Exception {
        Process plain = new ProcessBuilder(concat(
                        new String[] {
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "jdsm.examples." + program
                        },
                        args.split(" ")))
                .start();
        String expected = new String(plain.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(expected).endsWith(" OK\n");
        String[] options = threeServers("--comm", comm, "--stats", program);
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), concat(options, args.split(" ")))) {
            Outcome outcome = process.end();
            assertThat(outcome.status()).as("%s", outcome).isZero();
            assertThat(outcome.out())
                    .singleElement()
                    .asString()
                    .satisfies(line -> assertThat(untimed(line + "\n")).isEqualTo(untimed(expected)));
            assertThat(outcome.err())
                    .isNotEmpty()
                    .allMatch(line -> line.matches("jdsm: " + program + "\\.\\w+:\\d+: faults \\d+, pages in .*"))
                    .anyMatch(line -> line.matches(".* faults [1-9].*, pages out [1-9].*"));
        }
    }

    private static String untimed(String line) {
        return line.replaceAll("[\\d.]+ s \\d+ MB/s", "?").replaceAll("seconds=[\\d.]+", "?");
    }

    @Test
    void aSecondThreadMayNotUseAMarkedArray() throws IOException {
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), threeServers("jdsm.examples.programs.MarkedThread"))) {
            Outcome outcome = process.end();
            assertThat(outcome.out())
                    .containsExactly(
                            "MarkedThread.array:12 belongs to thread main, but thread second uses it; remote memory is for one"
                                    + " thread",
                            "0");
            assertThat(outcome.status()).isZero();
        }
    }

    @Test
    void aMarkedArrayThatLeavesTheProgramIsRefusedBeforeItStarts() throws IOException {
        String refused = "jdsm.examples.programs.MarkedEscape.main (MarkedEscape.java:14): passes a remote array to"
                + " java.util.List.add; a remote array can only be used as an array, by marked variables and by methods of the"
                + " program";
        String program = "jdsm.examples.programs.MarkedEscape";
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), threeServers(program));
                JdsmProcess explained = JdsmProcess.memory(Map.of(), "--explain", program)) {
            Outcome outcome = process.end();
            assertThat(outcome.err()).containsExactly("jdsm-agent: " + refused);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(explained.end()).isEqualTo(new Outcome(2, List.of("refused:", "  " + refused), List.of()));
        }
    }

    @Test
    void explainNamesArraysAndLoops() throws IOException {
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), "--explain", "RemoteStream")) {
            Outcome outcome = process.end();
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.out())
                    .containsExactly(
                            "remote:",
                            "  RemoteStream.a:33",
                            "  RemoteStream.b:34",
                            "  RemoteStream.c:35",
                            "specialised:",
                            "  jdsm.examples.RemoteStream.have(Ljdsm/remote/RemoteDoubles;D)Z",
                            "loops:",
                            "  jdsm.examples.RemoteStream.main (RemoteStream.java:36): by page: a, b; not fetched where it is overwritten whole: a, b",
                            "  jdsm.examples.RemoteStream.copy (RemoteStream.java:69): by page: a, c; not fetched where it is overwritten whole: c",
                            "  jdsm.examples.RemoteStream.scale (RemoteStream.java:75): by page: c, b; not fetched where it is overwritten whole: b",
                            "  jdsm.examples.RemoteStream.add (RemoteStream.java:81): by page: a, b, c; not fetched where it is overwritten whole: c",
                            "  jdsm.examples.RemoteStream.triad (RemoteStream.java:87): by page: b, c, a; not fetched where it is overwritten whole: a",
                            "  jdsm.examples.RemoteStream.have (RemoteStream.java:93): by page: an array");
            assertThat(outcome.status()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void withTwoCopiesAProgramSurvivesTheEndOfAServer(String comm) throws IOException {
        Path until = directory.resolve("until");
        try (JdsmProcess process = JdsmProcess.memory(
                Map.of(), threeServers("--comm", comm, "--copies", "2", PASSES, until.toString(), LENGTH))) {
            process.awaitLine("first pass");
            List<ProcessHandle> servers = servers(process);
            assertThat(servers).hasSize(3);
            JdsmProcess.signal("KILL", servers.get(1));
            process.awaitError(
                    "jdsm: memory server localhost \\(line \\d\\) is lost: .*; the other copies of its pages "
                            + "serve now");
            Files.createFile(until);
            Outcome outcome = process.end();
            assertThat(outcome.out()).last().isEqualTo("all passes OK");
            assertThat(outcome.status()).isZero();
            assertEnded(servers);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aProgramEndsWithTheNameOfALostServer(String comm) throws IOException {
        Path never = directory.resolve("never");
        try (JdsmProcess process =
                JdsmProcess.memory(Map.of(), threeServers("--comm", comm, PASSES, never.toString(), LENGTH))) {
            process.awaitLine("first pass");
            List<ProcessHandle> servers = servers(process);
            JdsmProcess.signal("KILL", servers.get(0));
            Outcome outcome = process.end();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .singleElement()
                    .asString()
                    .startsWith("jdsm: memory server localhost (line 2) is lost: ");
            assertEnded(servers);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aServerThatEndsWhileTheProgramExitsIsNotReported(String comm) throws IOException {
        String[] program = {"jdsm.examples.programs.ExitingThread", LENGTH, "3000"};
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), concat(threeServers("--comm", comm), program))) {
            process.awaitLine("ending");
            servers(process).forEach(server -> JdsmProcess.signal("KILL", server));
            assertThat(process.end()).isEqualTo(new Outcome(3, List.of("ending"), List.of()));
        }
    }

    @Test
    void programAndServersEndWithTheLauncher() throws IOException {
        Path never = directory.resolve("never");
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), threeServers(PASSES, never.toString(), LENGTH))) {
            process.awaitLine("first pass");
            List<ProcessHandle> all = process.handle().descendants().toList();
            assertThat(all)
                    .hasSize(4)
                    .allMatch(each -> each.info().commandLine().orElse("").contains("-XX:SharedArchiveFile="));
            JdsmProcess.signal("KILL", process.handle());
            assertEnded(all);
        }
    }

    @Test
    void aServerByHandServesTwoProgramsAtOnceAndRefusesAThird() throws IOException {
        Path until = directory.resolve("until");
        try (JdsmProcess server = JdsmProcess.memoryServer(SECRET, "--megabytes", "8")) {
            String line = server.awaitLine("jdsm: memory server with 8 MB at 127\\.0\\.0\\.1:\\d+");
            String address = line.substring(line.lastIndexOf(' ') + 1);
            String[] args = {
                "--hostfile",
                hosts("localhost 1", address + " 3"),
                "--page-size",
                "16k",
                PASSES,
                until.toString(),
                LENGTH
            };
            try (JdsmProcess one = JdsmProcess.memory(SECRET, args);
                    JdsmProcess other = JdsmProcess.memory(SECRET, args)) {
                one.awaitLine("first pass");
                other.awaitLine("first pass");
                try (JdsmProcess third = JdsmProcess.memory(SECRET, args)) {
                    Outcome refused = third.end();
                    assertThat(refused.err())
                            .containsExactly(
                                    "jdsm: memory server " + address + " refuses: 3 MB wanted, 2 of 8 MB free");
                    assertThat(refused.out()).isEmpty();
                    assertThat(refused.status()).isEqualTo(1);
                }
                Files.createFile(until);
                assertThat(one.end().out()).last().isEqualTo("all passes OK");
                assertThat(other.end().out()).last().isEqualTo("all passes OK");
            }
            List<ProcessHandle> processes = server.handle().descendants().toList();
            assertThat(processes).hasSize(1);
            JdsmProcess.signal("TERM", server.handle());
            server.end();
            assertEnded(processes);
        }
    }

    @Test
    void anotherSecretIsRefused() throws IOException {
        try (JdsmProcess server = JdsmProcess.memoryServer(SECRET, "--megabytes", "8")) {
            String line = server.awaitLine("jdsm: memory server with 8 MB at .*");
            String address = line.substring(line.lastIndexOf(' ') + 1);
            try (JdsmProcess program = JdsmProcess.memory(
                    Map.of("JDSM_MEMORY_SECRET", "another secret of this test"),
                    "--hostfile",
                    hosts("localhost 8", address + " 3"),
                    "Test0")) {
                Outcome outcome = program.end();
                assertThat(outcome.err())
                        .containsExactly("jdsm: memory server " + address + " does not let this program in at "
                                + address + ": it closed the connection; it may have another secret");
                assertThat(outcome.status()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --page-size 3000 Test0         | 2 | page size 3000 bytes is not a power of two from 4096 (4k) to 4194304 (4m)
            Test0                          | 2 | the local memory of localhost, 1048576 bytes, has 1 pages of 1048576 bytes; it needs at least 8
            --page-size 16k Test0 -n 4e9   | 2 | Test0: Invalid value for option '-n': '4e9' is not a long
            --page-size 16k Test0 -n 9999999 | 1 | too little memory for data, 9999999 ints in 2442 pages: localhost has 64, localhost (line 2) 128, localhost (line 3) 128, localhost (line 4) 128 pages of 16384 bytes; all but one hold 447 pages, and 0 are taken
            --page-size 16k NoSuchClass    | 2 | unknown class 'NoSuchClass': it is not on the class path; examples: Himeno, MatrixVector, RemoteGradient, RemoteStream, Stream, Test0, Test1
            """)
    void whatCannotRunIsOneLine(String args, int status, String message) throws IOException {
        String[] hosts = {"--hostfile", hosts("localhost 1", "localhost 2", "localhost 2", "localhost 2")};
        try (JdsmProcess process = JdsmProcess.memory(Map.of(), concat(hosts, args.split(" ")))) {
            Outcome outcome = process.end();
            assertThat(outcome.err()).containsExactly("jdsm: " + message);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.status()).isEqualTo(status);
        }
    }
}
