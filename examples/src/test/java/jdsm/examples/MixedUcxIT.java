package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on two hosts whose ranks share memory within a host, and are connected by UCX's TCP between the hosts. */
@Tag("once")
@ExtendWith(UcxIT.Libraries.class)
@Commands(
        value = {"ssh", "sshd", "ssh-keygen", "ip", "unshare"},
        root = true)
class MixedUcxIT {
    private static final Duration NOTICE = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static TwoHosts hosts;
    private static Path hostfile;

    @BeforeAll
    static void begin() throws IOException {
        hosts = Surroundings.made(
                "two hosts of network namespaces", () -> new TwoHosts(folder, "u", "UCX_TLS=tcp UCX_NET_DEVICES=eth0"));
        hostfile = Files.writeString(folder.resolve("hosts"), "alpha slots=2\nbeta slots=2\n");
    }

    @AfterAll
    static void end() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static String[] args(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "--hostfile", hostfile.toString(), "--ssh", hosts.ssh(), "-p", "4", "--ucx-lib", UcxIT.directory()));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    private static void assertNobodyIsLeft() {
        await().atMost(NOTICE).until(() -> hosts.processes().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "mixed-ucx, LU -n 256",
        "ucx, SOR -n 40 -i 4",
    })
    void theResultIsThatOfOneRank(String comm, String program) {
        List<String> more = new ArrayList<>(List.of("--comm", comm, "--trusted-fabric"));
        more.addAll(List.of(program.split(" ")));
        try (JdsmProcess job = JdsmProcess.launchWoven(args(more.toArray(String[]::new)))) {
            assertThat(job.end().ok().out())
                    .last()
                    .asString()
                    .contains("ranks=4", "comm=" + comm)
                    .endsWith(" OK");
        }
        assertNobodyIsLeft();
    }

    private static String[] apart(String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("apart"), "alpha slots=1\nbeta slots=1\n");
        String[] args = args(more);
        args[1] = file.toString();
        args[5] = "2";
        return args;
    }

    @Test
    void noOutcomeIsForbiddenBetweenHosts() throws IOException {
        String[] args = apart("--comm", "mixed-ucx", "--trusted-fabric", "jdsm.examples.programs.WovenLitmus", "15");
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            assertThat(job.end().ok().out()).last().asString().endsWith(" forbidden=0 OK");
        }
    }

    /** Under plain mixed there would be none: each of the two ranks has a host of its own. */
    @Test
    void contentOfAnotherHostIsFetchedWithoutItsHelp() throws IOException {
        Path file = folder.resolve("stats.json");
        String[] args = apart(
                "--comm", "mixed-ucx", "--trusted-fabric", "--stats", file.toString(), "SOR", "-n", "400", "-i", "20");
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            assertThat(job.end().ok().out()).last().asString().endsWith(" OK");
        }
        assertThat(Statistics.sent(file).get(Statistics.ONE_SIDED).messages()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixed-ucx", "ucx"})
    void withoutTrustInTheFabricTheJobIsRefused(String comm) {
        try (JdsmProcess job = JdsmProcess.launch(args("--comm", comm, "LU", "-n", "64"))) {
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .anyMatch(line -> line.matches("\\[\\d] jdsm: .*transport " + comm
                            + " does not encrypt what UCX carries, and the device [\\d.]+ is beyond the loopback address:"
                            + " say --trusted-fabric if you trust everybody who can reach that network, for who holds a"
                            + " memory key reads and writes that memory"));
            assertThat(outcome.status()).isNotZero();
        }
        assertNobodyIsLeft();
    }

    /** These hosts have no RDMA device that UCX_TLS would not leave out. */
    @Test
    void autoTakesTcpWithoutADevice() {
        try (JdsmProcess job = JdsmProcess.launchWoven(args("--trusted-fabric", "--verbose", "LU", "-n", "256"))) {
            Outcome outcome = job.end();
            assertThat(outcome.status()).isZero();
            assertThat(new LuOutput(outcome.out()).job()).isEqualTo("n=256 block=32 ranks=4 threads=1 comm=mixed");
            assertThat(outcome.err())
                    .anyMatch(line -> line.matches(
                            "\\[0] jdsm: ranks of different hosts use TCP, not UCX: rank 0: .*(RDMA|UCX).*"));
        }
        assertNobodyIsLeft();
    }

    @Test
    void aKilledRankEndsTheJobOnBothHosts() {
        String[] args =
                args("--comm", "mixed-ucx", "--trusted-fabric", "jdsm.examples.programs.Barriers", "/no/such/file");
        try (JdsmProcess job = JdsmProcess.launch(args)) {
            job.awaitLine("begun");
            String prefix = "[3] pid ";
            String line = job.awaitLine("\\Q" + prefix + "\\E\\d+");
            ProcessHandle rank = ProcessHandle.of(Long.parseLong(line.substring(prefix.length())))
                    .orElseThrow();

            JdsmProcess.signal("KILL", rank);

            Outcome outcome = job.end();
            assertThat(outcome.err()).anyMatch(each -> each.contains("rank 3 (beta) was killed by signal 9"));
            assertThat(outcome.status()).isEqualTo(1);
        }
        assertNobodyIsLeft();
    }
}
