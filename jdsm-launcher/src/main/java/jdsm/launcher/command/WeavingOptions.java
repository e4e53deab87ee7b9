package jdsm.launcher.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdsm.launcher.program.ProfiledFields;
import jdsm.launcher.program.ProgramException;
import picocli.CommandLine.Option;

/** The options of all weaving commands: settings for the agent that annotations do not give. */
final class WeavingOptions {
    @Option(
            names = "--local",
            paramLabel = "FIELD",
            description = "Field package.Class.field to be treated as if marked @Local; repeatable.")
    private List<String> local;

    @Option(
            names = "--volatile-elements",
            paramLabel = "FIELD",
            description = "Field package.Class.field to be treated as if marked @VolatileElements; repeatable.")
    private List<String> volatileElements;

    @Option(
            names = "--heavy",
            paramLabel = "FIELD",
            description = "Field package.Class.field to be treated as if marked @Heavy, or all; repeatable.")
    private List<String> heavy;

    @Option(
            names = "--split",
            paramLabel = "FILE",
            description =
                    "Profile of jdsm profile: its W and N fields, of the classes that it splits, are treated as if"
                            + " marked @Heavy.")
    private Path split;

    @Option(
            names = "--include",
            paramLabel = "PREFIX",
            description = "Weave only classes whose names begin with PREFIX; repeatable.")
    private List<String> include;

    @Option(
            names = "--exclude",
            paramLabel = "PREFIX",
            description = "Do not weave classes whose names begin with PREFIX; repeatable.")
    private List<String> exclude;

    @Option(names = "--dump", paramLabel = "DIR", description = "Directory for class files before and after weaving.")
    private String dump;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description =
                    "Directory that keeps woven classes for the next start, or none (default: ~/.cache/jdsm/woven).")
    private String cache;

    /** Adds the given options, by key of {@link jdsm.config.JdsmConfig}. */
    void addTo(Map<String, List<String>> options) {
        add(options, "local", local);
        add(options, "volatile-elements", volatileElements);
        add(options, "heavy", heavy);
        add(options, "include", include);
        add(options, "exclude", exclude);
        add(options, "dump", dump == null ? null : List.of(dump));
        add(options, "cache", cache == null ? null : List.of(cache));
    }

    /** Whether fields of a profile are to be heavy. */
    boolean splits() {
        return split != null;
    }

    /**
     * Adds the fields of the given profile to those of {@code --heavy}.
     *
     * @param classPath the program's class path, absolute
     * @param say receives a line if there is no such field
     * @throws ProgramException if the profile cannot be used for the program
     */
    void addProfiled(Map<String, List<String>> options, List<Path> classPath, Consumer<String> say)
            throws ProgramException {
        List<String> fields = ProfiledFields.of(split, classPath);
        if (fields.isEmpty()) {
            say.accept("jdsm: the profile " + split + " splits no class");
            return;
        }
        options.merge(
                "heavy",
                fields,
                (given, more) ->
                        Stream.concat(given.stream(), more.stream()).distinct().toList());
    }

    private static void add(Map<String, List<String>> options, String key, List<String> values) {
        if (values != null) {
            options.put(key, values);
        }
    }
}
