package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that take checkpoints in a directory of the test. */
abstract class CheckpointedJobs {
    private static final String KEY = "0123456789abcdef".repeat(4);

    @TempDir
    Path directory;

    @BeforeEach
    void closeFolder() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    /** The settings of a job that takes checkpoints in the directory of the test, or goes on from one there. */
    Map<String, String> settings(boolean restart, String every) {
        Map<String, String> settings = new HashMap<>();
        settings.put("JDSM_CHECKPOINT_KEY", KEY);
        settings.put("JDSM_WEAVING_LOADER", "true");
        settings.put(restart ? "JDSM_RESTART" : "JDSM_CHECKPOINT", directory.toString());
        if (every != null) {
            settings.put("JDSM_CHECKPOINT_EVERY", every);
        }
        return settings;
    }

    /** The settings of a job that goes on from a certain checkpoint there. */
    Map<String, String> from(int number) {
        Map<String, String> settings = settings(true, null);
        settings.put("JDSM_RESTART_NUMBER", Integer.toString(number));
        return settings;
    }

    /** The names of the checkpoints in the directory of the test. */
    List<String> checkpoints() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** The line that a job without a failure has reported. */
    static String digestOf(WovenRanks.Ended ended) {
        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.out()).hasSize(1);
        return ended.out().get(0);
    }

    /** A program of one loop of 12 steps, whose parts a test chooses. */
    static String loop(String fields, String before, String body, String after) {
        return "public class P extends SPMD {\n" + fields + """

                public void start() throws Exception {
                """ + before + """

                    for (int step = resumeFrom("step", 0); step < 12; step++) {
                """ + body + """

                    }
                """ + after + """

                }
                @Override
                public void finish() { report("finished"); }
                }
                """;
    }

    WovenRanks.Ended run(String source, String every) {
        return CheckedJob.of(source).runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, every));
    }
}
