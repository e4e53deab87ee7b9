package jdsm.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jdsm.agent.analysis.Scope;
import jdsm.comm.files.OwnDirectory;
import jdsm.config.ProfileConfig;

/**
 * The agent's options, written {@code key=value,...}. A key alone means {@code true}; colons separate the parts of a
 * list.
 *
 * @param verbose whether the agent prints its version on standard error; also set by {@code -Djdsm.agent.verbose=true}
 * @param verify whether the agent verifies each pass's output
 * @param debug whether the code of each line stays at one place in its method, where a debugger finds it
 * @param check whether woven classes report their accesses to the runtime's audit
 * @param profile whether woven classes count their accesses to fields
 * @param sample under {@code profile}, one of so many segments of the run is counted; 0 for code that counts all
 * @param dump the directory that receives class files before and after weaving, or null
 * @param cache the directory that keeps woven classes for the next JVM; {@code none}; or null for the user's cache
 *     directory
 * @param scope the classes of the application ({@code include}, {@code exclude}) and the fields with a special
 *     treatment ({@code local}, {@code volatile-elements}, {@code heavy})
 * @param alone whether the job has one rank, so that no access needs a check; the environment tells, not an option
 * @param sharesJvm whether the JVM belongs to somebody else, so that the program must not end it; no option either
 * @param remote whether this is no job but a sequential program with arrays marked {@code @Remote}
 */
record AgentOptions(
        boolean verbose,
        boolean verify,
        boolean debug,
        boolean check,
        boolean profile,
        int sample,
        String dump,
        String cache,
        Scope scope,
        boolean alone,
        boolean sharesJvm,
        boolean remote) {
    private static final String VERBOSE = "verbose";
    private static final String VERIFY = "verify";
    private static final String DEBUG = "debug";
    private static final String CHECK = "check";
    private static final String PROFILE = "profile";
    private static final String SAMPLE = "sample";
    private static final String DUMP = "dump";
    private static final String CACHE = "cache";
    private static final String NO_CACHE = "none";
    private static final String INCLUDE = "include";
    private static final String EXCLUDE = "exclude";
    private static final String LOCAL = "local";
    private static final String VOLATILE_ELEMENTS = "volatile-elements";
    private static final String HEAVY = "heavy";
    private static final String REMOTE = "remote";
    private static final String VERBOSE_PROPERTY = "jdsm.agent.verbose";
    private static final Set<String> FLAGS = Set.of(VERBOSE, VERIFY, DEBUG, CHECK, PROFILE, REMOTE);
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            VERBOSE,
            VERIFY,
            DEBUG,
            CHECK,
            PROFILE,
            SAMPLE,
            DUMP,
            CACHE,
            INCLUDE,
            EXCLUDE,
            LOCAL,
            VOLATILE_ELEMENTS,
            HEAVY,
            REMOTE));

    /**
     * Parses the agent's options.
     *
     * @param text the text behind {@code -javaagent:jdsm-agent.jar=}, or null
     * @throws IllegalArgumentException with a message of one line, for an unknown key, a repeated key or a bad value
     */
    static AgentOptions parse(String text) {
        Map<String, String> values = new TreeMap<>();
        if (text != null && !text.isBlank()) {
            for (String option : text.split(",", -1)) {
                add(values, option);
            }
        }
        String verbose = values.getOrDefault(VERBOSE, System.getProperty(VERBOSE_PROPERTY, "false"));
        Scope scope = new Scope(
                list(values, INCLUDE),
                list(values, EXCLUDE),
                fields(values, LOCAL),
                fields(values, VOLATILE_ELEMENTS),
                fields(values, HEAVY));
        requireDirectory(values.get(CACHE));
        return new AgentOptions(
                flag(VERBOSE, verbose),
                flag(VERIFY, values.getOrDefault(VERIFY, "false")),
                flag(DEBUG, values.getOrDefault(DEBUG, "false")),
                flag(CHECK, values.getOrDefault(CHECK, "false")),
                flag(PROFILE, values.getOrDefault(PROFILE, "false")),
                number(SAMPLE, values.get(SAMPLE)),
                values.get(DUMP),
                values.get(CACHE),
                scope,
                false,
                false,
                flag(REMOTE, values.getOrDefault(REMOTE, "false")));
    }

    /**
     * These options for a rank of a job.
     *
     * @param ranks the number of ranks as the environment gives it, or null: then another way to start a job may give
     *     another number
     */
    AgentOptions forRanks(String ranks) {
        boolean one = ranks != null && ranks.strip().equals("1");
        return new AgentOptions(
                verbose, verify, debug, check, profile, sample, dump, cache, scope, one && !check, sharesJvm, remote);
    }

    /** These options for ranks that are threads of a JVM which belongs to somebody else. */
    AgentOptions inSharedJvm() {
        return new AgentOptions(
                verbose, verify, debug, check, profile, sample, dump, cache, scope, alone, true, remote);
    }

    private static void requireDirectory(String cache) {
        if (cache != null && !cache.equals(NO_CACHE)) {
            Path path = Path.of(cache);
            if (Files.exists(path) && !Files.isDirectory(path)) {
                throw new IllegalArgumentException(
                        "option 'cache' must name a directory, or be none, was '" + cache + "'");
            }
            String fault = fault(path);
            if (fault != null) {
                throw new IllegalArgumentException(
                        "option 'cache' must name a directory that nobody but you can change,"
                                + " for classes are run from it, or be none: " + fault);
            }
        }
    }

    private static String fault(Path cache) {
        try {
            return OwnDirectory.fault(cache);
        } catch (IOException e) {
            return "it cannot be examined: " + e;
        }
    }

    /**
     * The directory that keeps woven classes. Null if the options forbid a cache or ask to verify or dump the weaving
     * itself, or if no cache directory of the user is known.
     */
    Path cacheRoot() {
        if (verify || dump != null || NO_CACHE.equals(cache)) {
            return null;
        }
        return cache != null ? Path.of(cache).toAbsolutePath() : userCache();
    }

    /** The user's cache directory after the XDG base directory specification, or null. */
    private static Path userCache() {
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base = caches != null && !caches.isEmpty()
                ? Path.of(caches)
                : Path.of(System.getProperty("user.home", ""), ".cache");
        return base.isAbsolute() ? base.resolve("jdsm").resolve("woven") : null;
    }

    /**
     * Whether the code of short methods may stand in place of calls: not for a debugger, nor for the audit, which name
     * the place of each access. Code without checks gains nothing by it.
     */
    boolean inlines() {
        return !debug && !check && !alone;
    }

    /** The options that change woven code, as a text that is equal for equal options: a part of the cache's key. */
    String weaving() {
        return (check ? "checked " : "") + (profile ? "profiled " : "") + (samples() ? "sampled " : "")
                + scope.include() + " " + scope.exclude() + " "
                + new TreeSet<>(scope.local()) + " " + new TreeSet<>(scope.volatileElements()) + " "
                + new TreeSet<>(scope.heavy()) + (debug ? " once" : "") + (alone ? " alone" : "")
                + (sharesJvm ? " shared" : "");
    }

    /** Whether woven classes count their accesses in some segments of the run only. */
    boolean samples() {
        return profile && sample > 0;
    }

    private static void add(Map<String, String> values, String option) {
        int equals = option.indexOf('=');
        String key = (equals < 0 ? option : option.substring(0, equals)).strip();
        if (!KNOWN.contains(key)) {
            throw new IllegalArgumentException("unknown option '" + key + "'; known: " + String.join(", ", KNOWN));
        }
        if (equals < 0 && !FLAGS.contains(key)) {
            throw new IllegalArgumentException("option '" + key + "' needs a value: " + key + "=...");
        }
        String value = equals < 0 ? "true" : option.substring(equals + 1).strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException("option '" + key + "' has an empty value");
        }
        if (values.put(key, value) != null) {
            throw new IllegalArgumentException("option '" + key + "' is given twice");
        }
    }

    private static List<String> list(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            return List.of();
        }
        List<String> parts = List.of(value.split(":", -1));
        if (parts.contains("")) {
            throw new IllegalArgumentException("option '" + key + "' has an empty part: " + value);
        }
        return parts;
    }

    private static Set<String> fields(Map<String, String> values, String key) {
        Set<String> fields = new TreeSet<>(list(values, key));
        for (String field : fields) {
            boolean all = key.equals(HEAVY) && field.equals(Scope.ALL);
            if (!all && (field.indexOf('.') <= 0 || field.endsWith("."))) {
                throw new IllegalArgumentException(
                        "option '" + key + "' must name fields as Class.field, was '" + field + "'");
            }
        }
        return fields;
    }

    /** A number of segments; 0 if there is none. */
    private static int number(String key, String value) {
        if (value == null) {
            return 0;
        }
        int number = value.matches("[0-9]{1,7}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > ProfileConfig.MOST_SAMPLED) {
            throw new IllegalArgumentException("option '" + key + "' must be a whole number from 1 to "
                    + ProfileConfig.MOST_SAMPLED + ", was '" + value + "'");
        }
        return number;
    }

    private static boolean flag(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("option '" + key + "' must be true or false, was '" + value + "'");
        };
    }
}
