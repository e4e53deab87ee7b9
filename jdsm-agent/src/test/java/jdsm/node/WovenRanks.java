package jdsm.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.spi.LoaderWeaver;

/** Runs woven class files on ranks that are threads of this JVM. */
public final class WovenRanks {
    private WovenRanks() {}

    /** How a job ended: exit status, lines of results, lines of errors. */
    public record Ended(int status, List<String> out, List<String> err) {
        /** All that was said of it. */
        public String errors() {
            return String.join("\n", err);
        }
    }

    /** @param classes woven, by internal name */
    public static Ended run(Map<String, byte[]> classes, String program, int ranks, Map<String, String> settings) {
        return run(classes::get, program, ranks, settings);
    }

    /** @param classes gives a woven class file by its internal name, or null for a class that stays as it is; thread-safe */
    public static Ended run(Function<String, byte[]> classes, String program, int ranks, Map<String, String> settings) {
        return run(classes, program, ranks, rank -> settings);
    }

    /** @param settings gives the settings of a rank */
    public static Ended run(
            Function<String, byte[]> classes, String program, int ranks, IntFunction<Map<String, String>> settings) {
        ClassLoader files = new ClassLoader(WovenRanks.class.getClassLoader()) {
            @Override
            public InputStream getResourceAsStream(String name) {
                byte[] bytes = classes.apply(name.replaceAll("\\.class$", ""));
                return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
            }
        };
        String job = UUID.randomUUID().toString();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        TestJobLoaders loaders = TestJobLoaders.take(ranks, files, Map::of);
        int status = new InprocJob(
                        ranks,
                        loaders::of,
                        rank -> environment(settings.apply(rank), job),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(program, new String[0]);
        loaders.giveBack(status);
        return new Ended(status, lines(out), lines(err));
    }

    /**
     * Runs a program of any class loader as a process for it would: what it prints is in the result, too. Only one such job
     * may run at a time.
     *
     * @param program its class and its arguments
     * @param options those of the agent, maybe none; null for a program that is not to be woven
     */
    public static Ended run(
            ClassLoader files, int ranks, String options, Map<String, String> settings, String... program) {
        Map<String, String> environment =
                environment(settings, UUID.randomUUID().toString());
        environment.put(RankSettings.OUTPUT_VARIABLE, RankSettings.MARKED);
        if (options != null) {
            environment.put(RankSettings.WEAVING_LOADER_VARIABLE, "true");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        TestJobLoaders loaders = TestJobLoaders.take(ranks, files, definitions(files, options, ranks));
        int status;
        try (PrintStream outNow = RankOutput.over(new PrintStream(out, true), ranks > 1, false);
                PrintStream errNow = RankOutput.over(new PrintStream(err, true), ranks > 1, false)) {
            System.setOut(outNow);
            System.setErr(errNow);
            status = new InprocJob(ranks, loaders::of, rank -> environment, outNow, errNow)
                    .run(program[0], Arrays.copyOfRange(program, 1, program.length));
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
        }
        loaders.giveBack(status);
        return new Ended(status, lines(out), lines(err));
    }

    private static IsolatingClassLoader.Definitions definitions(ClassLoader files, String options, int ranks) {
        if (options == null) {
            return Map::of;
        }
        LoaderWeaver weaver = ServiceLoader.load(LoaderWeaver.class).findFirst().orElseThrow();
        return (name, found) -> {
            try {
                return weaver.weave(files, name, found, options, ranks);
            } catch (IllegalArgumentException e) {
                throw new LinkageError(e.getMessage());
            }
        };
    }

    private static Map<String, String> environment(Map<String, String> settings, String job) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("JDSM_COMM", "inproc");
        environment.put(JobVariables.JOB, job);
        return environment;
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
