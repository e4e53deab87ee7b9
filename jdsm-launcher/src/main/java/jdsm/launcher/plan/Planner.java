package jdsm.launcher.plan;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.checkpoint.CheckpointKey;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.config.DebugConfig;
import jdsm.config.JdsmConfig;

/**
 * Makes the plan of a job on one host or several: a JVM for each rank, or one JVM for all ranks under {@code inproc}. A
 * pure function: it starts and reads nothing. Thread-safe.
 */
public final class Planner {
    /** Tells a JVM that the launcher reads its output: lines of the job's own start with {@code U+001E}. */
    static final String OUTPUT = "JDSM_OUTPUT";

    /** Tells agent and runtime that messages name the launcher's options. */
    private static final String LAUNCHED = "-Djdsm.launched=true";

    /** Tells a rank that others have started that it has the launcher's flags. */
    private static final String FLAGGED = "-Djdsm.flags=true";

    /** Tells a JVM that sees its own part of the processors how many all ranks of its host have together. */
    private static final String PROCESSORS = "-Djdsm.processors=";

    /** Opens a debugger's port on the loopback address. The JVM chooses a free port and prints it. */
    static final String DEBUGGER = "-agentlib:jdwp=transport=dt_socket,server=y,address=127.0.0.1:0,suspend=";

    private static final String INPROC = "inproc";
    private static final String DEVICE = "JDSM_DEVICE";

    private final MainClasses mainClasses;

    /**
     * A planner whose JVMs start with the given classes.
     *
     * @param mainClasses {@link MainClasses#RUNTIME}, or stand-ins of a test
     */
    public Planner(MainClasses mainClasses) {
        this.mainClasses = mainClasses;
    }

    /** Whether the ranks of {@code spec} meet at a rendezvous: there are several, each in a process of its own. */
    public static boolean meets(JobSpec spec) {
        return spec.config().ranks() > 1 && !spec.config().comm().equals(INPROC);
    }

    /** Whether the job's JVMs use an archive of class data if there is one: no flag of the user says otherwise. */
    public static boolean takesClassData(JdsmConfig config) {
        return JvmFlags.takeClassData(config.jvmArgs());
    }

    /**
     * The flags by which a JVM with JDSM's libraries in front of its class path uses their archive of class data; none if the
     * user's flags rule that out.
     */
    public static List<String> classData(Path archive, int feature, List<String> userFlags) {
        return JvmFlags.takeClassData(userFlags) ? JvmFlags.classData(archive, feature) : List.of();
    }

    /**
     * The flags for a JVM that another starter starts.
     *
     * @param userFlags flags that replace those of the same kind
     * @param jvms the number of JVMs that share a host
     * @param agent whether the agent is among them
     */
    public static List<String> flagsOfOthers(Host host, List<String> userFlags, int jvms, boolean agent) {
        List<String> flags = new ArrayList<>(new JvmFlags(host, userFlags).forOneOf(jvms));
        flags.add(FLAGGED);
        if (agent) {
            flags.add("-javaagent:" + host.agent());
        }
        return flags;
    }

    /** The plan for {@code spec} on the launcher's host, under the names and secrets of {@code identity}. */
    public LaunchPlan plan(JobSpec spec, LaunchIdentity identity) {
        Place here = Place.here(spec);
        if (spec.config().comm().equals(INPROC)) {
            return plan(spec, List.of(allRanks(spec, identity, here)));
        }
        return plan(spec, identity, List.of(here));
    }

    /**
     * The plan for {@code spec} on several hosts, a process for each rank.
     *
     * @param places the hosts with their ranks, which are all of the job, in ascending order
     */
    public LaunchPlan plan(JobSpec spec, LaunchIdentity identity, List<Place> places) {
        return plan(
                spec,
                places.stream()
                        .flatMap(place -> IntStream.range(place.first(), place.first() + place.ranks())
                                .mapToObj(rank -> oneRank(spec, identity, place, rank)))
                        .toList());
    }

    private static LaunchPlan plan(JobSpec spec, List<ProcessPlan> processes) {
        return new LaunchPlan(
                processes, unset(), true, meets(spec), spec.config().timeout());
    }

    private ProcessPlan oneRank(JobSpec spec, LaunchIdentity identity, Place place, int rank) {
        JdsmConfig config = spec.config();
        Map<String, String> environment = environment(spec, identity, place);
        environment.put(JobVariables.RANK, Integer.toString(rank));
        identity.rendezvous().ifPresent(address -> {
            environment.put(JobVariables.RENDEZVOUS, address);
            environment.put(JobVariables.RENDEZVOUS_AT, "launcher");
        });
        return new ProcessPlan(
                "rank " + rank + (place.name().isEmpty() ? "" : " (" + place.name() + ")"),
                config.prefix() ? "[" + rank + "] " : "",
                bound(spec, place, rank, command(spec, place, place.ranks(), mainClasses.rank(), debug(config, rank))),
                environment);
    }

    private ProcessPlan allRanks(JobSpec spec, LaunchIdentity identity, Place place) {
        // Only this JVM can tell its ranks' lines apart, so it prefixes them itself.
        return new ProcessPlan(
                "the job's process",
                "",
                command(spec, place, 1, mainClasses.inproc(), spec.config().debug()),
                environment(spec, identity, place));
    }

    private static Optional<DebugConfig> debug(JdsmConfig config, int rank) {
        return config.debug().filter(debug -> debug.covers(rank));
    }

    private static Map<String, String> environment(JobSpec spec, LaunchIdentity identity, Place place) {
        Map<String, String> environment = new LinkedHashMap<>(spec.config().toEnvironment());
        place.device().ifPresent(device -> environment.putIfAbsent(DEVICE, device));
        environment.put(JobVariables.RANKS_ON_HOST, Integer.toString(place.ranks()));
        environment.put(JobVariables.JOB, identity.jobId());
        environment.put(JobVariables.SECRET, identity.secret());
        environment.put(JobVariables.LAUNCHER_PID, Long.toString(identity.launcherPid()));
        identity.deadlineMillis()
                .ifPresent(millis -> environment.put(JobVariables.DEADLINE_MILLIS, Long.toString(millis)));
        spec.checkpointKey().ifPresent(key -> environment.put(CheckpointKey.VARIABLE, key.text()));
        environment.put(OUTPUT, "marked");
        environment.putAll(place.host().transport().variables());
        return environment;
    }

    private static List<String> command(
            JobSpec spec, Place place, int jvms, String mainClass, Optional<DebugConfig> debug) {
        Host host = place.host();
        List<String> command = new ArrayList<>();
        command.add(host.java().toString());
        command.addAll(new JvmFlags(host, spec.config().jvmArgs()).forOneOf(jvms));
        command.addAll(host.transport().flags());
        command.add(LAUNCHED);
        // Before the agent, so that the JVM prints the port first.
        debug.ifPresent(wanted -> command.add(DEBUGGER + (wanted.suspend() ? "y" : "n")));
        if (spec.config().agent()) {
            String options = agentOptions(spec.config(), debug.isPresent());
            command.add("-javaagent:" + host.agent() + (options.isEmpty() ? "" : "=" + options));
        }
        command.add("-cp");
        command.add(classPath(place).map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(mainClass);
        command.add(spec.program().className());
        command.addAll(spec.program().args());
        return command;
    }

    /** The command of a rank on the processors that are its part of the host's. */
    private static List<String> bound(JobSpec spec, Place place, int rank, List<String> command) {
        Host host = place.host();
        List<Integer> processors = host.cores().of(spec.binding(), place.ranks(), rank - place.first());
        if (processors.isEmpty()) {
            return command;
        }
        List<String> bound = new ArrayList<>(List.of("taskset", "-c", Cores.words(processors, ",")));
        bound.add(command.get(0));
        bound.add(PROCESSORS + host.processors());
        bound.addAll(command.subList(1, command.size()));
        return bound;
    }

    private static String agentOptions(JdsmConfig config, boolean debug) {
        return Stream.of(
                        config.agentOptions(),
                        config.verbose() ? "verbose" : "",
                        debug ? "debug" : "",
                        config.check() ? "check" : "",
                        config.profile().file().isPresent() ? "profile" : "",
                        sample(config))
                .filter(option -> !option.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static String sample(JdsmConfig config) {
        return config.profile().file().isPresent() && config.profile().sample().isPresent()
                ? "sample=" + config.profile().sample().getAsInt()
                : "";
    }

    private static Stream<Path> classPath(Place place) {
        return Stream.of(place.host().libraries(), place.host().transport().jars(), place.classPath())
                .flatMap(List::stream);
    }

    private static Set<String> unset() {
        Set<String> unset = new HashSet<>(JdsmConfig.variables());
        unset.addAll(List.of(
                JobVariables.RANK,
                JobVariables.RANKS,
                JobVariables.RENDEZVOUS,
                JobVariables.RENDEZVOUS_AT,
                JobVariables.JOB,
                JobVariables.SECRET,
                JobVariables.RANKS_ON_HOST,
                JobVariables.LAUNCHER_PID,
                JobVariables.DEADLINE_MILLIS,
                CheckpointKey.VARIABLE,
                OUTPUT));
        return unset;
    }
}
