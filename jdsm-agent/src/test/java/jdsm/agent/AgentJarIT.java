package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent in a JVM that has nothing else on its class path than a program. */
@Timeout(60)
class AgentJarIT {
    private static final Path JAR = Path.of("target/jdsm-agent.jar").toAbsolutePath();

    private static final String HELLO = """
            public class Hello {
                public static void main(String[] args) throws Exception {
                    System.out.println("hello");
                    for (String name : args) {
                        System.out.println(Class.forName(name).getName());
                    }
                }
            }
            """;

    private static final String PROGRAM = """
            public class Shout extends jdsm.SPMD {
                @Override public void start() {
                    System.out.println(rank() + " of " + ranks());
                }
            }
            """;

    @TempDir
    static Path app;

    private record Outcome(int status, List<String> out, List<String> err) {}

    @BeforeAll
    static void compile() throws IOException {
        Path hello = Files.writeString(app.resolve("Hello.java"), HELLO);
        Path program = Files.writeString(app.resolve("Shout.java"), PROGRAM);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        JAR.toString(),
                        "-d",
                        app.toString(),
                        hello.toString(),
                        program.toString());
        assertThat(status).isZero();
    }

    @Test
    void aProgramRunsAsWithoutTheAgent() throws Exception {
        assertThat(run("")).isEqualTo(new Outcome(0, List.of("hello"), List.of()));
    }

    @Test
    void anSpmdClassIsAJobOfOneRank() throws Exception {
        assertThat(runMain("", "Shout")).isEqualTo(new Outcome(0, List.of("0 of 1"), List.of()));
    }

    @Test
    void theRuntimeAndItsLibrariesAreInside() throws Exception {
        String[] classes = {
            "jdsm.SPMD",
            "jdsm.comm.Comm",
            "io.netty.channel.Channel",
            "com.esotericsoftware.kryo.Kryo",
            "com.fasterxml.jackson.core.JsonFactory"
        };

        Outcome outcome = run("", classes);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().subList(1, outcome.out().size())).containsExactly(classes);
    }

    @Test
    void itSaysItsVersionWhenAsked() throws Exception {
        Outcome outcome = run("=verbose");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.err()).singleElement().asString().matches("jdsm-agent: version \\d.*");
    }

    @Test
    void aBadOptionIsOneLineAndTheProgramDoesNotStart() throws Exception {
        assertThat(run("=verbos=true"))
                .isEqualTo(
                        new Outcome(
                                2,
                                List.of(),
                                List.of(
                                        "jdsm-agent: unknown option 'verbos'; known: cache, check, debug, dump, exclude, include, local, verbose, verify, volatile-elements")));
    }

    @Test
    void theManifestAllowsWhatAWeaverNeeds() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();

            assertThat(manifest.getValue("Premain-Class")).isEqualTo(Agent.class.getName());
            assertThat(manifest.getValue("Agent-Class")).isEqualTo(Agent.class.getName());
            assertThat(manifest.getValue("Can-Redefine-Classes")).isEqualTo("true");
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
            assertThat(jar.stream()
                            .map(entry -> entry.getName())
                            .filter(name -> name.endsWith("module-info.class") || name.matches("META-INF/[^/]+\\.SF")))
                    .isEmpty();
        }
    }

    private static Outcome run(String options, String... args) throws IOException, InterruptedException {
        return runMain(options, "Hello", args);
    }

    private static Outcome runMain(String options, String mainClass, String... args)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(app, "out", "");
        Path err = Files.createTempFile(app, "err", "");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + JAR + options,
                "-cp",
                app.toString(),
                mainClass));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readAllLines(out, UTF_8), Files.readAllLines(err, UTF_8));
    }
}
