package jdsm.launcher.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.plan.TransportFiles;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Option;

/** The options of jobs whose ranks use UCX. */
final class UcxOptions {
    private static final String UCX = "ucx";
    /**
     * UCX would take over the signals by which the JVM stops threads, from the load of its libraries until its binding gives
     * them back: a rank that collects garbage meanwhile would crash.
     */
    private static final Map<String, String> SIGNALS_OF_THE_JVM = Map.of("UCX_HANDLE_ERRORS", "none");

    /** The transports by UCX. */
    private static final Set<String> BY_UCX = Set.of(UCX, "mixed-ucx");
    /** The transport that takes UCX where it is trusted and fast. */
    private static final String AUTO = "auto";
    /** Tells the transport in a rank's JVM where UCX's libraries are. */
    private static final String LIBRARIES = "-Djdsm.ucx.lib=";

    @Option(
            names = "--ucx-lib",
            paramLabel = "DIR",
            description = "Directory of UCX's libraries, for --comm ucx, mixed-ucx, or auto with --trusted-fabric"
                    + " (default: JDSM_UCX_LIB, or the system's).")
    private Path library;

    @Option(
            names = "--trusted-fabric",
            description =
                    "Allow UCX between hosts, which does not encrypt: you trust everybody who can reach its network,"
                            + " for who holds a memory key reads that memory.")
    private boolean trusted;

    /** Adds what are settings of the job, by key of {@link JdsmConfig}. */
    void addTo(Map<String, List<String>> settings) {
        if (trusted) {
            settings.put("trusted-fabric", List.of("true"));
        }
    }

    /**
     * Returns what the JVMs of a job get for its transport.
     *
     * @throws JdsmConfigException if the job does not use UCX, but has its libraries
     */
    TransportFiles files(JdsmConfig config, Distribution distribution) throws ProgramException {
        boolean may = config.comm().equals(AUTO) && config.encryption().trustedFabric();
        if (!may && !BY_UCX.contains(config.comm())) {
            if (library != null) {
                throw new JdsmConfigException("--ucx-lib is for --comm ucx or mixed-ucx, and for auto with"
                        + " --trusted-fabric, and this job has " + config.comm());
            }
            return TransportFiles.NONE;
        }
        List<String> flags = library == null
                ? List.of()
                : List.of(LIBRARIES + library.toAbsolutePath().normalize());
        return new TransportFiles(distribution.transport(UCX), flags, SIGNALS_OF_THE_JVM);
    }
}
