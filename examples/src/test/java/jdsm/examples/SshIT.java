package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on two hosts by the system's own ssh. */
@Tag("once")
@Commands(
        value = {"ssh", "sshd", "ssh-keygen", "ip", "unshare"},
        root = true)
class SshIT {
    private static final Duration NOTICE = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static TwoHosts hosts;
    private static Path hostfile;

    @BeforeAll
    static void begin() throws IOException {
        hosts = Surroundings.made("two hosts of network namespaces", () -> new TwoHosts(folder, "j"));
        hostfile = Files.writeString(folder.resolve("hosts"), "alpha slots=2\nbeta slots=2\n");
    }

    @AfterAll
    static void end() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static String[] args(String... more) {
        List<String> args =
                new ArrayList<>(List.of("--hostfile", hostfile.toString(), "--ssh", hosts.ssh(), "-p", "4"));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    private static void assertNobodyIsLeft() {
        await().atMost(NOTICE).until(() -> hosts.processes().isEmpty());
    }

    @Test
    void twoHostsOfTwoRanks() {
        try (JdsmProcess job = JdsmProcess.launchWoven(args("LU", "-n", "256"))) {
            LuOutput lu = new LuOutput(job.end().ok().out());
            assertThat(lu.job()).isEqualTo("n=256 block=32 ranks=4 threads=1 comm=mixed");
            assertThat(lu.verdict()).isEqualTo("OK");
        }
        assertNobodyIsLeft();
    }

    @Test
    void aKilledLauncherLeavesNoProcessOnAnyHost() {
        try (JdsmProcess job = JdsmProcess.launch(args("jdsm.examples.programs.Barriers", "/no/such/file"))) {
            job.awaitLine("begun");
            assertThat(hosts.processes()).hasSizeGreaterThanOrEqualTo(6);

            JdsmProcess.signal("KILL", job.handle());

            assertNobodyIsLeft();
        }
    }

    @Test
    void theDoctorExaminesBothHosts() {
        try (JdsmProcess doctor =
                JdsmProcess.command("doctor", "--hostfile", hostfile.toString(), "--ssh", hosts.ssh())) {
            Outcome outcome = doctor.end().ok();
            for (String host : List.of("alpha", "beta")) {
                assertThat(outcome.out())
                        .anyMatch(line -> line.startsWith(host + ": ok    transport tcp"))
                        .anyMatch(line -> line.startsWith(host + ": ok    port on eth0"))
                        .anyMatch(line -> line.matches(host
                                + ": ok    clock +[+-]0[.]\\d{4} s from the launcher's, give or take 0[.]\\d{4} s"));
            }
        }
        assertNobodyIsLeft();
    }

    @Test
    void aCutNetworkEndsTheJobOnBothSides() throws Exception {
        try (TwoHosts own = new TwoHosts(Files.createDirectory(folder.resolve("cut")), "c")) {
            String[] args = args("--lost-after", "8", "jdsm.examples.programs.Barriers", "/no/such/file");
            args[3] = own.ssh() + " -o ServerAliveInterval=2";
            try (JdsmProcess job = JdsmProcess.launch(args)) {
                job.awaitLine("begun");
                // Longer than the bound: the signs of life keep the job running.
                assertThat(job.endsWithin(12, TimeUnit.SECONDS)).isFalse();

                own.cut(1);

                Outcome outcome = job.end();
                assertThat(outcome.status()).isEqualTo(1);
                assertThat(outcome.err()).anyMatch(line -> line.startsWith("jdsm: lost the connection to host beta: "));
                // The server on the cut host still has its side of the connection.
                await().atMost(NOTICE)
                        .until(() -> own.processes().stream()
                                .noneMatch(
                                        each -> each.info().command().orElse("").endsWith("/java")));
            }
        }
    }
}
