package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemotePathsTest {
    private static final HostFacts FACTS = new HostFacts(
            "d1",
            "/j/bin/java",
            21,
            8,
            Cores.UNKNOWN,
            "boot",
            1L << 36,
            "/home/me",
            "/usr/lib",
            "",
            "10.0.0.2",
            "10.0.0.1",
            List.of());

    private static JobSpec spec() {
        return spec(
                Path.of("/opt/jdsm"),
                Path.of("/app/app.jar"),
                Path.of("/opt/jdsm/examples/e.jar"),
                Path.of("/app/classes"));
    }

    private static JobSpec spec(Path home, Path... classPath) {
        return new JobSpec(
                JdsmConfig.of(Map.of(), Map.of(), Optional.empty()),
                new Program("Heat", List.of(classPath), List.of()),
                new Host(
                        Path.of("/jdk/bin/java"),
                        17,
                        2,
                        List.of(home.resolve("lib/jdsm-agent.jar")),
                        home.resolve("lib/jdsm-agent.jar"),
                        List.of(home.resolve("native"), Path.of("/lib")),
                        Optional.of(Path.of("/opt/jdsm/class-data/x.jsa"))));
    }

    @Test
    void filesAreWhereTheyAreHere() {
        RemotePaths paths = RemotePaths.same(spec());

        assertThat(paths.classPath(spec())).containsExactly("/app/app.jar", "/opt/jdsm/examples/e.jar", "/app/classes");
        Host host = paths.host(spec(), FACTS, Cores.UNKNOWN);
        assertThat(host.agent()).isEqualTo(Path.of("/opt/jdsm/lib/jdsm-agent.jar"));
        assertThat(host.java()).isEqualTo(Path.of("/j/bin/java"));
        assertThat(host.feature()).isEqualTo(21);
        assertThat(host.processors()).isEqualTo(8);
        assertThat(host.libraryPath()).containsExactly(Path.of("/opt/jdsm/native"), Path.of("/usr/lib"));
        assertThat(host.classData()).isEmpty();
    }

    @Test
    void copiesAreBelowTheUsersHomeDirectory() {
        RemotePaths paths =
                new RemotePaths(Path.of("/opt/jdsm"), ".cache/jdsm/copies/jdsm-d1", ".cache/jdsm/copies/program-job");

        assertThat(paths.classPath(spec()))
                .containsExactly(
                        ".cache/jdsm/copies/program-job/0-app.jar",
                        ".cache/jdsm/copies/jdsm-d1/examples/e.jar",
                        ".cache/jdsm/copies/program-job/1-classes");
        assertThat(paths.host(spec(), FACTS, Cores.UNKNOWN).libraries())
                .containsExactly(Path.of("/home/me/.cache/jdsm/copies/jdsm-d1/lib/jdsm-agent.jar"));
    }

    @Test
    void anotherFileInAnyCopiedPartMakesAnotherDirectory(@TempDir Path home) throws Exception {
        Set<String> names = new HashSet<>();
        for (String part : List.of("lib/a.jar", "native/x86/b.so", "transports/c.jar", "examples/d.jar")) {
            Path file = home.resolve(part);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "1");
            names.add(RemotePaths.copied(spec(home), "job").remoteHome());
            Files.writeString(file, "2");
            names.add(RemotePaths.copied(spec(home), "job").remoteHome());
        }
        assertThat(names).hasSize(8).allMatch(name -> name.matches("\\.cache/jdsm/copies/jdsm-[0-9a-f]{16}"));
        Files.createDirectories(home.resolve("class-data"));
        Files.writeString(home.resolve("class-data/e.jsa"), "is not copied");
        assertThat(names).contains(RemotePaths.copied(spec(home), "job").remoteHome());
    }

    @Test
    void entriesOfTheSameNameCannotShareADirectoryOfAnImage() {
        Path home = Path.of("/opt/jdsm");
        JobSpec spec = spec(home, Path.of("/a/classes"), Path.of("/b/classes"));

        assertThatExceptionOfType(JdsmConfigException.class)
                .isThrownBy(() -> RemotePaths.in(spec, "/opt/jdsm").imageClassPath(spec, "/app"))
                .withMessageContainingAll("/a/classes", "/b/classes", "rename");
        JobSpec twice = spec(home, Path.of("/a/classes"), Path.of("/a/classes"));
        assertThat(RemotePaths.in(twice, "/opt/jdsm").imageClassPath(twice, "/app"))
                .containsOnly(Path.of("/app/classes"));
    }
}
