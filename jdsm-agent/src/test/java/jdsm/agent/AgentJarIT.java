package jdsm.agent;

import static jdsm.agent.AgentProcess.JAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent in a JVM that has nothing else on its class path than a program. */
@Timeout(60)
class AgentJarIT {
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

    @BeforeAll
    static void compile() throws IOException {
        AgentProcess.compile(app, "Hello.java", HELLO);
        AgentProcess.compile(app, "Shout.java", PROGRAM);
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
                                        "jdsm-agent: unknown option 'verbos'; known: cache, check, debug, dump, exclude, heavy, include, local, profile, remote, sample, verbose, verify, volatile-elements")));
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
        Stream<String> jvm = Stream.of("-javaagent:" + JAR + options, "-cp", app.toString(), mainClass);
        return AgentProcess.jvm(
                app, Map.of(), Stream.concat(jvm, Stream.of(args)).toList());
    }
}
