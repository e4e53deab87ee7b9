package jdsm.launcher.doctor;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jdsm.launcher.program.Distribution;

/** Programs that start ranks, and transports that need libraries of others. */
final class Starters {
    private static final Map<String, String> USES = Map.of(
            "ssh", "jdsm launch --hostfile",
            "mpirun", "mpirun -n 4 java -javaagent:...",
            "srun", "srun -n 4 java -javaagent:...");

    private Starters() {}

    /** Looks for starters on the path. */
    static List<Finding> found(Map<String, String> environment) {
        List<Finding> findings = new ArrayList<>();
        for (String name : List.of("ssh", "mpirun", "srun")) {
            findings.add(find(environment, name)
                    .map(path -> Finding.ok(name, path + ", for " + USES.get(name)))
                    .orElseGet(() -> Finding.note(name, "not on the PATH: no " + USES.get(name))));
        }
        String job = environment.get("SLURM_JOB_ID");
        if (job != null) {
            findings.add(Finding.ok("allocation", "Slurm's job " + job));
        }
        return findings;
    }

    private static Optional<Path> find(Map<String, String> environment, String name) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Transports beside the libraries, which only a rank can try. */
    static List<Finding> others(Map<String, String> environment) {
        return Distribution.ownTransports().stream()
                .map(name -> Finding.note(
                        "transport " + name,
                        "not tried: it needs libraries of its own"
                                + (environment.containsKey("JDSM_UCX_LIB")
                                        ? ", JDSM_UCX_LIB is " + environment.get("JDSM_UCX_LIB")
                                        : "; see docs/ucx.md")))
                .toList();
    }
}
