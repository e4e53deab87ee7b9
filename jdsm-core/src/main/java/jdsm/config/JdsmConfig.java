package jdsm.config;

import java.io.File;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdsm.comm.spi.Limits;

/**
 * The settings of a job. Each comes from the first of these that has it: the command line, the environment, a file, the
 * default.
 *
 * <pre>
 * key          option          variable           value                                         default
 * ranks        --ranks         JDSM_RANKS         1 to 4096                                     1
 * threads      --threads       JDSM_THREADS       workers a rank, 1 to 4096                     1
 * comm         --comm          JDSM_COMM          a transport's name, or auto                    auto
 * consistency  --consistency   JDSM_CONSISTENCY   a protocol's name                             lazy-release with the agent,
 *                                                                                              else write-invalidate
 * device       -               JDSM_DEVICE        local address or interface to listen on       the loopback address
 * hosts        -               JDSM_HOSTS         names separated by commas; this machine only  localhost
 * cp           --cp            JDSM_CP            class path of the program                     empty
 * jvm-args     --jvm-arg ...   JDSM_JVM_ARGS      words, quotes keep blanks                     empty
 * timeout      --timeout       JDSM_TIMEOUT       seconds, to the millisecond                   no limit
 * join-timeout --join-timeout  JDSM_JOIN_TIMEOUT  seconds until all ranks have joined, or never  300
 * lost-after   --lost-after    JDSM_LOST_AFTER    seconds of silence, or never                  90
 * stats        --stats         JDSM_STATS         file for the job's statistics                 none
 * verbose      --verbose       JDSM_VERBOSE       true or false                                 false
 * debug        --debug         JDSM_DEBUG         a rank or all, then perhaps ,suspend          none
 * prefix       --[no-]prefix   JDSM_PREFIX        true or false                                 true where ranks &gt; 1
 * agent        --[no-]agent    JDSM_AGENT         true or false                                 true
 * check        --[no-]check    JDSM_CHECK         true or false                                 false
 * include      --include ...   JDSM_INCLUDE       prefixes of classes to weave, with commas     all of the application
 * exclude      --exclude ...   JDSM_EXCLUDE       prefixes of classes not to weave              none
 * local        --local ...     JDSM_LOCAL         fields, package.Class.field, with commas      what annotations say
 * volatile-elements  --volatile-elements ...  JDSM_VOLATILE_ELEMENTS  fields, written so        what annotations say
 * dump         --dump          JDSM_DUMP          directory for class files                     none
 * cache        --cache         JDSM_CACHE         directory for woven classes, or none          the user's cache
 * allow-nothing-shared  --[no-]allow-nothing-shared  JDSM_ALLOW_NOTHING_SHARED  true or false   false
 * </pre>
 *
 * <p>{@code join-timeout} counts from the start of the rendezvous (of a rank: from its own) to the moment at which all ranks are
 * connected. {@code lost-after} counts the time in which a rank gives no sign of life, be it stopped, or the network to it
 * interrupted; a rank whose process ends is lost at once. {@code never} turns a limit off, as where a debugger stops ranks.
 *
 * <p>One rank is the default because it is what the program does without a launcher, too. A variable that is set but
 * empty counts as absent. Which transports and protocols exist is for those to say who look them up. Immutable and
 * thread-safe.
 */
public final class JdsmConfig {
    /** The most ranks that a job may have. */
    public static final int MOST_RANKS = 4096;

    /** The most workers that a rank may have; so the number of all workers of a job is an {@code int}. */
    public static final int MOST_THREADS = 4096;

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

    private final int ranks;
    private final int threads;
    private final String comm;
    private final String consistency;
    private final Optional<String> device;
    private final List<String> hosts;
    private final List<Path> classPath;
    private final List<String> jvmArgs;
    private final Optional<Duration> timeout;
    private final Optional<Duration> joinTimeout;
    private final Optional<Duration> lostAfter;
    private final Optional<Path> stats;
    private final boolean verbose;
    private final Optional<DebugConfig> debug;
    private final boolean prefix;
    private final boolean agent;
    private final boolean check;
    private final WeavingConfig weaving;
    private final boolean allowNothingShared;

    private JdsmConfig(Map<JdsmConfigKey, JdsmConfigSetting> found) {
        Map<JdsmConfigKey, JdsmConfigSetting> settings = Map.copyOf(found);
        ranks = get(settings, JdsmConfigKey.RANKS)
                .map(setting -> setting.upTo(MOST_RANKS))
                .orElse(1);
        threads = get(settings, JdsmConfigKey.THREADS)
                .map(setting -> setting.upTo(MOST_THREADS))
                .orElse(1);
        comm = get(settings, JdsmConfigKey.COMM).map(JdsmConfigSetting::name).orElse("auto");
        agent = get(settings, JdsmConfigKey.AGENT).map(JdsmConfigSetting::flag).orElse(true);
        consistency = get(settings, JdsmConfigKey.CONSISTENCY)
                .map(JdsmConfigSetting::name)
                .orElse(agent ? "lazy-release" : "write-invalidate");
        device = get(settings, JdsmConfigKey.DEVICE).map(JdsmConfigSetting::text);
        hosts = get(settings, JdsmConfigKey.HOSTS).map(JdsmConfig::localHosts).orElse(List.of("localhost"));
        classPath = get(settings, JdsmConfigKey.CP)
                .map(cp -> cp.paths(File.pathSeparator))
                .orElse(List.of());
        jvmArgs = get(settings, JdsmConfigKey.JVM_ARGS)
                .map(JdsmConfigSetting::words)
                .orElse(List.of());
        timeout = get(settings, JdsmConfigKey.TIMEOUT).map(JdsmConfigSetting::seconds);
        joinTimeout = limit(settings, JdsmConfigKey.JOIN_TIMEOUT, Limits.DEFAULT.joinNanos());
        lostAfter = limit(settings, JdsmConfigKey.LOST_AFTER, Limits.DEFAULT.silenceNanos());
        stats = get(settings, JdsmConfigKey.STATS).map(JdsmConfigSetting::path);
        verbose = get(settings, JdsmConfigKey.VERBOSE)
                .map(JdsmConfigSetting::flag)
                .orElse(false);
        debug = get(settings, JdsmConfigKey.DEBUG).map(setting -> DebugConfig.of(setting, ranks));
        prefix =
                get(settings, JdsmConfigKey.PREFIX).map(JdsmConfigSetting::flag).orElse(ranks > 1);
        allowNothingShared = get(settings, JdsmConfigKey.ALLOW_NOTHING_SHARED)
                .map(JdsmConfigSetting::flag)
                .orElse(false);
        check = get(settings, JdsmConfigKey.CHECK).map(JdsmConfigSetting::flag).orElse(false);
        weaving = new WeavingConfig(
                get(settings, JdsmConfigKey.INCLUDE)
                        .map(WeavingConfig::prefixes)
                        .orElse(List.of()),
                get(settings, JdsmConfigKey.EXCLUDE)
                        .map(WeavingConfig::prefixes)
                        .orElse(List.of()),
                get(settings, JdsmConfigKey.LOCAL).map(WeavingConfig::fields).orElse(List.of()),
                get(settings, JdsmConfigKey.VOLATILE_ELEMENTS)
                        .map(WeavingConfig::fields)
                        .orElse(List.of()),
                get(settings, JdsmConfigKey.DUMP).map(WeavingConfig::directory),
                get(settings, JdsmConfigKey.CACHE).map(WeavingConfig::directory));
    }

    /**
     * The settings from all sources. Reads the file, if any.
     *
     * @param options the command line's values by key (not by option name); an unknown key is a programming error.
     *     {@code jvm-args} may have several values, each one argument; so may those that are lists of prefixes or fields
     * @param environment all variables; the ones of other programs are ignored
     * @param file a settings file
     * @throws JdsmConfigException for a bad value wherever it stands, and a file that cannot be read or understood
     */
    public static JdsmConfig of(
            Map<String, List<String>> options, Map<String, String> environment, Optional<Path> file) {
        Map<JdsmConfigKey, JdsmConfigSetting> settings = new EnumMap<>(JdsmConfigKey.class);
        file.map(JdsmConfigFile::read).ifPresent(settings::putAll);
        settings.putAll(ofEnvironment(environment));
        options.forEach((name, texts) -> {
            JdsmConfigKey key = JdsmConfigKey.named(name)
                    .orElseThrow(() -> new IllegalArgumentException("no setting has the key " + name));
            settings.put(key, new JdsmConfigSetting(key.option(), texts, false));
        });
        return new JdsmConfig(settings);
    }

    /**
     * The settings as a rank's process sees them: from the environment alone.
     *
     * @throws JdsmConfigException for a bad value
     */
    public static JdsmConfig fromEnvironment(Map<String, String> environment) {
        return of(Map.of(), environment, Optional.empty());
    }

    /** The names of all variables that {@link #fromEnvironment} reads. */
    public static Set<String> variables() {
        return Arrays.stream(JdsmConfigKey.values())
                .map(JdsmConfigKey::variable)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The variables that a rank's process needs, in a fixed order: ranks, threads, comm, consistency, limits, prefix, agent and
     * allow-nothing-shared always, verbose, debug and check where wanted, device and stats (as an absolute path, so that the rank's
     * directory does not matter) where given.
     */
    public Map<String, String> toEnvironment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(JdsmConfigKey.RANKS.variable(), Integer.toString(ranks));
        variables.put(JdsmConfigKey.THREADS.variable(), Integer.toString(threads));
        variables.put(JdsmConfigKey.COMM.variable(), comm);
        variables.put(JdsmConfigKey.CONSISTENCY.variable(), consistency);
        variables.put(JdsmConfigKey.JOIN_TIMEOUT.variable(), secondsOrNever(joinTimeout));
        variables.put(JdsmConfigKey.LOST_AFTER.variable(), secondsOrNever(lostAfter));
        variables.put(JdsmConfigKey.PREFIX.variable(), Boolean.toString(prefix));
        variables.put(JdsmConfigKey.AGENT.variable(), Boolean.toString(agent));
        variables.put(JdsmConfigKey.ALLOW_NOTHING_SHARED.variable(), Boolean.toString(allowNothingShared));
        if (verbose) {
            variables.put(JdsmConfigKey.VERBOSE.variable(), "true");
        }
        debug.ifPresent(value -> variables.put(JdsmConfigKey.DEBUG.variable(), value.text()));
        if (check) {
            variables.put(JdsmConfigKey.CHECK.variable(), "true");
        }
        device.ifPresent(value -> variables.put(JdsmConfigKey.DEVICE.variable(), value));
        stats.ifPresent(value -> variables.put(
                JdsmConfigKey.STATS.variable(), value.toAbsolutePath().toString()));
        return variables;
    }

    /** How many ranks the job has, 1 or more. */
    public int ranks() {
        return ranks;
    }

    /** How many workers each rank has, 1 or more. */
    public int threads() {
        return threads;
    }

    /** The transport's name. */
    public String comm() {
        return comm;
    }

    /** The coherence protocol's name. */
    public String consistency() {
        return consistency;
    }

    /** The local address or network interface to listen on; absent: the loopback address. */
    public Optional<String> device() {
        return device;
    }

    /** Where ranks run; never empty. So far every entry names this machine. */
    public List<String> hosts() {
        return hosts;
    }

    /** The program's class path, as given: relative entries start at the current directory. */
    public List<Path> classPath() {
        return classPath;
    }

    /** Arguments for the JVMs of the ranks. */
    public List<String> jvmArgs() {
        return jvmArgs;
    }

    /** How long the job may take; absent: as long as it needs. */
    public Optional<Duration> timeout() {
        return timeout;
    }

    /** How long ranks wait at the start until all are connected; absent: as long as it takes. */
    public Optional<Duration> joinTimeout() {
        return joinTimeout;
    }

    /** How long a rank may give no sign of life before it counts as lost; absent: as long as its process runs. */
    public Optional<Duration> lostAfter() {
        return lostAfter;
    }

    /** The same two, as a transport takes them. */
    public Limits limits() {
        return debug.isPresent()
                ? new Limits(Limits.NONE, Limits.NONE)
                : new Limits(
                        joinTimeout.map(Duration::toNanos).orElse(Limits.NONE),
                        lostAfter.map(Duration::toNanos).orElse(Limits.NONE));
    }

    /** The file for the job's statistics, as given; absent: none is written. */
    public Optional<Path> stats() {
        return stats;
    }

    /** Whether ranks and agent say more of what they do, and stalls are reported earlier. */
    public boolean verbose() {
        return verbose;
    }

    /** Which ranks a debugger may attach to; absent: none. Then nothing that lasts long is a fault. */
    public Optional<DebugConfig> debug() {
        return debug;
    }

    /** Whether lines of output start with the rank that wrote them. */
    public boolean prefix() {
        return prefix;
    }

    /** Whether the ranks' JVMs have the agent. */
    public boolean agent() {
        return agent;
    }

    /** Whether accesses are checked for races, and for rights that JDSM forgot to get. */
    public boolean check() {
        return check;
    }

    /** What the agent is told. */
    public WeavingConfig weaving() {
        return weaving;
    }

    /** Whether several ranks may run a program that shares nothing, neither woven nor by registering. */
    public boolean allowsNothingShared() {
        return allowNothingShared;
    }

    private static Map<JdsmConfigKey, JdsmConfigSetting> ofEnvironment(Map<String, String> environment) {
        Map<JdsmConfigKey, JdsmConfigSetting> settings = new EnumMap<>(JdsmConfigKey.class);
        for (JdsmConfigKey key : JdsmConfigKey.values()) {
            String value = environment.get(key.variable());
            if (value != null && !value.isEmpty()) {
                settings.put(key, new JdsmConfigSetting(key.variable(), List.of(value), true));
            }
        }
        return settings;
    }

    private static Optional<Duration> limit(
            Map<JdsmConfigKey, JdsmConfigSetting> settings, JdsmConfigKey key, long defaultNanos) {
        return get(settings, key)
                .map(JdsmConfigSetting::secondsOrNever)
                .orElse(Optional.of(Duration.ofNanos(defaultNanos)));
    }

    private static String secondsOrNever(Optional<Duration> limit) {
        return limit.map(time -> BigDecimal.valueOf(time.toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString())
                .orElse(JdsmConfigSetting.NEVER);
    }

    private static Optional<JdsmConfigSetting> get(Map<JdsmConfigKey, JdsmConfigSetting> settings, JdsmConfigKey key) {
        return Optional.ofNullable(settings.get(key));
    }

    private static List<String> localHosts(JdsmConfigSetting setting) {
        List<String> hosts = setting.parts(",");
        for (String host : hosts) {
            if (!LOOPBACK.contains(host) && !host.equals(machineName())) {
                throw new JdsmConfigException(
                        setting.origin() + ": remote hosts are not supported yet, only localhost; was '" + host + "'");
            }
        }
        return hosts;
    }

    private static String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine whose own name does not resolve has only the names in LOOPBACK.
            return "localhost";
        }
    }
}
