package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs of calls of the JDK: on two and three ranks their results are those of one rank. */
@Timeout(180)
class JdkCallsIT {
    private static final Path JAR = Path.of("target/jdsm-agent.jar").toAbsolutePath();

    @TempDir
    Path app;

    @ParameterizedTest
    @ValueSource(longs = {2, 5, 8, 10})
    void ranksDoNotMatter(long seed) throws Exception {
        Path source = Files.writeString(app.resolve("Calls.java"), RandomCalls.source(seed));
        String[] options = {"-g", "-proc:none", "-cp", JAR.toString(), "-d", app.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();

        List<String> alone = run(1);

        assertThat(alone).hasSize(1).allMatch(line -> line.endsWith("errors 0"));
        assertThat(run(2)).as("two ranks, seed " + seed).isEqualTo(alone);
        assertThat(run(3)).as("three ranks, seed " + seed).isEqualTo(alone);
    }

    private List<String> run(int ranks) throws IOException, InterruptedException {
        Path out = Files.createTempFile(app, "out", "");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                        java,
                        "-javaagent:" + JAR + "=cache=none",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        app + File.pathSeparator + JAR,
                        "jdsm.node.InprocMain",
                        "Calls")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(Map.of("JDSM_RANKS", Integer.toString(ranks), "JDSM_COMM", "inproc"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(out, UTF_8).stream()
                .map(line -> line.replaceFirst("^\\[0\\] ", ""))
                .toList();
    }
}
