package jdsm.launcher.command;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import jdsm.Protocol;
import jdsm.checkpoint.CheckpointKey;
import jdsm.comm.spi.CommProvider;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.LaunchBackend;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.classdata.ClassDataArchive;
import jdsm.launcher.host.CoreFiles;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Capacity;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.Planner;
import jdsm.launcher.plan.Program;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import jdsm.launcher.program.ProgramFinder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options and the start of a job, common to {@code jdsm launch} and {@code jdsm profile}. Option values stay text
 * here; {@link JdsmConfig} parses the values of all sources.
 */
abstract class JobCommand implements Callable<Integer> {
    private static final String LOCAL = "local";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-p", "--ranks"},
            paramLabel = "RANKS",
            description = "Number of ranks (default: 1).")
    private String ranks;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "THREADS",
            description = "Number of workers in each rank (default: 1).")
    private String threads;

    @Option(
            names = "--comm",
            paramLabel = "NAME",
            description = "The transport: auto (default: shm on one host, else mixed), shm, tcp, mixed, inproc, ucx or"
                    + " mixed-ucx.")
    private String comm;

    @Mixin
    private final UcxOptions ucx = new UcxOptions();

    @Option(
            names = "--consistency",
            paramLabel = "NAME",
            description = "The coherence protocol (default: lazy-release with the agent, else write-invalidate).")
    private String consistency;

    @Option(
            names = "--conf",
            paramLabel = "FILE",
            description = "Settings file, one line 'key = value' for each setting.")
    private Path conf;

    @Option(
            names = {"--cp", "--class-path"},
            paramLabel = "PATH",
            description = "Class path of the program.")
    private String classPath;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "An argument for the ranks' JVMs; repeatable.")
    private List<String> jvmArgs;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time limit of the job (default: none).")
    private String timeout;

    @Option(
            names = "--join-timeout",
            paramLabel = "SECONDS",
            description = "Time limit for all ranks to join, or 'never' (default: 300).")
    private String joinTimeout;

    @Option(
            names = "--lost-after",
            paramLabel = "SECONDS",
            description = "Time without a sign of life after which a rank counts as lost, or 'never' (default: 90).")
    private String lostAfter;

    @Option(
            names = "--free-after",
            paramLabel = "BYTES",
            description = "Size of new shared objects on a rank after which the next barrier frees those that no rank"
                    + " reaches, such as 16m, or 'never' (default: an eighth of the heap, at most 256m).")
    private String freeAfter;

    @Option(
            names = "--fetch-order",
            paramLabel = "ORDER",
            description = "The order in which copies of objects come along: learnt (default), breadth, depth,"
                    + " hierarchical, or freqread for objects that are often read only.")
    private String fetchOrder;

    @Option(names = "--stats", paramLabel = "FILE.json", description = "File for the job's statistics.")
    private String stats;

    @Option(names = "--verbose", description = "Print more, and report stalls after 10 seconds instead of 60.")
    private boolean verbose;

    @Option(
            names = "--debug",
            paramLabel = "RANK|all[,suspend]",
            description =
                    "Open a port for a debugger on one rank or on all; with suspend the rank waits for a debugger.")
    private String debug;

    @Option(
            names = "--prefix",
            negatable = true,
            description = "Print the rank in front of each line (default: with several ranks).")
    private Boolean prefix;

    @Option(
            names = "--agent",
            negatable = true,
            description = "Weave the program, so that its fields, arrays and monitors are shared without further calls"
                    + " (default: yes; --no-agent for programs that use the explicit API).")
    private Boolean agent;

    @Option(
            names = "--allow-nothing-shared",
            negatable = true,
            description =
                    "Allow several ranks to run a program that is not woven and registers nothing: each rank computes"
                            + " for itself, or only exchanges messages (default: no).")
    private Boolean allowNothingShared;

    @Option(
            names = "--check",
            negatable = true,
            description = "Look for data races, and for accesses that JDSM has not checked; slow (default: no).")
    private Boolean check;

    @Mixin
    private final WeavingOptions weaving = new WeavingOptions();

    @Mixin
    private final CheckpointOptions checkpoints = new CheckpointOptions();

    @Mixin
    private final ClusterOptions hosts = new ClusterOptions();

    @Mixin
    private final SlurmOptions slurm = new SlurmOptions();

    @Mixin
    private final K8sOptions k8s = new K8sOptions();

    @Mixin
    private final HelpOption help = new HelpOption();

    CommandSpec spec() {
        return spec;
    }

    /**
     * Runs a job, and blocks until it has ended.
     *
     * @param className the SPMD class, or an example's simple name
     * @param args the program's arguments
     * @param more settings that no option gives, by key of {@link JdsmConfig}
     * @return the job's exit status
     */
    int run(String className, List<String> args, Map<String, String> more) {
        try {
            JobSpec job = job(className, args, more);
            if (k8s.describes()) {
                spec.commandLine().getOut().print(k8s.manifest(job));
                spec.commandLine().getOut().flush();
                return 0;
            }
            if (slurm.submits()) {
                String number = slurm.submission(
                                job, spec.commandLine().getParseResult().originalArgs())
                        .submit();
                spec.commandLine().getOut().println("jdsm: submitted to Slurm as job " + number);
                return 0;
            }
            return checkpoints.run(
                    job,
                    () -> job(className, args, more),
                    each -> backend(each.cluster().map(Cluster::backend).orElse(LOCAL))
                            .run(each),
                    this::say);
        } catch (JdsmConfigException | ProgramException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (LaunchException e) {
            say(e.getMessage());
            return 1;
        }
    }

    private void say(String line) {
        spec.commandLine().getErr().println("jdsm: " + line);
    }

    private JobSpec job(String className, List<String> args, Map<String, String> more)
            throws ProgramException, LaunchException {
        Map<String, List<String>> options = options();
        more.forEach((key, value) -> put(options, key, value));
        boolean later = runsLater();
        boolean profiles = more.containsKey("profile");
        Optional<Cluster> cluster = later
                ? hosts.none(profiles)
                : hosts.cluster(JdsmConfig.of(options, System.getenv(), Optional.ofNullable(conf)), profiles);
        JdsmConfig config = config(options, cluster);
        if (cluster.isEmpty() && !later) {
            Capacity.require(config, memoryBytes());
        }
        JobDemands.certified(config, cluster.isEmpty() && !later);
        JobDemands.ownCache(config);
        JobDemands.bindable(config);
        JobDemands.known("consistency", config.consistency(), Protocol.labels());
        JobDemands.woven(config, weaving);
        JobDemands.checkable(config);
        Distribution distribution = Distribution.own();
        if (config.agent()) {
            distribution.requireAgent();
        }
        Program program = new ProgramFinder(distribution).find(className, config.classPath(), args);
        List<Path> libraries = distribution.libraries();
        Host host = new Host(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Runtime.version().feature(),
                Runtime.getRuntime().availableProcessors(),
                cluster.isEmpty() && !later ? cores(config) : Cores.UNKNOWN,
                libraries,
                distribution.agent(),
                distribution.libraryPath(),
                cluster.isEmpty() && !later ? classData(config, distribution, libraries) : Optional.empty(),
                ucx.files(config, distribution));
        if (weaving.splits()) {
            weaving.addProfiled(options, program.classPath(), spec.commandLine().getErr()::println);
            config = config(options, cluster);
        }
        if (k8s.describes() && config.checkpoints().isPresent()) {
            throw new JdsmConfigException(
                    "--k8s describes jobs without checkpoints: remove --checkpoint and --restart");
        }
        Optional<CheckpointKey> key =
                runsLater() ? Optional.empty() : checkpoints.prepare(config, program.className(), this::say);
        return new JobSpec(config, program, host, cluster, key);
    }

    private static Cores cores(JdsmConfig config) {
        Binding binding = Binding.named(config.bind());
        if (binding == Binding.NONE) {
            return Cores.UNKNOWN;
        }
        Cores cores = CoreFiles.here();
        cores.fault(binding, config.ranks()).ifPresent(fault -> {
            throw new JdsmConfigException("this machine: " + fault);
        });
        return cores;
    }

    /** Whether this process only hands the job on. */
    private boolean runsLater() {
        return slurm.submits() || k8s.describes();
    }

    private JdsmConfig config(Map<String, List<String>> options, Optional<Cluster> cluster) {
        JdsmConfig config = JdsmConfig.of(options, System.getenv(), Optional.ofNullable(conf));
        JobDemands.transport(config.comm());
        return cluster.isEmpty() && !runsLater() ? withTransport(options, config) : config;
    }

    /** The memory of the machine, or of its container: the JVM looks at both. */
    private static long memoryBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    private Optional<Path> classData(JdsmConfig config, Distribution distribution, List<Path> libraries) {
        return Planner.takesClassData(config)
                ? ClassDataArchive.prepare(
                        distribution.home(),
                        libraries,
                        false,
                        spec.commandLine().getErr()::println)
                : Optional.empty();
    }

    /** Chooses one transport for all ranks if the choice depends on the free resources of the host. */
    private JdsmConfig withTransport(Map<String, List<String>> options, JdsmConfig config) {
        String chosen = CommProvider.named(config.comm())
                .map(asked -> asked.launchedHere(config.ranks(), name -> JvmProperties.of(config.jvmArgs(), name)))
                .map(CommProvider::name)
                .orElse(config.comm());
        if (chosen.equals(config.comm())) {
            return config;
        }
        put(options, "comm", chosen);
        return JdsmConfig.of(options, System.getenv(), Optional.ofNullable(conf));
    }

    /** The given options, by key of {@link JdsmConfig}. */
    private Map<String, List<String>> options() {
        Map<String, List<String>> options = new LinkedHashMap<>();
        put(options, "ranks", ranks);
        put(options, "threads", threads);
        put(options, "comm", comm);
        put(options, "consistency", consistency);
        put(options, "cp", classPath);
        put(options, "timeout", timeout);
        put(options, "join-timeout", joinTimeout);
        put(options, "lost-after", lostAfter);
        put(options, "free-after", freeAfter);
        put(options, "fetch-order", fetchOrder);
        put(options, "stats", stats);
        put(options, "verbose", verbose ? true : null);
        put(options, "debug", debug);
        put(options, "prefix", prefix);
        put(options, "agent", agent);
        put(options, "allow-nothing-shared", allowNothingShared);
        put(options, "check", check);
        if (jvmArgs != null) {
            options.put("jvm-args", jvmArgs);
        }
        weaving.addTo(options);
        checkpoints.addTo(options);
        hosts.addTo(options);
        ucx.addTo(options);
        return options;
    }

    private static void put(Map<String, List<String>> options, String key, Object value) {
        if (value != null) {
            options.put(key, List.of(value.toString()));
        }
    }

    private static LaunchBackend backend(String name) {
        return ServiceLoader.load(LaunchBackend.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no launch back end named " + name));
    }
}
