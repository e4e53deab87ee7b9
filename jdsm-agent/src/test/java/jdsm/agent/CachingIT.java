package jdsm.agent;

import static jdsm.agent.AgentProcess.JAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Woven classes that one JVM keeps for the next. */
@Timeout(60)
class CachingIT {
    private static final FileTime LONG_AGO = FileTime.from(Instant.now().minus(Duration.ofDays(1)));

    private static final String SUM = """
            class Sum extends jdsm.SPMD {
                final Total total = new Total();
                @Override public void start() { total.add(%d); }
                @Override public void finish() {
                    System.out.println(total.sum + " " + (total instanceof jdsm.runtime.Woven));
                }
            }
            class Total { int sum; synchronized void add(int n) { sum += n; } }
            """;

    /** Makes a class that has no file on the class path, on which nothing depends here; that cannot be known. */
    private static final String GENERATING = """
            class Generating extends jdsm.SPMD {
                @Override public void start() throws Exception {
                    byte[] made = java.nio.file.Files.readAllBytes(java.nio.file.Path.of(args()[0]));
                    java.lang.invoke.MethodHandles.lookup().defineClass(made);
                    new After().n++;
                }
            }
            class After { int n; }
            """;

    @TempDir
    Path directory;

    private Path app;
    private Path agent;
    private Path cache;

    @BeforeEach
    void compile() throws IOException {
        app = Files.createDirectory(directory.resolve("app"));
        cache = directory.resolve("cache");
        // As a jar is that was not made a moment ago.
        agent = old(Files.copy(JAR, directory.resolve("jdsm-agent.jar")));
        compile("Sum", SUM.formatted(6));
    }

    private static Path old(Path file) throws IOException {
        return Files.setLastModifiedTime(file, LONG_AGO);
    }

    private void compile(String name, String source) throws IOException {
        AgentProcess.compile(app, name + ".java", source);
        try (Stream<Path> files = Files.list(app)) {
            for (Path each : files.toList()) {
                old(each);
            }
        }
    }

    /** The lines that it prints, without those of the JVM's log but whether it has loaded the weaver. */
    private List<String> run(String program, String... arguments) throws IOException, InterruptedException {
        Outcome outcome = jvm(Stream.concat(
                Stream.of(
                        "-Xlog:class+load:stdout:none",
                        "-javaagent:" + agent + "=cache=" + cache,
                        "-cp",
                        app + File.pathSeparator + agent,
                        program),
                Stream.of(arguments)));
        assertThat(outcome.status()).as(outcome.toString()).isZero();
        return Stream.concat(outcome.out().stream(), outcome.err().stream())
                .filter(line -> !line.contains("source:") && !line.startsWith("opened:")
                        || line.startsWith("jdsm.agent.Weaver "))
                .map(line -> line.startsWith("jdsm.agent.Weaver ") ? "weaver" : line)
                .toList();
    }

    private Outcome jvm(Stream<String> arguments) throws IOException, InterruptedException {
        return AgentProcess.jvm(directory, Map.of(), arguments.toList());
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files =
                Files.walk(cache).filter(path -> path.toString().endsWith(".woven"))) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    @Test
    void theNextJvmWeavesNothing() throws Exception {
        assertThat(run("Sum")).containsExactlyInAnyOrder("weaver", "6 true");
        assertThat(kept()).containsExactly("Sum.woven", "Total.woven");
        assertThat(run("Sum")).containsExactly("6 true");
    }

    @Test
    void aProgramThatHasChangedIsWovenAnew() throws Exception {
        assertThat(run("Sum")).contains("6 true");

        compile("Sum", SUM.formatted(70_000)); // a constant of the pool: another length
        assertThat(run("Sum")).containsExactlyInAnyOrder("weaver", "70000 true");
        assertThat(run("Sum")).containsExactly("70000 true");
    }

    /** As {@code cp -p} and {@code rsync -t} leave it. */
    @Test
    void aClassOfTheSameLengthAndTimeIsAnotherOneAllTheSame() throws Exception {
        assertThat(run("Sum")).contains("6 true");
        byte[] before = Files.readAllBytes(app.resolve("Total.class"));

        compile("Sum", SUM.formatted(6).replace("synchronized void", "final void")); // a flag
        assertThat(Files.readAllBytes(app.resolve("Total.class")))
                .hasSameSizeAs(before)
                .isNotEqualTo(before);

        assertThat(run("Sum")).containsExactlyInAnyOrder("weaver", "6 true");
        assertThat(kept())
                .as("what was woven into Sum depends on it")
                .containsExactly("Sum.woven", "Sum.woven", "Total.woven", "Total.woven");
    }

    @Test
    void noClassIsRunFromADirectoryThatOthersMayWrite() throws Exception {
        assertThat(run("Sum")).contains("6 true");
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));

        Outcome outcome = jvm(
                Stream.of("-javaagent:" + agent + "=cache=" + cache, "-cp", app + File.pathSeparator + agent, "Sum"));

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .containsExactly("jdsm-agent: option 'cache' must name a directory that nobody but you can change,"
                        + " for classes are run from it, or be none: " + cache.toRealPath()
                        + " may be written by others");
    }

    @Test
    void whatIsLoadedBehindAGeneratedClassIsNotKept() throws Exception {
        compile("Generating", GENERATING);
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path made = Files.move(app.resolve("Total.class"), elsewhere.resolve("Total.class"));

        assertThat(run("Generating", made.toString())).containsExactly("weaver");

        assertThat(kept()).containsExactly("Generating.woven");
        assertThat(run("Generating", made.toString())).containsExactly("weaver");
    }
}
