package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import jdsm.agent.AgentProcess.Outcome;
import jdsm.node.WovenRanks;

/** A program compiled by a test, which runs woven or as it is on ranks that are threads of the test's JVM. */
record InprocProgram(URLClassLoader loader) {
    /** Compiles a source file into the directory. */
    static InprocProgram compile(Path app, String fileName, String source) throws IOException {
        return compile(app, Map.of(fileName, source));
    }

    /** Compiles source files into the directory. @param sources by their names */
    static InprocProgram compile(Path app, Map<String, String> sources) throws IOException {
        String path = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of("-g", "-proc:none", "-cp", path, "-d", app.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            command.add(Files.writeString(app.resolve(source.getKey()), source.getValue())
                    .toString());
        }
        String[] options = command.toArray(new String[0]);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        return new InprocProgram(
                new URLClassLoader(new URL[] {app.toUri().toURL()}, InprocProgram.class.getClassLoader()));
    }

    /** Runs the program woven. @param options those of the agent, maybe none; @param program its name and arguments */
    Outcome ranks(int ranks, String options, String... program) {
        Map<String, String> settings = options.contains("check") ? Map.of("JDSM_CHECK", "true") : Map.of();
        return run(ranks, options, settings, program);
    }

    /** Runs the program as it is. @param settings by their variables */
    Outcome plainRanks(int ranks, Map<String, String> settings, String... program) {
        return run(ranks, null, settings, program);
    }

    /** @param options null: not woven */
    Outcome run(int ranks, String options, Map<String, String> settings, String... program) {
        WovenRanks.Ended ended = WovenRanks.run(loader, ranks, options, settings, program);
        return new Outcome(ended.status(), ended.out(), ended.err());
    }
}
