package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When checkpoints are taken, and what a loop finds again that goes on from one. */
@Tag("once")
class CheckpointRequestsTest extends CheckpointedJobs {
    @Test
    void theProgramAsksForOne() throws IOException {
        String source = loop("", "", "if (step == 4 && worker() == 1) { checkpoint(); } barrier();", "");

        assertThat(run(source, null).errors()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1");
        assertThat(Files.readString(directory.resolve("checkpoint-1/manifest"))).contains("\nindex 5\n");
    }

    /** Each step is longer than the period; how many steps a period has, a test of the timetable says. */
    @Test
    void timeAsksForThem() throws IOException {
        String source = loop("", "", "Thread.sleep(2); barrier();", "");

        assertThat(run(source, "0.001s").errors()).isEmpty();
        assertThat(checkpoints()).hasSize(2);
    }

    @Test
    void noneIsTakenBeforeItsTime() throws IOException {
        assertThat(run(loop("", "", "barrier();", ""), "3600s").errors()).isEmpty();
        assertThat(checkpoints()).isEmpty();
    }

    @Test
    void withoutAFolderTheLoopIsAnyLoop() {
        WovenRanks.Ended ended = CheckedJob.of(loop(
                        "int sum;",
                        "",
                        "if (worker() == 0) { sum += step; checkpoint(); }",
                        "barrier(); if (sum != 66) { throw new AssertionError(sum); }"))
                .runUnchecked(2, 2, Protocol.AUTO);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).hasSize(2);
    }

    @Test
    void whatIsEachRanksOwnIsMadeAgain() {
        String source = loop(
                "@Local int mine; @Local int[] own; int[] sums = new int[1]; int steps;",
                "mine = 100 + worker(); own = new int[] {mine}; String text = \"w\" + worker(); Integer boxed = 5; long begin = 3;",
                "if (worker() == 1) { sums[0] += own[0] + mine + text.length() + boxed + (int) begin; steps++; } barrier();",
                "if (sums[0] != 12 * 212 || steps != 12) { throw new AssertionError(sums[0]); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));
        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    @Test
    void transientFieldsOfNewObjectsHaveTheirDefaultsBehindARestart() throws IOException {
        String source = "class Part { int x = 7; transient String text;"
                + " String text() { if (text == null) { text = \"x\" + x; } return text; } }\n"
                + loop(
                        "Part part; int[] seen = new int[2];",
                        "if (worker() == 0) { part = new Part(); } barrier();",
                        "seen[worker()] += part.text().length(); part.text(); barrier();",
                        "if (worker() == 0 && seen[0] + seen[1] != 48) {"
                                + " throw new IllegalStateException(seen[0] + \" \" + seen[1]); }");
        WovenRanks.Ended first = run(source, "2");
        assertThat(first.status()).as(first.errors()).isZero();

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));
        assertThat(again.status()).as(again.errors()).isZero();
        assertThat(again.err()).hasSize(1).first().asString().contains("restarted from checkpoint");
    }

    /** An object of initialize() gets its hash code when it is asked for it, after one object for each rank. */
    @Test
    void initialObjectsKeepTheirHashCodes() {
        String source = loop(
                "static class Part { int x; } Part[] parts = new Part[5]; Set<Part> set = new HashSet<>();"
                        + " public void initialize() {"
                        + " for (int i = 0; i < ranks(); i++) { new Part().hashCode(); }"
                        + " for (int i = 0; i < 5; i++) { parts[i] = new Part(); parts[i].hashCode(); } }",
                "",
                "if (worker() == 0) { set.add(parts[step % 5]); } barrier();",
                "for (Part part : parts) { if (!set.contains(part)) { throw new AssertionError(); } }");
        assertThat(run(source, "11").errors()).isEmpty();

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));

        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    /** Its state comes back, and no thread has it. */
    @Test
    void locksAndLatchesGoOn() throws IOException {
        String source = "import java.util.concurrent.*;\nimport java.util.concurrent.locks.*;\n"
                + loop(
                        "ReentrantLock lock = new ReentrantLock(true); Condition odd = lock.newCondition(); int sum;"
                                + " Semaphore permits = new Semaphore(20); CountDownLatch latch = new CountDownLatch(12 * 2);",
                        "",
                        "lock.lock(); sum++; odd.signalAll(); lock.unlock(); if (worker() == 0) { permits.acquire(); }"
                                + " if (worker() < 2) { latch.countDown(); } barrier();",
                        "if (permits.availablePermits() != 8 || latch.getCount() != 0) { throw new AssertionError(); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));
        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    @Test
    void aFolderThatIsGoneCostsACheckpointOnly() throws IOException {
        Path away = directory.resolveSibling(directory.getFileName() + "-away");
        String source = loop(
                "",
                "java.nio.file.Path from = null; String here = \"" + directory + "\"; String there = \"" + away + "\";",
                "if (worker() == 0 && step == 1) { java.nio.file.Files.move(java.nio.file.Path.of(here), java.nio.file.Path.of(there)); }"
                        + " if (worker() == 0 && step == 7) { java.nio.file.Files.move(java.nio.file.Path.of(there), java.nio.file.Path.of(here)); }"
                        + " barrier();",
                "");

        WovenRanks.Ended ended = run(source, "5");

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.err())
                .singleElement()
                .asString()
                .startsWith("jdsm: no checkpoint at the head of loop 'step' with index 5: folder ")
                .endsWith("; the program goes on");
        assertThat(checkpoints()).containsExactly("checkpoint-1");
        assertThat(Files.readString(directory.resolve("checkpoint-1/manifest"))).contains("\nindex 10\n");
    }

    /** An interrupted thread closes a file at its first use. */
    @Test
    void anInterruptKeepsAJobFromNoCheckpoint() throws IOException {
        String source = loop(
                "double[] numbers = new double[40_000];",
                "Thread.currentThread().interrupt();",
                "for (int i = worker(); i < 40_000; i += workers()) { numbers[i] += step; } barrier();",
                "if (numbers[7] != 66 || !Thread.interrupted()) { throw new AssertionError(numbers[7]); }");

        assertThat(run(source, "5").errors()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2");

        for (int ranks = 2; ranks <= 3; ranks++) {
            WovenRanks.Ended again =
                    CheckedJob.of(source).runUnchecked(ranks, 1, Protocol.LAZY_RELEASE, settings(true, null));
            assertThat(again.err())
                    .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
            assertThat(again.out()).hasSize(ranks);
        }
    }

    /** The loop before it runs again; its own loop goes on. */
    @Test
    void aCheckpointOfALaterLoop() throws IOException {
        String source = loop(
                "int[] counts = new int[2]; @Local int early;",
                "for (int i = resumeFrom(\"early\", 0); i < 4; i++) { early++; if (worker() == 0) { counts[0]++; } barrier(); }",
                "if (worker() == 1) { counts[1]++; } barrier();",
                "if (counts[0] != 4 || counts[1] != 12 || early != 4) { throw new AssertionError(counts[0] + \" \" + counts[1]); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.WRITE_UPDATE, settings(true, null));

        assertThat(again.err())
                .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        assertThat(again.out()).hasSize(3);
    }

    @Test
    void aNumberChoosesTheCheckpoint() throws IOException {
        String source = loop("int[] sum = new int[1];", "", "if (worker() == 1) { sum[0] += step; } barrier();", "");
        assertThat(run(source, "5").errors()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2");

        assertThat(from(source, 1).err())
                .containsExactly("jdsm: restarted from checkpoint 1, at the head of loop 'step' with index 5");

        Path file = directory.resolve("checkpoint-2/rank-0");
        byte[] whole = Files.readAllBytes(file);
        for (int place : new int[] {whole.length - 1, whole.length / 2, 13}) {
            byte[] bytes = whole.clone();
            bytes[place] ^= 1;
            Files.write(file, bytes);
            assertThat(from(source, 2).errors())
                    .contains("jdsm: checkpoint 2 in " + directory + " cannot be restored: ")
                    .contains("the content of the file was changed or damaged");
        }
        Files.delete(directory.resolve("checkpoint-2/manifest"));
        assertThat(from(source, 2).errors())
                .contains("jdsm: checkpoint 2 in " + directory + " cannot be used: it is torn: it has no manifest");
    }

    /** The next checkpoint does not cost the one from which the job has gone on, for the only other one is damaged. */
    @Test
    void aCheckpointThatWasPassedOverDoesNotCostTheOneBefore() throws IOException {
        String source = loop("double[] numbers = new double[4000];", "", "numbers[worker()] += step; barrier();", "");
        assertThat(run(source, "5").errors()).isEmpty();
        Path file = directory.resolve("checkpoint-2/rank-1");
        byte[] bytes = Files.readAllBytes(file);
        bytes[20] ^= 1;
        Files.write(file, bytes);

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(true, "4"));

        assertThat(again.err())
                .containsExactly(
                        "jdsm: checkpoint 2 is not used: the file of rank 1: the content of the file was changed or"
                                + " damaged",
                        "jdsm: restarted from checkpoint 1, at the head of loop 'step' with index 5");
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2", "checkpoint-3");
    }

    /** Where worker 0 restores all, rank 1 owns nothing behind it, and its next file is empty. */
    @Test
    void aRankRestoresWhatItOwned() throws IOException {
        String source = loop(
                "double[][] rows = new double[8][2000]; double[] flat = new double[40_000];",
                "",
                "for (int i = worker(); step < 3 && i < 8; i += 2) { rows[i][step] = step + i; }"
                        + " for (int i = worker() * 20_000; step < 3 && i < (worker() + 1) * 20_000; i++) { flat[i] += i; }"
                        + " barrier();",
                "double sum = 0; for (int i = 0; i < 8; i++) { sum += rows[i][2]; }"
                        + " if (sum != 44 || flat[39_999] != 3.0 * 39_999 || flat[1] != 3) {"
                        + " throw new AssertionError(sum + \" \" + flat[39_999]); }");
        assertThat(run(source, "5").errors()).isEmpty();

        assertThat(CheckedJob.of(source)
                        .runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(true, "1"))
                        .status())
                .isZero();

        String newest = checkpoints().get(checkpoints().size() - 1);
        assertThat(newest).isNotEqualTo("checkpoint-2");
        assertThat(Files.size(directory.resolve(newest).resolve("rank-1"))).isGreaterThan(100_000);
    }

    private WovenRanks.Ended from(String source, int number) {
        return CheckedJob.of(source).runUnchecked(2, 1, Protocol.LAZY_RELEASE, from(number));
    }
}
