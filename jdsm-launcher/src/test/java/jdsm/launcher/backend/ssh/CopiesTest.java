package jdsm.launcher.backend.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.config.JdsmConfig;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.Program;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host is a home directory of this machine; a host without one cannot be reached. */
class CopiesTest {
    private static final List<HostSlots> HOSTS = List.of(new HostSlots("alpha", 1), new HostSlots("beta", 1));

    @TempDir
    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(folder.resolve("jdsm/lib"));
        Files.writeString(folder.resolve("jdsm/lib/agent.jar"), "agent");
        Files.writeString(folder.resolve("app.jar"), "program");
        Files.createDirectory(folder.resolve("alpha"));
    }

    private JobSpec spec(String entry) {
        Path agent = folder.resolve("jdsm/lib/agent.jar");
        return new JobSpec(
                JdsmConfig.of(Map.of(), Map.of(), Optional.empty()),
                new Program("Heat", List.of(folder.resolve(entry)), List.of()),
                new Host(Path.of("java"), 17, 2, List.of(agent), agent, List.of(), Optional.empty()));
    }

    private List<String> command(String host, String script) {
        Path home = folder.resolve(host);
        return List.of(
                "sh", "-c", "HOME=" + home + "; [ -d \"$HOME\" ] || { echo no route >&2; exit 255; }; " + script);
    }

    @Test
    void bothAreBroughtAndTheProgramIsRemovedAgain() throws Exception {
        Files.createDirectory(folder.resolve("beta"));
        RemotePaths paths = RemotePaths.copied(spec("app.jar"), "job");
        Copies copies = new Copies(this::command, paths);

        copies.bring(HOSTS, spec("app.jar"));

        for (HostSlots host : HOSTS) {
            Path home = folder.resolve(host.name());
            assertThat(home.resolve(paths.remoteHome()).resolve("lib/agent.jar"))
                    .hasContent("agent");
            assertThat(home.resolve(paths.remoteProgram()).resolve("0-app.jar")).hasContent("program");
        }
        copies.remove();
        assertThat(folder.resolve("beta").resolve(paths.remoteProgram())).doesNotExist();
        assertThat(folder.resolve("beta").resolve(paths.remoteHome())).exists();
    }

    @Test
    void afterTheFailureOfOneHostTheOthersKeepNoProgram() throws Exception {
        RemotePaths paths = RemotePaths.copied(spec("app.jar"), "job");
        Copies copies = new Copies(this::command, paths);

        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> copies.bring(HOSTS, spec("app.jar")))
                .withMessage("host beta: JDSM and the program cannot be copied: no route");
        assertThat(folder.resolve("alpha").resolve(paths.remoteProgram())).exists();
        copies.remove();
        assertThat(folder.resolve("alpha").resolve(paths.remoteProgram())).doesNotExist();
    }

    @Test
    void aFileThatCannotBeReadHereReachesNoHost() throws Exception {
        RemotePaths paths = RemotePaths.copied(spec("no.jar"), "job");

        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> new Copies(this::command, paths).bring(HOSTS, spec("no.jar")))
                .withMessageStartingWith("JDSM and the program cannot be copied: tar: ")
                .withMessageContaining("0-no.jar");
        assertThat(folder.resolve("alpha")).isEmptyDirectory();
    }
}
