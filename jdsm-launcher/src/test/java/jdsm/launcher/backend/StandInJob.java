package jdsm.launcher.backend;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import jdsm.config.JdsmConfig;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.MainClasses;
import jdsm.launcher.plan.Program;

/** Jobs of {@link StandInRank}s; also a launcher process of its own, for what happens when that is asked to end. */
public final class StandInJob {
    static final MainClasses MAIN_CLASSES = new MainClasses(StandInRank.class.getName(), StandInRank.class.getName());

    private StandInJob() {}

    /** Runs a job with this process's streams. The first argument is the number of ranks, the rest are their steps. */
    public static void main(String[] args) throws LaunchException {
        LocalBackend backend = new LocalBackend(MAIN_CLASSES, Console.ofThisProcess(), met());
        String[] steps = Arrays.copyOfRange(args, 1, args.length);
        System.exit(backend.run(spec(Map.of("ranks", List.of(args[0])), steps)).status());
    }

    /** A rendezvous at which all ranks have met already. */
    static Rendezvous.Factory met() {
        return rendezvous(true);
    }

    static Rendezvous.Factory rendezvous(boolean complete) {
        return (config, jobId, secret, console) -> new Rendezvous() {
            @Override
            public String address() {
                return "127.0.0.1:1";
            }

            @Override
            public boolean isComplete() {
                return complete;
            }

            @Override
            public void processEnded(int rank, String how) {
                // Nobody waits there.
            }

            @Override
            public CompletableFuture<String> failure() {
                return new CompletableFuture<>();
            }

            @Override
            public void close() {
                // Nothing listens.
            }
        };
    }

    static JobSpec spec(Map<String, List<String>> options, String... steps) {
        return spec(Path.of(System.getProperty("java.home"), "bin", "java"), options, steps);
    }

    static JobSpec spec(Path java, Map<String, List<String>> options, String... steps) {
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        Map<String, List<String>> plain = new HashMap<>(options);
        plain.put("agent", List.of("false"));
        return new JobSpec(
                JdsmConfig.of(plain, Map.of(), Optional.empty()),
                new Program("Ignored", List.of(), List.of(steps)),
                new Host(
                        java,
                        Runtime.version().feature(),
                        2,
                        classPath,
                        Path.of("no-agent.jar"),
                        List.of(),
                        Optional.empty()));
    }
}
