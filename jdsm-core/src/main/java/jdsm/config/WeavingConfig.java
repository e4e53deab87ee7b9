package jdsm.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The settings of a job for the agent, which add to the annotations of the program. Immutable and thread-safe. They
 * have no effect without the agent.
 *
 * @param include prefixes of the names of classes to weave; empty for all classes except those of libraries that JDSM
 *     brings
 * @param exclude prefixes of the names of classes not to weave
 * @param local fields, as {@code package.Class.field}, that the agent treats as if marked {@link jdsm.Local}
 * @param volatileElements fields, in the same notation, that the agent treats as if marked
 *     {@link jdsm.VolatileElements}
 * @param heavy fields, in the same notation, that the agent treats as if marked {@link jdsm.Heavy}; {@code all} for
 *     every other field of each class
 * @param dump the directory for class files before and after weaving, as given; absent for none
 * @param cache the directory in which woven classes are kept for the next start, as given; {@code none} for no cache;
 *     absent for the user's cache directory
 */
record WeavingConfig(
        List<String> include,
        List<String> exclude,
        List<String> local,
        List<String> volatileElements,
        List<String> heavy,
        Optional<Path> dump,
        Optional<Path> cache) {
    /** A prefix that the syntax of agent options can hold. */
    private static final Pattern PREFIX = Pattern.compile("[^\\s,:=]+");

    /** The name that stands for fields of all classes. */
    private static final String ALL = "all";

    private static final Path NO_CACHE = Path.of("none");

    private static final Pattern FIELD = Pattern.compile("[^\\s,:=]+\\.[^\\s,:=.]+");

    /** Copies the lists. */
    WeavingConfig {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        local = List.copyOf(local);
        volatileElements = List.copyOf(volatileElements);
        heavy = List.copyOf(heavy);
    }

    /**
     * Reads the settings.
     *
     * @param settings gives each setting, if there is one
     * @throws JdsmConfigException for a wrong value
     */
    static WeavingConfig of(Function<JdsmConfigKey, Optional<JdsmConfigSetting>> settings) {
        return new WeavingConfig(
                settings.apply(JdsmConfigKey.INCLUDE)
                        .map(WeavingConfig::prefixes)
                        .orElse(List.of()),
                settings.apply(JdsmConfigKey.EXCLUDE)
                        .map(WeavingConfig::prefixes)
                        .orElse(List.of()),
                settings.apply(JdsmConfigKey.LOCAL).map(WeavingConfig::fields).orElse(List.of()),
                settings.apply(JdsmConfigKey.VOLATILE_ELEMENTS)
                        .map(WeavingConfig::fields)
                        .orElse(List.of()),
                settings.apply(JdsmConfigKey.HEAVY)
                        .map(WeavingConfig::heavyFields)
                        .orElse(List.of()),
                settings.apply(JdsmConfigKey.DUMP).map(WeavingConfig::directory),
                settings.apply(JdsmConfigKey.CACHE).map(WeavingConfig::directory));
    }

    private static List<String> prefixes(JdsmConfigSetting setting) {
        return checked(setting, PREFIX, "a prefix of class names, for instance org.kernels.");
    }

    private static List<String> fields(JdsmConfigSetting setting) {
        return checked(setting, FIELD, "a field as package.Class.field");
    }

    private static List<String> heavyFields(JdsmConfigSetting setting) {
        return setting.allParts(",").equals(List.of(ALL)) ? List.of(ALL) : fields(setting);
    }

    private static Path directory(JdsmConfigSetting setting) {
        Path path = setting.path();
        if (path.toString().contains(",")) {
            throw new JdsmConfigException(setting.origin() + " must be a path without a comma, was '" + path + "'");
        }
        return path;
    }

    private static List<String> checked(JdsmConfigSetting setting, Pattern pattern, String what) {
        List<String> parts = setting.allParts(",");
        for (String part : parts) {
            if (!pattern.matcher(part).matches()) {
                throw new JdsmConfigException(setting.origin() + " must be " + what + ", was '" + part + "'");
            }
        }
        return parts;
    }

    /** The named directory for woven classes; absent if none is named, or the cache is off. */
    Optional<Path> cacheDirectory() {
        return cache.filter(directory -> !directory.equals(NO_CACHE));
    }

    /**
     * The settings in the syntax of agent options: {@code key=value,...}, with colons in lists; empty if no setting is
     * given.
     */
    String agentOptions() {
        List<String> options = new ArrayList<>();
        add(options, JdsmConfigKey.INCLUDE, include);
        add(options, JdsmConfigKey.EXCLUDE, exclude);
        add(options, JdsmConfigKey.LOCAL, local);
        add(options, JdsmConfigKey.VOLATILE_ELEMENTS, volatileElements);
        add(options, JdsmConfigKey.HEAVY, heavy);
        dump.ifPresent(directory -> options.add(JdsmConfigKey.DUMP.key() + "=" + directory.toAbsolutePath()));
        cache.ifPresent(directory -> options.add(JdsmConfigKey.CACHE.key() + "="
                + (directory.equals(NO_CACHE) ? directory : directory.toAbsolutePath())));
        return String.join(",", options);
    }

    private static void add(List<String> options, JdsmConfigKey key, List<String> values) {
        if (!values.isEmpty()) {
            options.add(key.key() + "=" + String.join(":", values));
        }
    }
}
