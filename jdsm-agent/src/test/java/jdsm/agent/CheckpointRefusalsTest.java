package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a job from taking a checkpoint, or from going on from one. */
@Tag("once")
class CheckpointRefusalsTest extends CheckpointedJobs {
    private void refused(String source, String message) throws IOException {
        WovenRanks.Ended ended = run(source, "3");
        assertThat(ended.status()).isNotZero();
        assertThat(ended.errors()).contains(message);
        assertThat(ended.out()).isEmpty();
        // a rank that has not heard of the end may still write its own file, under names that come and go
        try (Stream<Path> checkpoints = Files.list(directory)) {
            assertThat(checkpoints.map(folder -> folder.resolve("manifest"))).noneMatch(Files::exists);
        }
    }

    @Test
    void aFieldThatIsEachRanksOwnMayNotLeadToWhatAWorkerMade() throws IOException {
        refused(
                loop(
                        "@Local double[] mine; double[][] rows = new double[2][];",
                        "rows[worker()] = new double[3]; barrier(); mine = rows[0];",
                        "mine[0]++; barrier();",
                        ""),
                "field P.mine is each rank's own, and leads to a shared double[3], which a worker has made");
    }

    @Test
    void aFieldThatIsEachRanksOwnMayNotLeadToWhatARestartReplaces() {
        String source = loop(
                "@Local int[] mine; int[] counts; public void initialize() { counts = new int[workers()]; mine = counts; }",
                "",
                "mine[worker()]++; barrier();",
                "");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended same = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));
        assertThat(same.err()).hasSize(1);
        WovenRanks.Ended other = CheckedJob.of(source).runUnchecked(3, 1, Protocol.AUTO, settings(true, null));
        assertThat(other.status()).isNotZero();
        assertThat(other.errors())
                .contains(
                        "field P.mine is each rank's own, and leads to a shared int[3], which the restart has replaced");
    }

    @Test
    void partsOfTheJdkAreRefused() throws IOException {
        refused(
                "class Seeded extends Thread { int more; }\n"
                        + loop("Seeded seeded;", "", "if (worker() == 0) { seeded = new Seeded(); } barrier();", ""),
                "the class extends java.lang.Thread, whose state is each rank's own");
    }

    @Test
    void exceptionsThatWorkersHaveMadeAreRefused() throws IOException {
        refused(
                loop("Exception failure;", "", "if (worker() == 0) { failure = new Exception(); } barrier();", ""),
                "a checkpoint cannot have an exception that a worker has made (java.lang.Exception): set the fields that"
                        + " refer to it to null before");
    }

    @Test
    void exceptionsOfTheStartAreThereWhileTheObjectsOfTheStartAreTheSame() {
        String source = loop(
                "Exception failure; int[][] counts = new int[1][1];"
                        + " public void initialize() { failure = new Exception(\"at first\"); counts = new int[workers()][1]; }",
                "",
                "counts[worker() % counts.length][0]++;"
                        + " if (!failure.getMessage().equals(\"at first\")) { throw new AssertionError(); } barrier();",
                "");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended same = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));
        assertThat(same.status()).as(same.errors()).isZero();
        WovenRanks.Ended other = CheckedJob.of(source).runUnchecked(3, 1, Protocol.AUTO, settings(true, null));
        assertThat(other.status()).isNotZero();
        assertThat(other.errors())
                .contains(
                        "a restart with other ranks or arguments cannot make an exception of java.lang.Exception anew");
    }

    @Test
    void ownFieldsOfNewObjectsAreRefused() throws IOException {
        refused(
                "class Part { int x; @Local int visits; }\n"
                        + loop(
                                "Part part;",
                                "",
                                "if (worker() == 0) { part = new Part(); part.visits = 3; } barrier();",
                                ""),
                "a checkpoint cannot have field Part.visits of an object that a worker has made");
    }

    /** The worker that has set the field is not on the rank that owns the object. */
    @Test
    void ownFieldsOfNewObjectsAreRefusedOnEachRank() throws IOException {
        refused(
                "class Part { int x; @Local int visits; }\n"
                        + loop(
                                "Part part;",
                                "if (worker() == 0) { part = new Part(); } barrier();"
                                        + " if (worker() == 1) { part.visits = part.x + 3; } barrier();",
                                "if (worker() == 0) { part.x++; } barrier();",
                                ""),
                "a checkpoint cannot have field Part.visits of an object that a worker has made");
    }

    /** No object of initialize() is of the field's class. */
    @Test
    void anOwnStaticFieldOfAClassOfNewObjectsMayNotLeadToOne() throws IOException {
        refused(
                "class Part { int x; @Local static Part mine; }\n"
                        + loop(
                                "Part[] parts = new Part[2];",
                                "Part.mine = new Part(); parts[worker()] = Part.mine; barrier();",
                                "Part.mine.x++; barrier();",
                                ""),
                "field Part.mine is each rank's own, and leads to a shared Part, which a worker has made");
    }

    @Test
    void aClassInARecordMayNotChange() {
        String source = "record Inner(int a, int b) {}\nrecord Outer(Inner in) {}\n"
                + loop("Outer outer;", "", "if (worker() == 0) { outer = new Outer(new Inner(1, 2)); } barrier();", "");
        assertThat(run(source, "5").errors()).isEmpty();

        WovenRanks.Ended again = CheckedJob.of(source.replace("int a, int b", "int b, int a"))
                .runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(true, null));

        assertThat(again.status()).isNotZero();
        assertThat(again.errors()).contains("class Inner has changed since");
    }

    @Test
    void threadsOfTheProgramAreRefused() throws IOException {
        refused(
                loop(
                        "@Local java.util.concurrent.CountDownLatch end = new java.util.concurrent.CountDownLatch(1);",
                        "new Thread(() -> { try { end.await(); } catch (InterruptedException e) { } }, \"helper\").start();",
                        "barrier();",
                        "end.countDown();"),
                "thread 'helper', which the program has started, is alive");
    }

    private static String registering(String before) {
        return "class Driver { static { synchronized (P.names) { P.names.add(\"driver\"); } } static void use() {} }\n"
                + loop(
                        "static final java.util.List<String> names = new java.util.ArrayList<>();",
                        before,
                        "if (worker() == 0) { Driver.use(); } barrier();",
                        "if (worker() == 0) { report(names.toString()); }");
    }

    /** The restarted job would have two drivers. */
    @Test
    void anInitialiserThatHasChangedSharedObjectsInTheLoopIsRefused() throws IOException {
        refused(
                registering(""),
                "the initialiser of class Driver has changed shared objects in the loop, and would do so again behind a"
                        + " restart");
    }

    @Test
    void anInitialiserThatHasDoneSoBeforeTheLoopRunsAgainWithoutEffect() {
        String source = registering("if (worker() == 0) { Driver.use(); } barrier();");
        assertThat(run(source, "5").errors()).isEmpty();

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));

        assertThat(again.status()).as(again.errors()).isZero();
        assertThat(again.out()).contains("[driver]");
    }

    @Test
    void aHeldObjectIsRefused() throws IOException {
        refused(
                loop("int[] numbers = new int[3];", "if (worker() == 0) { pool.of(numbers).acquire(); }", "", ""),
                "thread 'jdsm-worker-0' holds a monitor or a shared object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ReentrantLock lock = new ReentrantLock(); | lock.lock();",
                "ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); | lock.readLock().lock();",
                "ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); | lock.writeLock().lock();"
            })
    void aLockOfTheLibraryThatIsHeldIsRefused(String lock) throws IOException {
        String[] parts = lock.split(" [|] ");
        refused(
                "import java.util.concurrent.locks.*;\n"
                        + loop(parts[0], "if (worker() == 1) { " + parts[1] + " } barrier();", "", ""),
                "unlock it before the head of the loop");
    }

    @Test
    void whatARankNeeds() {
        String source = loop("", "", "barrier();", "");
        assertThat(usage(source, 2, Map.of("JDSM_CHECKPOINT_KEY", "")))
                .isEqualTo("jdsm: a key of checkpoints has 64 hexadecimal digits");
        assertThat(usage(
                        source,
                        2,
                        Map.of("JDSM_CHECKPOINT", directory.resolve("none").toString())))
                .startsWith(
                        "jdsm: the folder of checkpoints, " + directory.resolve("none") + ", is not there on host ");
        assertThat(usage(source, 1, Map.of()))
                .startsWith("jdsm: a job of one rank takes no checkpoints, for it shares nothing: give -p 2 or more");
        Map<String, String> plain = settings(false, null);
        plain.remove("JDSM_CHECKPOINT_KEY");
        WovenRanks.Ended ended = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, plain);
        assertThat(ended.errors())
                .contains("jdsm: a job with checkpoints is started by jdsm launch, which knows the user's key");
        Map<String, String> unwoven = settings(false, null);
        unwoven.remove("JDSM_WEAVING_LOADER");
        assertThat(CheckedJob.of(source)
                        .runUnchecked(2, 1, Protocol.AUTO, unwoven)
                        .errors())
                .contains("jdsm: checkpoints are for woven programs, and this one is not woven");
    }

    private String usage(String source, int ranks, Map<String, String> more) {
        Map<String, String> settings = settings(false, null);
        settings.putAll(more);
        WovenRanks.Ended ended = CheckedJob.of(source).runUnchecked(ranks, 1, Protocol.AUTO, settings);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        return ended.err().get(0);
    }

    @Test
    void aLoopIsEnteredOnce() throws IOException {
        refused(
                "public class P extends SPMD { boolean again; public void start() {"
                        + " for (int step = resumeFrom(\"step\", 0); step < 2; step++) { barrier(); }"
                        + " if (!more()) { start(); } } @Local int calls; boolean more() { return ++calls > 1; } }",
                "resumeFrom(\"step\") is called a second time by the same worker");
    }

    @Test
    void workersAtDifferentHeadsAreNamed() throws IOException {
        refused(
                loop("", "", "if (worker() == 1 && step == 0) { step++; } ", ""),
                "is in checkpoint() at the head of loop 'step' with index");
    }

    @Test
    void aRestartHasToComeToItsLoop() throws IOException {
        Path skip = directory.resolve("skip");
        String source = loop(
                "",
                "if (java.nio.file.Files.exists(java.nio.file.Path.of(\"" + skip + "\"))) { return; }",
                "barrier();",
                "");
        assertThat(run(source, "5").errors()).isEmpty();
        Files.createFile(skip);

        WovenRanks.Ended other = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));

        assertThat(other.status()).isEqualTo(2);
        assertThat(other.errors())
                .contains("the program has ended start(), and has not entered the loop of the checkpoint");
        assertThat(other.out()).isEmpty();
    }

    /** The settings of a job whose folder is another one than that of the test. */
    private Map<String, String> settingsIn(Path folder, boolean restart, String every) {
        Map<String, String> settings = settings(restart, every);
        settings.put(restart ? "JDSM_RESTART" : "JDSM_CHECKPOINT", folder.toString());
        return settings;
    }

    private Path newFolder(String name) throws IOException {
        return Files.createDirectory(
                directory.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Each rank has its own path here; on several hosts one path may be several folders. */
    @Test
    void ranksThatSeeDifferentFoldersAreRefused() throws IOException {
        CheckedJob job = CheckedJob.of(loop(
                "double[] numbers = new double[40_000];",
                "",
                "for (int i = worker() * 20_000; i < (worker() + 1) * 20_000; i++) { numbers[i] += step; } barrier();",
                "for (double number : numbers) { if (number != 66) { throw new AssertionError(number); } }"));
        Path one = newFolder("one");
        Path other = newFolder("other");
        Path empty = newFolder("empty");
        assertThat(job.runUnchecked(2, 1, Protocol.AUTO, settingsIn(one, false, "5"))
                        .errors())
                .isEmpty();
        assertThat(job.runUnchecked(2, 1, Protocol.AUTO, settingsIn(other, false, "4"))
                        .errors())
                .isEmpty();

        WovenRanks.Ended mixed =
                job.runUnchecked(2, 1, Protocol.AUTO, rank -> settingsIn(rank == 0 ? one : other, true, null));
        WovenRanks.Ended missing =
                job.runUnchecked(2, 1, Protocol.AUTO, rank -> settingsIn(rank == 0 ? one : empty, true, null));

        String here = InetAddress.getLocalHost().getHostName();
        String jobName = "job [0-9a-f-]{36}";
        String head = " has taken at the head of loop 'step' with index ";
        assertThat(mixed.status()).isEqualTo(2);
        assertThat(mixed.err())
                .singleElement()
                .asString()
                .matches("jdsm: checkpoint 2 in " + other + " is not the same one on all hosts: rank 0 on host " + here
                        + " sees one that " + jobName + head + "10 [(]digest [0-9a-f]{12}[)], and rank 1 on host "
                        + here + " sees one that " + jobName + head
                        + "8 [(]digest [0-9a-f]{12}[)]; give a folder that is the same one on all hosts");
        assertThat(missing.status()).isEqualTo(2);
        assertThat(missing.err())
                .containsExactly("jdsm: rank 1 on host " + here + ": checkpoint 2 in " + empty
                        + " cannot be used: it is not there; the folder has no checkpoint, and rank 0 on host " + here
                        + " goes on from it; give a folder that is the same one on all hosts");
    }

    private void copyTo(Path to, int rank) throws IOException {
        for (String checkpoint : List.of("checkpoint-1", "checkpoint-2")) {
            Path folder = Files.createDirectory(to.resolve(checkpoint));
            try (Stream<Path> files = Files.list(directory.resolve(checkpoint))) {
                for (Path file : files.toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
        }
        Path changed = to.resolve("checkpoint-2/rank-" + rank);
        byte[] bytes = Files.readAllBytes(changed);
        bytes[bytes.length / 2] ^= 1;
        Files.write(changed, bytes);
    }

    /** The rank whose part it is passes the checkpoint over for all ranks; rank 0, which reads all, can only end the job. */
    @Test
    void aFileThatOneRankSeesDamagedIsRestoredByNone() throws IOException {
        String source = loop(
                "double[] numbers = new double[40_000];",
                "",
                "for (int i = worker() * 20_000; i < (worker() + 1) * 20_000; i++) { numbers[i] += step; } barrier();",
                "for (double number : numbers) { if (number != 66) { throw new AssertionError(number); } }");
        CheckedJob job = CheckedJob.of(source);
        assertThat(run(source, "5").errors()).isEmpty();
        for (int damaged = 0; damaged < 2; damaged++) {
            Path copy = newFolder("copy-" + damaged);
            copyTo(copy, damaged);
            for (int blind = 0; blind < 2; blind++) {
                int sees = blind;

                WovenRanks.Ended ended = job.runUnchecked(
                        2, 1, Protocol.AUTO, rank -> settingsIn(rank == sees ? copy : directory, true, null));

                String which = "file of rank " + damaged + " damaged for rank " + blind + ": " + ended.errors();
                if (blind == damaged) {
                    assertThat(ended.status()).as(which).isZero();
                    assertThat(ended.err())
                            .containsExactly(
                                    "jdsm: checkpoint 2 is not used: the file of rank " + damaged
                                            + ": the content of the file was changed or damaged",
                                    "jdsm: restarted from checkpoint 1, at the head of loop 'step' with index 5");
                } else if (blind == 0) {
                    assertThat(ended.status()).as(which).isEqualTo(2);
                    assertThat(ended.err())
                            .containsExactly(
                                    "jdsm: checkpoint 2 in " + copy + " cannot be restored: the file of rank 1:"
                                            + " the content of the file was changed or damaged");
                } else {
                    assertThat(ended.status())
                            .as("rank 1 reads its own part only: " + which)
                            .isZero();
                }
            }
        }
    }
}
