package jdsm.launcher.command;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.launcher.classdata.ClassDataArchive;
import jdsm.launcher.memory.MemoryException;
import jdsm.launcher.memory.MemoryRun;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jdsm memory-server}: serves memory to programs of other hosts, until it is ended. */
@Command(
        name = "memory-server",
        description = "Serves memory of this host to programs that jdsm memory runs, several at once.",
        footer = {
            "",
            "The environment variable JDSM_MEMORY_SECRET, at least 16 characters, is the secret that the server and its",
            "programs have in common. The server prints its address and runs until it is ended."
        },
        sortOptions = false)
final class MemoryServerCommand implements Callable<Integer> {
    private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
    private static final long MOST_MEGABYTES = 1L << 30;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--megabytes",
            paramLabel = "N",
            required = true,
            description = "Memory for all programs together, in units of 2^20 bytes.")
    private String megabytes;

    @Option(
            names = "--at",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:0",
            description = "Address to listen at; port 0 picks a free one (default: ${DEFAULT-VALUE}, this host only).")
    private String at;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Override
    public Integer call() throws InterruptedException {
        long size = megabytes();
        InetSocketAddress address = address();
        try {
            Distribution distribution = Distribution.own();
            Optional<Path> classData =
                    ClassDataArchive.prepare(distribution, spec.commandLine().getErr()::println);
            return new MemoryRun(distribution, classData, System.getenv()).serve(size, address);
        } catch (MemoryException | ProgramException e) {
            throw wrong(e.getMessage());
        }
    }

    private long megabytes() {
        try {
            long size = Long.parseLong(megabytes);
            if (size >= 1 && size <= MOST_MEGABYTES) {
                return size;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw wrong("--megabytes must be a whole number from 1 to " + MOST_MEGABYTES + ", was '" + megabytes + "'");
    }

    private InetSocketAddress address() {
        Matcher parts = ADDRESS.matcher(at);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > 65_535) {
            throw wrong("--at must be an address HOST:PORT, was '" + at + "'");
        }
        return InetSocketAddress.createUnresolved(parts.group(1), Integer.parseInt(parts.group(2)));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message, new IllegalArgumentException(message));
    }
}
