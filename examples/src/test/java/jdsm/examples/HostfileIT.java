package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on the hosts of a hostfile, with a command in place of {@code ssh} that runs what it is given on this machine. */
class HostfileIT {
    private static final Duration NOTICE = Duration.ofSeconds(20);
    private static final String WAITING = "jdsm.examples.programs.Barriers";

    @TempDir
    private Path folder;

    private Path hosts;
    private Path ssh;

    @BeforeEach
    void makeFiles() throws IOException {
        hosts = Files.writeString(folder.resolve("hosts"), "alpha slots=2\nbeta slots=2\n");
        ssh = Files.writeString(folder.resolve("ssh"), """
                #!/bin/sh
                while [ $# -gt 2 ]; do shift; done
                [ "$1" != nowhere ] || { echo "no route to $1" >&2; exit 255; }
                [ "${2#*HostMain}" = "$2" ] || echo "welcome to $1"
                cd %1$s
                HOME=%1$s SSH_CONNECTION='127.0.0.1 1 127.0.0.1 22' JDSM_HOST_PART=$1 exec sh -c "$2"
                """.formatted(folder));
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
    }

    private String[] args(String... more) {
        List<String> args =
                new ArrayList<>(List.of("--hostfile", hosts.toString(), "--ssh", ssh.toString(), "-p", "4"));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    private static List<ProcessHandle> below(JdsmProcess job) {
        return job.handle().descendants().toList();
    }

    private static void assertGone(List<ProcessHandle> processes) {
        await().atMost(NOTICE).until(() -> processes.stream().noneMatch(HostfileIT::runs));
    }

    /** A zombie without a parent that reaps it counts as alive for Java. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    @Test
    void twoHostsOfTwoRanks() {
        try (JdsmProcess job = JdsmProcess.launchWoven(args("LU", "-n", "128", "-b", "16"))) {
            LuOutput lu = new LuOutput(job.end().ok().out());
            assertThat(lu.job()).isEqualTo("n=128 block=16 ranks=4 threads=1 comm=mixed");
            assertThat(lu.verdict()).isEqualTo("OK");
        }
    }

    @Test
    void copiesOfJdsmAndTheProgramRun() throws IOException {
        try (JdsmProcess job = JdsmProcess.launchWoven(args("--copy", "--jvm-arg=-Xshare:auto", "Hello"))) {
            assertThat(job.end().ok().out()).hasSize(4).allMatch(line -> line.endsWith(" of 4"));
        }
        try (Stream<Path> copies = Files.list(folder.resolve(".cache/jdsm/copies"))) {
            assertThat(copies)
                    .singleElement()
                    .satisfies(copy -> assertThat(copy.getFileName().toString()).matches("jdsm-[0-9a-f]{16}"));
        }
    }

    @Test
    @Tag("once")
    void memoryServersOfACopiedJdsm() throws IOException {
        Path memory = Files.writeString(folder.resolve("memory"), "localhost 1\nalpha 2\nbeta 2\n");
        String[] args = {"--hostfile", memory.toString(), "--ssh", ssh.toString(), "--copy", "--page-size", "16k"};
        try (JdsmProcess process = JdsmProcess.memory(
                Map.of(),
                Stream.concat(Stream.of(args), Stream.of("Test0", "-n", "500000"))
                        .toArray(String[]::new))) {
            assertThat(process.end().ok().out()).last().asString().endsWith(" OK");
        }
        try (Stream<Path> copies = Files.list(folder.resolve(".cache/jdsm/copies"))) {
            assertThat(copies).hasSize(1);
        }
    }

    @Test
    @Tag("once")
    void theExitStatusIsThatOfTheFailedRank() {
        try (JdsmProcess job = JdsmProcess.launch(args("jdsm.examples.programs.NoSuchClass"))) {
            assertThat(job.end().status()).isEqualTo(2);
        }
    }

    @Test
    @Tag("once")
    void anUnreachableHostIsNamed() throws IOException {
        Files.writeString(hosts, "alpha slots=2\nnowhere slots=2\n");
        try (JdsmProcess job = JdsmProcess.launch(args("Hello"))) {
            job.end().failed(1, "jdsm: host nowhere: no route to nowhere");
        }
    }

    @Test
    @Tag("once")
    void aKilledLauncherLeavesNoProcess() {
        try (JdsmProcess job = JdsmProcess.launch(args(WAITING, "/no/such/file"))) {
            job.awaitLine("begun");
            List<ProcessHandle> all = below(job);
            assertThat(all).hasSizeGreaterThanOrEqualTo(6);

            JdsmProcess.signal("KILL", job.handle());

            assertGone(all);
        }
    }

    @Test
    @Tag("once")
    void aLostConnectionEndsTheJob() {
        try (JdsmProcess job = JdsmProcess.launch(args(WAITING, "/no/such/file"))) {
            job.awaitLine("begun");
            List<ProcessHandle> all = below(job);

            JdsmProcess.signal("KILL", helper(all));

            Outcome outcome = job.end();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err()).anyMatch(line -> line.startsWith("jdsm: lost the connection to host "));
            assertGone(all);
        }
    }

    @Test
    @Tag("once")
    void aLauncherThatIsAskedToEndLeavesNoProcess() {
        try (JdsmProcess job = JdsmProcess.launch(args(WAITING, "/no/such/file"))) {
            job.awaitLine("begun");
            List<ProcessHandle> all = below(job);

            JdsmProcess.signal("TERM", job.handle());

            assertThat(job.end().status()).isEqualTo(143);
            assertGone(all);
        }
    }

    @Test
    @Tag("once")
    void theDoctorSaysThatAHostWasLost() {
        try (JdsmProcess doctor =
                JdsmProcess.command("doctor", "--hostfile", hosts.toString(), "--ssh", ssh.toString())) {
            doctor.awaitLine("(alpha|beta): ok .*");

            JdsmProcess.signal("KILL", helper(below(doctor)));

            Outcome outcome = doctor.end();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.out()).anyMatch(line -> line.startsWith("FAIL  lost the connection to host "));
        }
    }

    private static ProcessHandle helper(List<ProcessHandle> all) {
        return all.stream()
                .filter(each -> each.info().commandLine().orElse("").contains("jdsm.launcher.host.HostMain"))
                .filter(each -> each.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("once")
    void noSecretIsOnACommandLine() {
        try (JdsmProcess job = JdsmProcess.launch(Map.of(), args(WAITING, "/no/such/file"))) {
            job.awaitLine("begun");
            String secret = environment(job.ranks().get(0)).get("JDSM_SECRET");
            assertThat(secret).hasSize(64);
            assertThat(job.ranks())
                    .hasSize(4)
                    .allSatisfy(rank -> assertThat(commandLine(rank)).isNotEmpty());
            assertThat(below(job)).containsAll(job.ranks());
            assertThat(commandLine(job.handle())).isNotEmpty().doesNotContain(secret);
            assertThat(below(job))
                    .allSatisfy(each -> assertThat(commandLine(each)).doesNotContain(secret));
        }
    }

    /** The whole of it, which {@link ProcessHandle.Info} may cut; empty if the process has ended. */
    private static String commandLine(ProcessHandle of) {
        try {
            return Files.readString(Path.of("/proc/" + of.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private static Map<String, String> environment(ProcessHandle of) {
        try {
            String all = Files.readString(Path.of("/proc/" + of.pid() + "/environ"));
            Map<String, String> variables = new HashMap<>();
            for (String each : all.split("\0")) {
                int equals = each.indexOf('=');
                variables.put(each.substring(0, equals), each.substring(equals + 1));
            }
            return variables;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
