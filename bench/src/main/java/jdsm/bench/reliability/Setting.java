package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a job needs to start.
 *
 * @param jdsm the start script
 * @param programs the jar with the programs
 * @param shared where ranks have the files of their shared memory
 */
record Setting(Path jdsm, Path programs, Path shared) {
    Path distribution() {
        return jdsm.toAbsolutePath().resolveSibling("target").resolve("dist");
    }

    /** The same with a folder for shared memory of its own, so that what is left there is that job's. */
    Setting own() throws IOException {
        return new Setting(jdsm, programs, Files.createTempDirectory(shared, "job-"));
    }
}
