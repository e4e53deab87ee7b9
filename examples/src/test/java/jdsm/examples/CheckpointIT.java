package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs of real processes that take checkpoints, lose ranks, and go on from the newest checkpoint; {@link
 * CheckpointedExamplesTest} has the examples.
 */
@Tag("once")
class CheckpointIT {
    /**
     * Arguments: steps, the step before which all workers hold for ever unless a file is there, or throw. The file is in a
     * variable, for jobs go on with the arguments of a checkpoint only.
     */
    private static final String SOURCE = """
            import java.nio.file.*;
            import java.util.*;
            import jdsm.SPMD;

            public class Stepping extends SPMD {
                static final int VERSION = 1;
                double[] numbers = new double[3000];
                List<String> said = new ArrayList<>();
                Stepping.Link chain;

                static class Link {
                    int step;
                    Link next;
                }

                @Override
                public void start() throws Exception {
                    int steps = Integer.parseInt(args()[0]);
                    int hold = Integer.parseInt(args()[1]);
                    String what = args()[2];
                    String path = System.getenv("STEPPING_GO");
                    for (int step = resumeFrom("step", 0); step < steps; step++) {
                        if (step == hold && !Files.exists(Path.of(path))) {
                            if (what.equals("throw") && worker() == 1) {
                                throw new IllegalStateException("thrown at " + step);
                            }
                            report(worker() + " holds");
                            while (true) {
                                Thread.sleep(1000);
                            }
                        }
                        int from = numbers.length * worker() / workers();
                        int to = numbers.length * (worker() + 1) / workers();
                        for (int i = from; i < to; i++) {
                            numbers[i] = numbers[i] / 3 + i * 0.7 + step;
                        }
                        barrier();
                        if (worker() == step % workers()) {
                            said.add("s" + step);
                            Link link = new Link();
                            link.step = step;
                            link.next = chain;
                            chain = link;
                        }
                        barrier();
                    }
                    if (worker() == 0) {
                        long sum = said.hashCode();
                        for (double number : numbers) {
                            sum = sum * 31 + Double.doubleToRawLongBits(number);
                        }
                        for (Link link = chain; link != null; link = link.next) {
                            sum = sum * 31 + link.step;
                        }
                        report("sum " + sum);
                    }
                }
            }
            """;

    private static final String STEPPING = "Stepping";

    @TempDir
    Path directory;

    /** What an undisturbed job has left, which tests copy: its configuration with the key, and its checkpoints. */
    @TempDir
    static Path before;

    private static Path classes;
    private static String sum;

    private Path folder;
    private Path go;

    /** Runs to the end, with checkpoints before steps 5, 10 and 15. */
    @BeforeAll
    static void runUndisturbed() throws IOException {
        classes = compiled(before, "classes", SOURCE);
        Files.createFile(before.resolve("go"));
        String options = "-p 3 --checkpoint " + before.resolve("checkpoints") + " --checkpoint-every 5";
        try (JdsmProcess job = launch(before, classes, Map.of(), options, STEPPING + " 18 12 hold")) {
            Outcome outcome = job.end();
            assertThat(outcome.ok().out()).hasSize(1);
            sum = outcome.out().get(0);
        }
    }

    @BeforeEach
    void name() {
        folder = directory.resolve("checkpoints");
        go = directory.resolve("go");
    }

    /** The sum of an undisturbed job, whose checkpoints come into the folder of this test. */
    private String undisturbed() throws IOException {
        Files.createFile(go);
        for (String name : List.of("jdsm", "checkpoints")) {
            copy(before.resolve(name), directory.resolve(name));
        }
        return sum;
    }

    /** With the permissions. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static Path compiled(Path directory, String name, String source) throws IOException {
        Path target = Files.createDirectory(directory.resolve(name));
        Path file = Files.writeString(target.resolve("Stepping.java"), source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-g",
                        "--release",
                        "17",
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(status).isZero();
        return target;
    }

    private JdsmProcess launch(Path from, Map<String, String> more, String options, String program) {
        return launch(directory, from, more, options, program);
    }

    private static JdsmProcess launch(
            Path directory, Path from, Map<String, String> more, String options, String program) {
        String[] command = (options + " " + program).split(" ");
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_CONFIG_HOME", directory.toString());
        environment.put("STEPPING_GO", directory.resolve("go").toString());
        return JdsmProcess.launchOf(from, environment, command);
    }

    private JdsmProcess launch(Path from, String options, String program) {
        return launch(from, Map.of(), options, program);
    }

    private Outcome run(String options, String program) {
        try (JdsmProcess job = launch(classes, options, program)) {
            return job.end();
        }
    }

    private Outcome runFrom(int number, String program) {
        Map<String, String> chosen = Map.of("JDSM_RESTART_NUMBER", Integer.toString(number));
        try (JdsmProcess job = launch(classes, chosen, "-p 2 --restart " + folder, program)) {
            return job.end();
        }
    }

    private static void kill(JdsmProcess job, int rank) {
        List<ProcessHandle> ranks =
                job.ranks().stream().filter(process -> rankOf(process) == rank).toList();
        assertThat(ranks).hasSize(1);
        JdsmProcess.signal("KILL", ranks.get(0));
    }

    private static int rankOf(ProcessHandle process) {
        try {
            String environment = Files.readString(
                    Path.of("/proc/" + process.pid() + "/environ"), java.nio.charset.StandardCharsets.ISO_8859_1);
            return Stream.of(environment.split("\0"))
                    .filter(variable -> variable.startsWith("JDSM_RANK="))
                    .map(variable -> Integer.parseInt(variable.substring("JDSM_RANK=".length())))
                    .findFirst()
                    .orElse(-1);
        } catch (IOException e) {
            return -1; // it has ended
        }
    }

    @ParameterizedTest
    @CsvSource({"shm, 12, from checkpoint 2", "tcp, 3, from the beginning"})
    void aJobThatLosesARankStartsAgain(String transport, int step, String where) throws IOException {
        String sum = undisturbed();
        Files.delete(go);
        Path fresh = directory.resolve("fresh");
        try (JdsmProcess job = launch(
                classes,
                "-p 3 --comm " + transport + " --checkpoint " + fresh + " --checkpoint-every 5 --restart-on-failure 2",
                STEPPING + " 18 " + step + " hold")) {
            job.awaitLine("0 holds");
            job.awaitLine("1 holds");
            job.awaitLine("2 holds");
            Files.createFile(go);
            kill(job, 1);

            Outcome outcome = job.end();

            assertThat(outcome.status()).as(outcome.err().toString()).isZero();
            assertThat(outcome.out()).last().isEqualTo(sum);
            assertThat(outcome.err()).contains("jdsm: a rank was lost: the job starts again " + where);
        }
    }

    /** Kills rank 1 while both ranks hold, and returns how the job has ended: with the sum of an undisturbed one. */
    private Outcome endAfterALoss(JdsmProcess job, String sum) throws IOException {
        job.awaitLine("0 holds");
        job.awaitLine("1 holds");
        Files.createFile(go);
        kill(job, 1);

        Outcome outcome = job.end();

        assertThat(outcome.status()).as(outcome.err().toString()).isZero();
        assertThat(outcome.out()).last().isEqualTo(sum);
        return outcome;
    }

    @Test
    void aJobDoesNotGoOnFromACheckpointOfAnEarlierJob() throws IOException {
        String sum = undisturbed();
        Files.delete(go);
        try (JdsmProcess job = launch(
                classes,
                "-p 2 --checkpoint " + folder + " --checkpoint-every 5 --restart-on-failure 1",
                STEPPING + " 18 3 hold")) {
            Outcome outcome = endAfterALoss(job, sum);
            assertThat(outcome.err())
                    .contains("jdsm: a rank was lost: the job starts again from the beginning, for the last time");
        }
    }

    /** Checkpoint 3 is in the folder as well, and the user has asked for 2. */
    @Test
    void aJobFromAnOlderCheckpointDoesNotGoOnFromANewerOneOfBefore() throws IOException {
        String sum = undisturbed();
        Files.delete(go);
        try (JdsmProcess job = launch(
                classes,
                Map.of("JDSM_RESTART_NUMBER", "2"),
                "-p 2 --restart " + folder + " --restart-on-failure 1",
                STEPPING + " 18 12 hold")) {
            Outcome outcome = endAfterALoss(job, sum);
            assertThat(outcome.err())
                    .contains("jdsm: a rank was lost: the job starts again from checkpoint 2, for the last time")
                    .last()
                    .isEqualTo("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        }
    }

    @Test
    void aProgramThatFailsIsNotStartedAgain() {
        Outcome outcome = run(
                "-p 2 --checkpoint " + folder + " --checkpoint-every 2 --restart-on-failure 2",
                STEPPING + " 18 5 throw");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("thrown at 5"))
                .noneMatch(line -> line.contains("again"));
    }

    @ParameterizedTest
    @CsvSource({"2, shm, lazy-release", "4, tcp, write-invalidate", "3, inproc, auto"})
    void aJobGoesOnWithAnotherNumberOfRanks(int ranks, String transport, String protocol) throws IOException {
        String sum = undisturbed();

        Outcome outcome = run(
                "-p " + ranks + " --comm " + transport + " --consistency " + protocol + " --restart " + folder
                        + " --checkpoint-every 1",
                STEPPING + " 18 12 hold");

        assertThat(outcome.err())
                .containsExactly("jdsm: restarted from checkpoint 3, at the head of loop 'step' with index 15");
        assertThat(outcome.out()).containsExactly(sum);
        assertThat(names()).containsExactly("checkpoint-5", "checkpoint-6");
    }

    /** Blocks of long arrays have another length there, and begin elsewhere: 1,875 elements over shm, 500 over tcp. */
    @ParameterizedTest
    @CsvSource({"shm, tcp, write-invalidate", "tcp, shm, auto"})
    void aJobGoesOnOverAnotherTransport(String then, String now, String protocol) throws IOException {
        Path longer = compiled(directory, "longer", SOURCE.replace("new double[3000]", "new double[60_000]"));
        String program = STEPPING + " 12 12 hold";
        String options = "-p 2 -t 2 --consistency " + protocol + " --comm ";
        Outcome first;
        try (JdsmProcess job =
                launch(longer, options + then + " --checkpoint " + folder + " --checkpoint-every 5", program)) {
            first = job.end().ok();
        }

        try (JdsmProcess job = launch(longer, options + now + " --restart " + folder, program)) {
            Outcome outcome = job.end();

            assertThat(outcome.err())
                    .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
            assertThat(outcome.out()).hasSize(1).isEqualTo(first.out());
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void nobodyElseCanReadIt() throws IOException {
        undisturbed(); // a copy keeps the permissions

        assertThat(names()).containsExactly("checkpoint-2", "checkpoint-3");
        Set<PosixFilePermission> forFolders = PosixFilePermissions.fromString("rwx------");
        Set<PosixFilePermission> forFiles = PosixFilePermissions.fromString("rw-------");
        assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(forFolders);
        Path one = folder.resolve("checkpoint-3");
        assertThat(Files.getPosixFilePermissions(one)).isEqualTo(forFolders);
        try (Stream<Path> files = Files.list(one)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("manifest", "rank-0", "rank-1", "rank-2");
        }
        for (String name : List.of("manifest", "rank-0", "rank-1", "rank-2")) {
            assertThat(Files.getPosixFilePermissions(one.resolve(name))).isEqualTo(forFiles);
        }
        Path key = directory.resolve("jdsm/checkpoint.key");
        assertThat(Files.getPosixFilePermissions(key)).isEqualTo(forFiles);
    }

    @Test
    void aDamagedFileIsNotUsed() throws IOException {
        String sum = undisturbed();
        Path file = folder.resolve("checkpoint-3/rank-1");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        String program = STEPPING + " 18 12 hold";

        Outcome outcome = run("-p 2 --restart " + folder, program);

        assertThat(outcome.err())
                .containsExactly(
                        "jdsm: checkpoint 3 is not used: the file of rank 1: the content of the file was changed or"
                                + " damaged",
                        "jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        assertThat(outcome.out()).containsExactly(sum);

        Files.writeString(
                folder.resolve("checkpoint-2/manifest"),
                Files.readString(folder.resolve("checkpoint-2/manifest")).replace("index 10", "index 11"));
        Files.delete(file);
        Files.createSymbolicLink(file, file.resolveSibling("rank-0"));

        Outcome none = run("-p 2 --restart " + folder, program);

        assertThat(none.status()).isEqualTo(2);
        assertThat(none.out()).isEmpty();
        assertThat(none.err())
                .contains(
                        "jdsm: checkpoint 2 in " + folder
                                + " is not used: its manifest was changed, or made with the key of another user",
                        "jdsm: --restart: there is no whole checkpoint in " + folder)
                .anyMatch(line -> line.contains("is no regular file"));
    }

    @Test
    void aNumberThatCannotBeUsedIsNamed() throws IOException {
        undisturbed();
        Files.delete(folder.resolve("checkpoint-3/manifest"));
        String program = STEPPING + " 18 12 hold";
        String remedy = "; give another restart-number (JDSM_RESTART_NUMBER), or none for the newest whole one";

        Outcome torn = runFrom(3, program);
        Outcome absent = runFrom(1, program);

        assertThat(List.of(torn, absent))
                .allMatch(outcome -> outcome.status() == 2 && outcome.out().isEmpty());
        assertThat(torn.err())
                .first()
                .isEqualTo("jdsm: --restart: checkpoint 3 in " + folder
                        + " cannot be used: it is torn: it has no manifest" + remedy);
        assertThat(absent.err())
                .first()
                .isEqualTo("jdsm: --restart: checkpoint 1 in " + folder
                        + " cannot be used: it is not there; the folder has 2, 3" + remedy);
    }

    @Test
    void otherClassesAreRefused() throws IOException {
        undisturbed();
        Path others = compiled(directory, "others", SOURCE.replace("int step;", "int step; int more;"));

        try (JdsmProcess job = launch(others, "-p 3 --restart " + folder, STEPPING + " 18 12 hold")) {
            Outcome outcome = job.end();

            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .containsExactly("jdsm: checkpoint 3 in " + folder + " is of other classes: class Stepping$Link has"
                            + " changed since; restart with the classes of then, or begin anew without --restart");
        }
    }

    /** A content has no names: with as many shared fields as then, the value of one would become that of another one. */
    @ParameterizedTest
    @CsvSource({"--local Stepping.said, Stepping", "--heavy Stepping$Link.step, Stepping$Link"})
    void otherFieldsByOptionsAreRefused(String option, String changed) throws IOException {
        undisturbed();

        Outcome outcome = run("-p 2 " + option + " --restart " + folder, STEPPING + " 18 12 hold");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .containsExactly("jdsm: checkpoint 3 in " + folder + " is of other classes: class " + changed
                        + " had other shared fields, by --local, --heavy or the like; restart with the classes of then,"
                        + " or begin anew without --restart");
    }

    @Test
    void aFolderOfAnotherProgramIsLeftAlone() throws IOException {
        undisturbed();
        List<String> before = names();

        Outcome outcome = run("-p 2 --checkpoint " + folder + " --checkpoint-every 1", "SOR -n 120 -i 10");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .containsExactly("jdsm: --checkpoint: folder " + folder + " has checkpoints of program " + STEPPING
                        + ": name another folder, or remove them");
        assertThat(names()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-p 2 --checkpoint D --checkpoint-every 0 | --checkpoint-every must be at least 1, was 0",
                "-p 2 --checkpoint-every 5 | --checkpoint-every needs a folder: give --checkpoint or --restart",
                "-p 2 --restart-on-failure 5 | --restart-on-failure needs a folder: give --checkpoint or --restart",
                "-p 2 --checkpoint D --restart-on-failure x | --restart-on-failure must be a whole number from 1 to"
                        + " 1000000, was 'x'",
                "-p 2 --checkpoint F | --checkpoint: the folder of checkpoints, F, is no folder on host HOST",
                "-p 2 --restart D | --restart: the folder of checkpoints, D, is not there on host HOST",
                "--checkpoint D | --checkpoint is for jobs of several ranks, for one rank shares nothing: use -p 2 or"
                        + " more",
                "-p 2 --no-agent --checkpoint D | --checkpoint acts on woven programs only: remove --no-agent"
            })
    void wrongOptionsAreOneLine(String options, String error) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Outcome outcome =
                run(options.replace("D", folder.toString()).replace("F", file.toString()), STEPPING + " 1 2 hold");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .first()
                .isEqualTo("jdsm: "
                        + error.replace("D,", folder + ",")
                                .replace("F,", file + ",")
                                .replace(
                                        "HOST",
                                        java.net.InetAddress.getLocalHost().getHostName()));
    }
}
