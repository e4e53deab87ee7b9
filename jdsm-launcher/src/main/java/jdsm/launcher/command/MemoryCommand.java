package jdsm.launcher.command;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdsm.launcher.classdata.ClassDataArchive;
import jdsm.launcher.memory.MemoryException;
import jdsm.launcher.memory.MemoryRun;
import jdsm.launcher.plan.Program;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import jdsm.launcher.program.ProgramFinder;
import jdsm.remote.ReplacementPolicy;
import jdsm.remote.SpaceSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jdsm memory}: runs a program of one JVM with the memory of several hosts. */
@Command(
        name = "memory",
        description = "Runs a program of one JVM whose remote arrays lie in the memory of several hosts.",
        footer = {
            "",
            "The host file has a line 'name megabytes' for each host, the computing host first. For 'localhost' a",
            "server is started here, for another name there, by ssh; 'host:port' is a server that runs already, by",
            "jdsm memory-server.",
            "Exit status: the program's; 1 if its memory fails; 2 for wrong usage."
        },
        sortOptions = false)
final class MemoryCommand implements Callable<Integer> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmM]?)");
    private static final List<String> TRANSPORTS = List.of("auto", "shm", "tcp");

    @Spec
    private CommandSpec spec;

    @Option(names = "--hostfile", paramLabel = "FILE", description = "The hosts and their memory.")
    private Path hostFile;

    @Option(
            names = {"--cp", "--class-path"},
            paramLabel = "PATH",
            description = "Class path of the program.")
    private String classPath;

    @Option(
            names = "--page-size",
            paramLabel = "SIZE",
            defaultValue = "1m",
            description = "Page size, a power of two from 4k to 4m (default: ${DEFAULT-VALUE}).")
    private String pageSize;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "clock",
            description = "Which page leaves: round-robin, clock or lru-k (default: ${DEFAULT-VALUE}).")
    private String policy;

    @Option(
            names = "--copies",
            paramLabel = "N",
            defaultValue = "1",
            description = "Copies of each page at different servers: 1, or 2 to survive the loss of one.")
    private String copies;

    @Option(
            names = "--prefetch",
            paramLabel = "N",
            defaultValue = "" + SpaceSettings.DEFAULT_AHEAD,
            description = "Pages to fetch ahead of a sequence of accesses, at most (default: ${DEFAULT-VALUE}).")
    private String ahead;

    @Option(
            names = "--comm",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "Transport: shm for servers on this host, tcp, or auto (default: ${DEFAULT-VALUE}).")
    private String comm;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            defaultValue = "ssh",
            description = "The ssh command with options of yours, for servers on other hosts (default: ssh).")
    private String ssh;

    @Option(names = "--copy", description = "Bring JDSM to the hosts on which servers are started by ssh.")
    private boolean copy;

    @Option(names = "--stats", description = "Print at the end what happened to the pages of each array.")
    private boolean statistics;

    @Option(
            names = "--explain",
            description = "Run nothing; say which arrays marked @Remote are remote, and which loops go by page.")
    private boolean explain;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "Argument for the program's JVM. Repeatable.")
    private List<String> jvmArgs = new ArrayList<>();

    @Mixin
    private final HelpOption help = new HelpOption();

    @Parameters(index = "0", paramLabel = "CLASS", description = "The class with main, or an example's simple name.")
    private String className;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "The program's arguments.")
    private List<String> args = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        try {
            MemoryRun.Wanted wanted = explain ? null : wanted();
            Distribution distribution = Distribution.own();
            distribution.requireAgent();
            Program program = new ProgramFinder(distribution).findMain(className, classPath(), args);
            Optional<Path> classData = explain
                    ? Optional.empty()
                    : ClassDataArchive.prepare(distribution, spec.commandLine().getErr()::println);
            MemoryRun run = new MemoryRun(distribution, classData, System.getenv());
            return explain ? run.explain(program) : run.run(wanted, program);
        } catch (ProgramException | MemoryException | IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private MemoryRun.Wanted wanted() {
        if (!TRANSPORTS.contains(comm)) {
            throw wrong("unknown transport '" + comm + "' for memory; known: " + String.join(", ", TRANSPORTS));
        }
        if (hostFile == null) {
            throw wrong("--hostfile is missing: the hosts and their memory");
        }
        return new MemoryRun.Wanted(
                hostFile,
                pageBytes(),
                ReplacementPolicy.labelled(policy),
                number("--copies", copies),
                number("--prefetch", ahead),
                comm,
                statistics,
                List.copyOf(jvmArgs),
                List.of(ssh.strip().split("\\s+")),
                copy);
    }

    private int pageBytes() {
        Matcher parts = SIZE.matcher(pageSize);
        if (!parts.matches()) {
            throw wrong("--page-size must be a size such as 64k or 1m, was '" + pageSize + "'");
        }
        int shift = parts.group(2).isEmpty() ? 0 : parts.group(2).equalsIgnoreCase("k") ? 10 : 20;
        long bytes = Long.parseLong(parts.group(1)) << shift;
        SpaceSettings.checkPageBytes(bytes);
        return (int) bytes;
    }

    private int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw wrong(option + " must be a whole number, was '" + text + "'");
        }
    }

    private List<Path> classPath() {
        return classPath == null
                ? List.of()
                : Stream.of(classPath.split(File.pathSeparator))
                        .filter(entry -> !entry.isEmpty())
                        .map(Path::of)
                        .toList();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message, new IllegalArgumentException(message));
    }
}
