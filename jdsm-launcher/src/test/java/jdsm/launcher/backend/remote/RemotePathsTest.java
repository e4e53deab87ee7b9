package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.config.JdsmConfig;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.Program;
import org.junit.jupiter.api.Test;

class RemotePathsTest {
    private static final HostFacts FACTS = new HostFacts(
            "d1", "/j/bin/java", 21, 8, 1L << 36, "/home/me", "/usr/lib", "", "10.0.0.2", "10.0.0.1", List.of());

    private static JobSpec spec() {
        return new JobSpec(
                JdsmConfig.of(Map.of(), Map.of(), Optional.empty()),
                new Program(
                        "Heat",
                        List.of(Path.of("/app/app.jar"), Path.of("/opt/jdsm/examples/e.jar"), Path.of("/app/classes")),
                        List.of()),
                new Host(
                        Path.of("/jdk/bin/java"),
                        17,
                        2,
                        List.of(Path.of("/opt/jdsm/lib/jdsm-agent.jar")),
                        Path.of("/opt/jdsm/lib/jdsm-agent.jar"),
                        List.of(Path.of("/opt/jdsm/native"), Path.of("/lib")),
                        Optional.of(Path.of("/opt/jdsm/class-data/x.jsa"))));
    }

    @Test
    void filesAreWhereTheyAreHere() {
        RemotePaths paths = RemotePaths.same(spec());

        assertThat(paths.classPath(spec())).containsExactly("/app/app.jar", "/opt/jdsm/examples/e.jar", "/app/classes");
        Host host = paths.host(spec(), FACTS);
        assertThat(host.agent()).isEqualTo(Path.of("/opt/jdsm/lib/jdsm-agent.jar"));
        assertThat(host.java()).isEqualTo(Path.of("/j/bin/java"));
        assertThat(host.feature()).isEqualTo(21);
        assertThat(host.processors()).isEqualTo(8);
        assertThat(host.libraryPath()).containsExactly(Path.of("/opt/jdsm/native"), Path.of("/usr/lib"));
        assertThat(host.classData()).isEmpty();
    }

    @Test
    void copiesAreBelowTheUsersHomeDirectory() {
        RemotePaths paths = RemotePaths.copied(spec(), "d1", "job");

        assertThat(paths.classPath(spec()))
                .containsExactly(
                        ".cache/jdsm/copies/program-job/0-app.jar",
                        ".cache/jdsm/copies/jdsm-d1/examples/e.jar",
                        ".cache/jdsm/copies/program-job/1-classes");
        assertThat(paths.host(spec(), FACTS).libraries())
                .containsExactly(Path.of("/home/me/.cache/jdsm/copies/jdsm-d1/lib/jdsm-agent.jar"));
    }
}
