package jdsm.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jdsm.checkpoint.CheckpointFolder;
import jdsm.checkpoint.CheckpointKey;
import jdsm.checkpoint.Manifest;
import jdsm.comm.digest.Sha256;
import jdsm.config.JdsmConfig;
import jdsm.launcher.backend.JobEnd;
import jdsm.launcher.plan.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With which settings a job starts again that has lost a rank. */
class CheckpointOptionsTest {
    @TempDir
    Path directory;

    private final CheckpointOptions options = new CheckpointOptions();
    private final List<String> said = new ArrayList<>();

    private JobSpec job(CheckpointKey key, Map<String, String> environment) {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        options.addTo(settings);
        return new JobSpec(
                JdsmConfig.of(settings, environment, Optional.empty()), null, null, Optional.empty(), Optional.of(key));
    }

    private JobSpec job(CheckpointKey key) {
        return job(key, Map.of());
    }

    private static void checkpoint(CheckpointFolder folder, CheckpointKey key) throws IOException {
        int number = folder.begin();
        Manifest.RankFile file = folder.write(number, 0, out -> out.write(number));
        String digest = Sha256.hex(new byte[0]);
        folder.complete(
                new Manifest("P", digest, "step", 5, number, "job", List.of(file), new TreeMap<>(Map.of("P", digest))),
                key);
    }

    @Test
    void theRanksAreToldTheCheckpointThatTheLauncherHasRead() throws Exception {
        Path path = directory.resolve("all");
        CheckpointFolder folder = new CheckpointFolder(path);
        folder.make();
        CheckpointKey key = CheckpointKey.of("0f".repeat(32));
        CommandLine.populateCommand(options, "--checkpoint", path.toString(), "--restart-on-failure", "3");
        List<Map<String, String>> starts = new ArrayList<>();

        int status = options.run(
                job(key),
                () -> job(key),
                job -> {
                    starts.add(job.config().toEnvironment());
                    try {
                        checkpoint(folder, key);
                        if (starts.size() == 3) {
                            damage(path.resolve("checkpoint-3/rank-0"));
                        }
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    return new JobEnd(137, starts.size() < 4);
                },
                said::add);

        assertThat(status).isEqualTo(137);
        assertThat(starts.get(0))
                .containsEntry("JDSM_CHECKPOINT", path.toString())
                .doesNotContainKey("JDSM_RESTART_NUMBER");
        assertThat(starts.subList(1, 4))
                .allSatisfy(start -> assertThat(start).containsEntry("JDSM_RESTART", path.toString()))
                .extracting(start -> start.get("JDSM_RESTART_NUMBER"))
                .containsExactly("1", "2", "2");
        assertThat(said)
                .containsExactly(
                        "a rank was lost: the job starts again from checkpoint 1",
                        "a rank was lost: the job starts again from checkpoint 2",
                        "checkpoint 3 is not used: the file of rank 0: the content of the file was changed or damaged",
                        "a rank was lost: the job starts again from checkpoint 2, for the last time");
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
    }

    /** What a start of a job does before it loses a rank; numbered from 1. */
    private interface Start {
        void run(int number) throws IOException;
    }

    /** Runs a job that goes on from a checkpoint of the user's choice, in a folder with 1 and 2. Returns the chosen numbers. */
    private List<String> startsFromOne(int times, Start start) throws Exception {
        Path path = directory.resolve("all");
        CheckpointFolder folder = new CheckpointFolder(path);
        folder.make();
        CheckpointKey key = CheckpointKey.of("0f".repeat(32));
        checkpoint(folder, key);
        checkpoint(folder, key);
        CommandLine.populateCommand(
                options, "--restart", path.toString(), "--restart-on-failure", Integer.toString(times));
        Map<String, String> environment = Map.of("JDSM_RESTART_NUMBER", "1");
        List<String> numbers = new ArrayList<>();

        int status = options.run(
                job(key, environment),
                () -> job(key, environment),
                job -> {
                    numbers.add(job.config().toEnvironment().get("JDSM_RESTART_NUMBER"));
                    try {
                        start.run(numbers.size());
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    return new JobEnd(137, true);
                },
                said::add);

        assertThat(status).isEqualTo(137);
        return numbers;
    }

    @Test
    void aNewerCheckpointThatTheUserHasExcludedIsNotUsedAfterALoss() throws Exception {
        CheckpointFolder folder = new CheckpointFolder(directory.resolve("all"));
        CheckpointKey key = CheckpointKey.of("0f".repeat(32));

        assertThat(startsFromOne(3, start -> {
                    if (start == 2) {
                        checkpoint(folder, key); // 3, the first one of the job
                    } else if (start == 3) {
                        damage(directory.resolve("all/checkpoint-3/rank-0"));
                    }
                }))
                .containsExactly("1", "1", "3", "1");
        assertThat(said)
                .containsExactly(
                        "a rank was lost: the job starts again from checkpoint 1",
                        "a rank was lost: the job starts again from checkpoint 3",
                        "checkpoint 3 is not used: the file of rank 0: the content of the file was changed or damaged",
                        "a rank was lost: the job starts again from checkpoint 1, for the last time");
    }

    @Test
    void aJobEndsWhoseCheckpointIsGone() throws Exception {
        CheckpointFolder folder = new CheckpointFolder(directory.resolve("all"));

        assertThat(startsFromOne(2, start -> folder.remove(1))).containsExactly("1");
        assertThat(said)
                .containsExactly("a rank was lost, and the job cannot start again: checkpoint 1 in " + folder
                        + " cannot be used: it is not there; the folder has 2");
    }
}
