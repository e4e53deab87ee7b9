package jdsm.launcher.classdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the ends of the processes that prepare class data are understood; a script stands for the JVM. */
class ArchiveBuilderIT {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exit 0             | FAILED
            exit 3             | FAILED
            kill -TERM $$      | CUT_OFF
            kill -KILL $$      | CUT_OFF
            exit 130           | CUT_OFF
            kill -ABRT $$      | FAILED
            for each; do case $each in *SharedArchiveFile=*) touch "${each#*=}" ;; esac; done | MADE
            """)
    void end(String script, Preparation end) throws IOException, InterruptedException {
        Path java = Files.writeString(directory.resolve("java"), "#!/bin/bash\n" + script + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        Path scratch = Files.createDirectory(directory.resolve("scratch"));

        assertThat(new ArchiveBuilder(directory, java, List.of(directory)).build(scratch))
                .isEqualTo(end);
        assertThat(scratch.resolve(ArchiveBuilder.LOG)).exists();
    }
}
