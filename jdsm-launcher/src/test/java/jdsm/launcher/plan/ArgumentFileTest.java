package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentFileTest {
    @Test
    void argumentsAreQuotedWhereJavaWouldDivideThem() {
        assertThat(ArgumentFile.of(List.of("-Xmx1g", "-Da=b c", "-Dp=C:\\x", "", "-D#=\"", "-Dn=1\n2")))
                .containsExactly("-Xmx1g", "\"-Da=b c\"", "\"-Dp=C:\\\\x\"", "\"\"", "\"-D#=\\\"\"", "\"-Dn=1\\n2\"");
    }

    @Test
    void ranksOfOthersGetTheLaunchersFlags() {
        Host host = new Host(
                Path.of("java"),
                17,
                8,
                List.of(Path.of("/l/agent.jar")),
                Path.of("/l/agent.jar"),
                List.of(Path.of("/n")),
                Optional.empty());

        assertThat(Planner.flagsOfOthers(host, List.of("-Xmx1g"), 4, true))
                .contains("-XX:ParallelGCThreads=2", "-Xmx1g", "-Djdsm.flags=true")
                .noneMatch(flag -> flag.startsWith("-XX:MaxRAMPercentage"))
                .endsWith("-javaagent:/l/agent.jar");
        assertThat(Planner.flagsOfOthers(host, List.of(), 1, false))
                .contains("-XX:MaxRAMPercentage=50.0")
                .noneMatch(flag -> flag.startsWith("-javaagent"));
    }
}
