package jdsm.config;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import jdsm.comm.spi.Limits;

/**
 * The settings of a job. The value of a setting comes from the first of these sources that has it: the command line,
 * the environment, a file, the default.
 *
 * <pre>
 * key          option          variable           value                                         default
 * ranks        --ranks         JDSM_RANKS         1 to 4096                                     1
 * threads      --threads       JDSM_THREADS       workers of a rank, 1 to 4096                  1
 * comm         --comm          JDSM_COMM          a transport's name, or auto                    auto
 * consistency  --consistency   JDSM_CONSISTENCY   a protocol's name                             lazy-release if agent,
 *                                                                                              else write-invalidate
 * device       -               JDSM_DEVICE        local address or interface to listen on       the loopback address
 * tls-certificate  --tls-certificate  JDSM_TLS_CERTIFICATE  file with a certificate of the ranks    each makes one
 * tls-key      --tls-key       JDSM_TLS_KEY       file with its key                             none
 * tls-trust    --tls-trust     JDSM_TLS_TRUST     file with the authorities to trust            none
 * insecure     --insecure      JDSM_INSECURE      true or false                                 false
 * trusted-fabric  --trusted-fabric  JDSM_TRUSTED_FABRIC  true or false                          false
 * hosts        -               JDSM_HOSTS         names separated by commas; this machine only  localhost
 * bind         --bind          JDSM_BIND          core, numa or none                            none
 * cp           --cp            JDSM_CP            class path of the program                     empty
 * jvm-args     --jvm-arg ...   JDSM_JVM_ARGS      words, quotes keep blanks                     empty
 * timeout      --timeout       JDSM_TIMEOUT       seconds, to the millisecond                   no limit
 * join-timeout --join-timeout  JDSM_JOIN_TIMEOUT  seconds until all ranks have joined, or never  300
 * lost-after   --lost-after    JDSM_LOST_AFTER    seconds of silence, or never                  90
 * free-after   --free-after    JDSM_FREE_AFTER    bytes of new shared objects, or never         by the heap
 * checkpoint   --checkpoint    JDSM_CHECKPOINT    folder for checkpoints                        none
 * checkpoint-every  --checkpoint-every  JDSM_CHECKPOINT_EVERY  heads of a loop, or seconds as 10s  as the program asks
 * restart      --restart       JDSM_RESTART       folder of checkpoints to go on from           none
 * restart-number  -             JDSM_RESTART_NUMBER  number of the checkpoint to go on from      the newest whole one
 * fetch-order  --fetch-order   JDSM_FETCH_ORDER   learnt, breadth, depth, hierarchical or freqread  learnt
 * stats        --stats         JDSM_STATS         file for the job's statistics                 none
 * verbose      --verbose       JDSM_VERBOSE       true or false                                 false
 * debug        --debug         JDSM_DEBUG         a rank or all, then perhaps ,suspend          none
 * prefix       --[no-]prefix   JDSM_PREFIX        true or false                                 true where ranks &gt; 1
 * agent        --[no-]agent    JDSM_AGENT         true or false                                 true
 * check        --[no-]check    JDSM_CHECK         true or false                                 false
 * profile      -               JDSM_PROFILE       file for a profile of the accesses to fields  none
 * sample       --sample        JDSM_SAMPLE        under profile, 1 of so many accesses counts   each counts
 * include      --include ...   JDSM_INCLUDE       prefixes of classes to weave, with commas     all of the application
 * exclude      --exclude ...   JDSM_EXCLUDE       prefixes of classes not to weave              none
 * local        --local ...     JDSM_LOCAL         fields, package.Class.field, with commas      as annotated
 * volatile-elements  --volatile-elements ...  JDSM_VOLATILE_ELEMENTS  fields, as for local      as annotated
 * heavy        --heavy ...     JDSM_HEAVY         fields, as for local, or all                  as annotated
 * dump         --dump          JDSM_DUMP          directory for class files                     none
 * cache        --cache         JDSM_CACHE         directory for woven classes, or none          the user's cache
 * allow-nothing-shared  --[no-]allow-nothing-shared  JDSM_ALLOW_NOTHING_SHARED  true or false   false
 * </pre>
 *
 * <p>{@code join-timeout} limits the time from the start of the rendezvous (for a rank: from its own start) until all
 * ranks are connected. {@code lost-after} limits the time in which a rank gives no sign of life, because it is stopped
 * or its network is interrupted; a rank whose process ends is lost at once. {@code never} turns a limit off, for
 * instance because a debugger stops ranks.
 *
 * <p>The default is one rank, as in a run without a launcher. A variable that is set but empty counts as absent. This
 * class does not know the names of transports and protocols: the code that looks a name up checks it. Immutable and
 * thread-safe.
 */
public final class JdsmConfig {
    /** The maximal number of ranks of a job. */
    public static final int MOST_RANKS = 4096;

    /** The maximal number of workers of a rank; so an {@code int} can hold the number of workers of a job. */
    public static final int MOST_THREADS = 4096;

    private final int ranks;
    private final int threads;
    private final String comm;
    private final String consistency;
    private final Optional<String> device;
    private final List<String> hosts;
    private final String bind;
    private final List<Path> classPath;
    private final List<String> jvmArgs;
    private final Optional<Duration> timeout;
    private final Optional<Duration> joinTimeout;
    private final Optional<Duration> lostAfter;
    private final OptionalLong freeAfter;
    private final Optional<CheckpointConfig> checkpoints;
    private final FetchOrder fetchOrder;
    private final Optional<Path> stats;
    private final boolean verbose;
    private final Optional<DebugConfig> debug;
    private final boolean prefix;
    private final boolean agent;
    private final boolean check;
    private final ProfileConfig profile;
    private final WeavingConfig weaving;
    private final EncryptionConfig encryption;
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
        agent = flag(settings, JdsmConfigKey.AGENT, true);
        consistency = get(settings, JdsmConfigKey.CONSISTENCY)
                .map(JdsmConfigSetting::name)
                .orElse(agent ? "lazy-release" : "write-invalidate");
        device = get(settings, JdsmConfigKey.DEVICE).map(JdsmConfigSetting::text);
        hosts = get(settings, JdsmConfigKey.HOSTS).map(LocalHosts::of).orElse(List.of("localhost"));
        bind = get(settings, JdsmConfigKey.BIND).map(JdsmConfigSetting::name).orElse("none");
        classPath = get(settings, JdsmConfigKey.CP)
                .map(cp -> cp.paths(File.pathSeparator))
                .orElse(List.of());
        jvmArgs = get(settings, JdsmConfigKey.JVM_ARGS)
                .map(JdsmConfigSetting::words)
                .orElse(List.of());
        timeout = get(settings, JdsmConfigKey.TIMEOUT).map(JdsmConfigSetting::seconds);
        joinTimeout = limit(settings, JdsmConfigKey.JOIN_TIMEOUT, Limits.DEFAULT.joinNanos());
        lostAfter = limit(settings, JdsmConfigKey.LOST_AFTER, Limits.DEFAULT.silenceNanos());
        freeAfter = get(settings, JdsmConfigKey.FREE_AFTER)
                .map(setting -> OptionalLong.of(setting.bytesOrNever()))
                .orElse(OptionalLong.empty());
        checkpoints = CheckpointConfig.of(key -> get(settings, key));
        fetchOrder =
                get(settings, JdsmConfigKey.FETCH_ORDER).map(FetchOrder::of).orElse(FetchOrder.LEARNT);
        stats = get(settings, JdsmConfigKey.STATS).map(JdsmConfigSetting::path);
        verbose = flag(settings, JdsmConfigKey.VERBOSE, false);
        debug = get(settings, JdsmConfigKey.DEBUG).map(setting -> DebugConfig.of(setting, ranks));
        prefix = flag(settings, JdsmConfigKey.PREFIX, ranks > 1);
        encryption = EncryptionConfig.of(key -> get(settings, key));
        allowNothingShared = flag(settings, JdsmConfigKey.ALLOW_NOTHING_SHARED, false);
        check = flag(settings, JdsmConfigKey.CHECK, false);
        profile = ProfileConfig.of(key -> get(settings, key));
        weaving = WeavingConfig.of(key -> get(settings, key));
    }

    /**
     * Reads the settings from all sources.
     *
     * @param options the command line's values by key (not by option name); an unknown key is a programming error.
     *     {@code jvm-args} may have several values, each one argument; so may settings that are lists of prefixes or
     *     fields
     * @param environment all environment variables; the method ignores those of other programs
     * @param file a settings file, which the method reads
     * @throws JdsmConfigException for a wrong value in any source, and for a file that cannot be read or parsed
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
     * Reads the settings of a rank's process, from the environment alone.
     *
     * @throws JdsmConfigException for a wrong value
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
     * The environment variables for a rank's process, in a fixed order. Always: ranks, threads, comm, consistency,
     * limits, prefix, agent and allow-nothing-shared. If set: verbose, debug, check, sample, free-after, fetch-order, device,
     * insecure, trusted-fabric, and as absolute paths stats, profile, those of checkpoints and of certificates.
     */
    public Map<String, String> toEnvironment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(JdsmConfigKey.RANKS.variable(), Integer.toString(ranks));
        variables.put(JdsmConfigKey.THREADS.variable(), Integer.toString(threads));
        variables.put(JdsmConfigKey.COMM.variable(), comm);
        variables.put(JdsmConfigKey.CONSISTENCY.variable(), consistency);
        variables.put(JdsmConfigKey.JOIN_TIMEOUT.variable(), JdsmConfigSetting.text(joinTimeout));
        variables.put(JdsmConfigKey.LOST_AFTER.variable(), JdsmConfigSetting.text(lostAfter));
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
        profile.addTo(variables);
        freeAfter.ifPresent(value -> variables.put(
                JdsmConfigKey.FREE_AFTER.variable(),
                value == Long.MAX_VALUE ? JdsmConfigSetting.NEVER : Long.toString(value)));
        checkpoints.ifPresent(value -> value.addTo(variables));
        fetchOrder.addTo(variables);
        device.ifPresent(value -> variables.put(JdsmConfigKey.DEVICE.variable(), value));
        encryption.addTo(variables);
        stats.ifPresent(value -> variables.put(
                JdsmConfigKey.STATS.variable(), value.toAbsolutePath().toString()));
        return variables;
    }

    /** The number of ranks of the job, 1 or more. */
    public int ranks() {
        return ranks;
    }

    /** The number of workers of each rank, 1 or more. */
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

    /** The local address or network interface to listen on; absent for the loopback address. */
    public Optional<String> device() {
        return device;
    }

    /** The hosts of the ranks; never empty. At present every entry names this machine. */
    public List<String> hosts() {
        return hosts;
    }

    /** The name of the processors on which each rank runs; the launcher knows the names. */
    public String bind() {
        return bind;
    }

    /** The program's class path, as given; relative entries start at the current directory. */
    public List<Path> classPath() {
        return classPath;
    }

    /** Arguments for the JVMs of the ranks. */
    public List<String> jvmArgs() {
        return jvmArgs;
    }

    /** The limit of the job's duration; absent for none. */
    public Optional<Duration> timeout() {
        return timeout;
    }

    /** The limit of the time until all ranks are connected; absent for none. */
    public Optional<Duration> joinTimeout() {
        return joinTimeout;
    }

    /** The time without a sign of life after which a rank counts as lost; absent for no limit. */
    public Optional<Duration> lostAfter() {
        return lostAfter;
    }

    /**
     * The two limits {@link #joinTimeout} and {@link #lostAfter}, as a transport takes them; no limits while ranks may
     * be debugged.
     */
    public Limits limits() {
        return debug.isPresent()
                ? new Limits(Limits.NONE, Limits.NONE)
                : new Limits(
                        joinTimeout.map(Duration::toNanos).orElse(Limits.NONE),
                        lostAfter.map(Duration::toNanos).orElse(Limits.NONE));
    }

    /**
     * The bytes of new shared objects on a rank after which the job frees those that no rank reaches;
     * {@link Long#MAX_VALUE} for never; absent for what fits the heap.
     */
    public OptionalLong freeAfter() {
        return freeAfter;
    }

    /** Where and when checkpoints are taken, and whether the job goes on from one; absent for none. */
    public Optional<CheckpointConfig> checkpoints() {
        return checkpoints;
    }

    /** The order in which copies of objects come along with a reply. */
    public FetchOrder fetchOrder() {
        return fetchOrder;
    }

    /** The file for the job's statistics, as given; absent for none. */
    public Optional<Path> stats() {
        return stats;
    }

    /** Whether ranks and agent log more details, and stalls are reported earlier. */
    public boolean verbose() {
        return verbose;
    }

    /** The ranks to which a debugger may attach; absent for none. With a debugger no limit of time applies. */
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

    /** Whether the job is checked for races, and for accesses without a check of the weaver. */
    public boolean check() {
        return check;
    }

    /** The file for a profile of the accesses to fields, as given; absent if they are not counted. */
    public ProfileConfig profile() {
        return profile;
    }

    /** The settings for the agent in the syntax of its options, {@code key=value,...}; empty if none is given. */
    public String agentOptions() {
        return weaving.agentOptions();
    }

    /** The directory that was named for woven classes; absent if none was, or the cache is off. */
    public Optional<Path> cacheDirectory() {
        return weaving.cacheDirectory();
    }

    /** How connections between hosts are encrypted. */
    public EncryptionConfig encryption() {
        return encryption;
    }

    /**
     * Whether a job of several ranks may run a program that shares no object, neither by the agent nor by registration.
     */
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

    private static boolean flag(Map<JdsmConfigKey, JdsmConfigSetting> settings, JdsmConfigKey key, boolean otherwise) {
        return get(settings, key).map(JdsmConfigSetting::flag).orElse(otherwise);
    }

    private static Optional<JdsmConfigSetting> get(Map<JdsmConfigKey, JdsmConfigSetting> settings, JdsmConfigKey key) {
        return Optional.ofNullable(settings.get(key));
    }
}
