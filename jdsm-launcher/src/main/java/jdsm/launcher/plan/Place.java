package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The part of a job that runs on one host: some ranks in a row.
 *
 * @param name the host's name in messages; empty for the launcher's own
 * @param host the host, as far as the ranks' JVMs depend on it
 * @param classPath the program's class path there
 * @param first the lowest rank
 * @param ranks the number of ranks
 * @param device the address at which they listen, where the job's settings name none
 */
public record Place(String name, Host host, List<Path> classPath, int first, int ranks, Optional<String> device) {
    public Place {
        classPath = List.copyOf(classPath);
    }

    /** The launcher's own host, for all ranks. */
    static Place here(JobSpec spec) {
        return new Place(
                "", spec.host(), spec.program().classPath(), 0, spec.config().ranks(), Optional.empty());
    }

    /** Whether a rank is one of this host. */
    public boolean has(int rank) {
        return rank >= first && rank < first + ranks;
    }
}
