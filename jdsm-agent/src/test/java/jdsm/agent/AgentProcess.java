package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Programs compiled by a test, and JVMs that run them with or without the agent's jar as their agent. */
record AgentProcess(Path app) {
    /** The packaged agent. */
    static final Path JAR = Path.of("target/jdsm-agent.jar").toAbsolutePath();

    /** The lines that a process has written until its end, and its exit status. */
    record Outcome(int status, List<String> out, List<String> err) {}

    /** Compiles a source file into the directory. */
    static AgentProcess compile(Path app, String fileName, String source) throws IOException {
        Path file = Files.writeString(app.resolve(fileName), source);
        String[] options = {"-g", "-proc:none", "-cp", JAR.toString(), "-d", app.toString(), file.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        return new AgentProcess(app);
    }

    /** Runs a woven program with ranks that are threads of one JVM. */
    Outcome ranks(int ranks, String agentOptions, String... program) throws IOException, InterruptedException {
        return java(agentOptions, inproc(ranks), inprocMain(program));
    }

    /** Runs a program without the agent. @param settings by their variables */
    Outcome plainRanks(int ranks, Map<String, String> settings, String... program)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(inproc(ranks));
        environment.putAll(settings);
        return java(null, environment, inprocMain(program));
    }

    private static Map<String, String> inproc(int ranks) {
        return Map.of("JDSM_RANKS", Integer.toString(ranks), "JDSM_COMM", "inproc");
    }

    private static String[] inprocMain(String[] program) {
        List<String> command = new ArrayList<>(List.of("jdsm.node.InprocMain"));
        command.addAll(List.of(program));
        return command.toArray(String[]::new);
    }

    /** @param agentOptions null: no agent; else its options, maybe none */
    Outcome java(String agentOptions, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        if (agentOptions != null) {
            line.add("-javaagent:" + JAR + (agentOptions.isEmpty() ? "" : "=" + agentOptions));
        }
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", app + File.pathSeparator + JAR));
        line.addAll(List.of(command));
        return jvm(app, environment, line);
    }

    /** Runs a JVM to its end. @param directory receives files with its output; @param arguments all of them */
    static Outcome jvm(Path directory, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        ProcessBuilder builder = jvm(arguments).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readAllLines(out, UTF_8), Files.readAllLines(err, UTF_8));
    }

    /** A JVM of the JDK that runs the test, not yet started. */
    static ProcessBuilder jvm(List<String> arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                Stream.concat(Stream.of(java), arguments.stream()).toList());
    }
}
