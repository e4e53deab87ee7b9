package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that a job needs.
 *
 * @param jdsm the start script
 * @param programs the jar with the programs
 * @param shared directory of the ranks' shared-memory files
 */
record Setting(Path jdsm, Path programs, Path shared) {
    Path distribution() {
        return jdsm.toAbsolutePath().resolveSibling("target").resolve("dist");
    }

    /** The same files, with a new directory for shared memory, so that its content belongs to one job. */
    Setting own() throws IOException {
        return new Setting(jdsm, programs, Files.createTempDirectory(shared, "job-"));
    }
}
