package jdsm.launcher.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A launcher in a process of its own that is asked to end leaves no rank behind. */
@Timeout(60)
class LauncherEndIT {
    private static final int SIGTERM_STATUS = 128 + 15;

    private final List<ProcessHandle> ranks = new ArrayList<>();
    private Process launcher;

    @AfterEach
    void endAll() {
        ranks.forEach(ProcessHandle::destroyForcibly);
        launcher.destroyForcibly();
    }

    @Test
    void ranksThatReactToBeingAsked() throws Exception {
        start("pid", "hang");

        launcher.destroy();

        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(SIGTERM_STATUS);
        assertNoRankLeft();
    }

    @Test
    void stoppedRanksAndThoseThatDoNotReact() throws Exception {
        start("pid", "0:stubborn", "hang");
        assertThat(new ProcessBuilder(
                                "kill", "-STOP", Long.toString(ranks.get(1).pid()))
                        .start()
                        .waitFor())
                .isZero();

        launcher.destroy();

        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(SIGTERM_STATUS);
        assertNoRankLeft();
    }

    /** Starts a launcher of two ranks and learns their process ids. */
    private void start(String... steps) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                StandInJob.class.getName(),
                "2"));
        command.addAll(List.of(steps));
        launcher = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines = launcher.inputReader(UTF_8);
        ProcessHandle[] handles = new ProcessHandle[2];
        int wanted = List.of(steps).contains("0:stubborn") ? 3 : 2;
        for (int i = 0; i < wanted; i++) {
            String line = lines.readLine();
            if (line.contains("pid")) {
                handles[line.charAt(1) - '0'] = ProcessHandle.of(Long.parseLong(line.substring("[0] pid ".length())))
                        .orElseThrow();
            }
        }
        ranks.addAll(List.of(handles));
    }

    private void assertNoRankLeft() {
        // Their launcher, which was to reap them, is gone: whoever has inherited them may need a moment.
        await().atMost(Duration.ofSeconds(10)).until(() -> ranks.stream().noneMatch(LauncherEndIT::runs));
    }

    /** A zombie without a parent that reaps it counts as alive for Java; it runs no code and holds nothing. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}
