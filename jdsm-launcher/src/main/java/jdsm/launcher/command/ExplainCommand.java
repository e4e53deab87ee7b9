package jdsm.launcher.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.plan.Program;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import jdsm.launcher.program.ProgramFinder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code jdsm explain}: reports the agent's analysis of a program. The agent's jar does the work, in a process of its
 * own.
 */
@Command(
        name = "explain",
        description =
                "Says what a woven program shares, and where its accesses are checked. Runs no part of the program.",
        footer = {"", "Exit status: 0; 2 if the agent would refuse the program, or for wrong usage."},
        sortOptions = false)
final class ExplainCommand implements Callable<Integer> {
    private static final String MAIN = "jdsm.agent.Explain";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"--cp", "--class-path"},
            paramLabel = "PATH",
            description = "Class path of the program.")
    private String classPath;

    @Option(
            names = "--conf",
            paramLabel = "FILE",
            description = "Settings file, one line 'key = value' for each setting.")
    private Path conf;

    @Mixin
    private final WeavingOptions weaving = new WeavingOptions();

    @Mixin
    private final HelpOption help = new HelpOption();

    @Parameters(index = "0", paramLabel = "CLASS", description = "The SPMD class, or an example's simple name.")
    private String className;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            Map<String, List<String>> options = options();
            JdsmConfig config = JdsmConfig.of(options, System.getenv(), Optional.ofNullable(conf));
            Distribution distribution = Distribution.own();
            distribution.requireAgent();
            Program program = new ProgramFinder(distribution).find(className, config.classPath(), List.of());
            if (weaving.splits()) {
                weaving.addProfiled(
                        options, program.classPath(), spec.commandLine().getErr()::println);
                config = JdsmConfig.of(options, System.getenv(), Optional.ofNullable(conf));
            }
            return run(distribution, program, config.agentOptions());
        } catch (JdsmConfigException | ProgramException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Map<String, List<String>> options() {
        Map<String, List<String>> options = new LinkedHashMap<>();
        if (classPath != null) {
            options.put("cp", List.of(classPath));
        }
        weaving.addTo(options);
        return options;
    }

    private static int run(Distribution distribution, Program program, String agentOptions)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Djdsm.launched=true", "-cp"));
        command.add(Stream.concat(Stream.of(distribution.agent()), program.classPath().stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(MAIN);
        command.add(program.className());
        command.add(agentOptions);
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }
}
