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

/**
 * The agent's options, written {@code key=value,...}; a key alone means {@code true}. Lists are separated by colons.
 *
 * @param verbose whether the agent says on standard error that it is there; also {@code -Djdsm.agent.verbose=true}
 * @param verify whether each pass's output is verified when it is made
 * @param debug whether each line's code stays at one place, where a debugger finds it
 * @param check whether woven classes tell the runtime of their accesses
 * @param dump the directory for class files before and after weaving, or null
 * @param cache where woven classes are kept for the next JVM, {@code none}, or null: where the user has such things
 * @param scope which classes are the application's ({@code include}, {@code exclude}), and what is said of fields
 *     ({@code local}, {@code volatile-elements})
 */
record AgentOptions(
        boolean verbose, boolean verify, boolean debug, boolean check, String dump, String cache, Scope scope) {
    private static final String VERBOSE = "verbose";
    private static final String VERIFY = "verify";
    private static final String DEBUG = "debug";
    private static final String CHECK = "check";
    private static final String DUMP = "dump";
    private static final String CACHE = "cache";
    private static final String NO_CACHE = "none";
    private static final String INCLUDE = "include";
    private static final String EXCLUDE = "exclude";
    private static final String LOCAL = "local";
    private static final String VOLATILE_ELEMENTS = "volatile-elements";
    private static final String VERBOSE_PROPERTY = "jdsm.agent.verbose";
    private static final Set<String> FLAGS = Set.of(VERBOSE, VERIFY, DEBUG, CHECK);
    private static final Set<String> KNOWN = new TreeSet<>(
            Set.of(VERBOSE, VERIFY, DEBUG, CHECK, DUMP, CACHE, INCLUDE, EXCLUDE, LOCAL, VOLATILE_ELEMENTS));

    /**
     * Reads options.
     *
     * @param text what stands behind {@code -javaagent:jdsm-agent.jar=}; null: nothing
     * @throws IllegalArgumentException with a message of one line, for an unknown key, a key given twice, a bad value
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
                list(values, INCLUDE), list(values, EXCLUDE), fields(values, LOCAL), fields(values, VOLATILE_ELEMENTS));
        requireDirectory(values.get(CACHE));
        return new AgentOptions(
                flag(VERBOSE, verbose),
                flag(VERIFY, values.getOrDefault(VERIFY, "false")),
                flag(DEBUG, values.getOrDefault(DEBUG, "false")),
                flag(CHECK, values.getOrDefault(CHECK, "false")),
                values.get(DUMP),
                values.get(CACHE),
                scope);
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
            return "it cannot be looked at: " + e;
        }
    }

    /** Where woven classes are kept; null: nowhere, for it is not wanted, weaving is to be seen, or there is no such place. */
    Path cacheRoot() {
        if (verify || dump != null || NO_CACHE.equals(cache)) {
            return null;
        }
        return cache != null ? Path.of(cache).toAbsolutePath() : userCache();
    }

    /** As the XDG base directory specification says. */
    private static Path userCache() {
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base = caches != null && !caches.isEmpty()
                ? Path.of(caches)
                : Path.of(System.getProperty("user.home", ""), ".cache");
        return base.isAbsolute() ? base.resolve("jdsm").resolve("woven") : null;
    }

    /** What is said of weaving itself, in one way only. */
    String weaving() {
        return (check ? "checked " : "") + scope.include() + " " + scope.exclude() + " " + new TreeSet<>(scope.local())
                + " " + new TreeSet<>(scope.volatileElements()) + (debug ? " once" : "");
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
            if (field.indexOf('.') <= 0 || field.endsWith(".")) {
                throw new IllegalArgumentException(
                        "option '" + key + "' must name fields as Class.field, was '" + field + "'");
            }
        }
        return fields;
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
