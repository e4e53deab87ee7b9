package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdsm.observe.StatisticsReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statistics of a job say what happened in it. */
@Tag("once")
class StatisticsIT {
    private static final String COUNTED = "jdsm.examples.programs.Counted";
    private static final int MOVES = 7;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void everyEventAndMessageIsCounted(String comm) throws IOException {
        Path file = directory.resolve("stats.json");

        run(comm, file).ok();

        Map<String, Object> all = StatisticsReader.read(file);
        assertThat(all).containsOnlyKeys("job", "total", "ranks");
        assertThat(object(all, "job"))
                .containsEntry("program", COUNTED)
                .containsEntry("ranks", 2L)
                .containsEntry("threads", 1L)
                .containsEntry("comm", comm)
                .containsEntry("consistency", "write-invalidate");
        assertThat(object(all, "total"))
                .containsEntry("fetches", 1L)
                .containsEntry("ownershipMoves", (long) MOVES)
                .containsEntry("invalidations", 1L)
                .containsEntry("forwards", 0L)
                .containsEntry("staleReplies", 0L)
                .containsEntry("barriers", 2L * (2 + MOVES));
        Map<String, Object> messages = object(object(all, "total"), "messages");
        assertThat(sent(messages, "read-request")).isEqualTo(1);
        assertThat(sent(messages, "read-reply")).isEqualTo(1);
        assertThat(sent(messages, "acquire-request")).isEqualTo(MOVES);
        assertThat(sent(messages, "grant")).isEqualTo(MOVES);
        assertThat(sent(messages, "invalidate")).isEqualTo(1);
        assertThat(sent(messages, "confirmed")).isEqualTo(1);
        // Two ranks tell each other once a barrier; the ends of start and finish are barriers as well.
        assertThat(sent(messages, "barrier")).isEqualTo(2L * (2 + MOVES + 2));
    }

    @Test
    void eachRankCountsForItself() throws IOException {
        Path file = directory.resolve("stats.json");

        run("tcp", file).ok();

        List<?> ranks = (List<?>) StatisticsReader.read(file).get("ranks");
        assertThat(ranks).hasSize(2);
        assertThat(Statistics.map(ranks.get(0)))
                .containsEntry("rank", 0L)
                .containsEntry("fetches", 0L)
                .containsEntry("ownershipMoves", (long) MOVES / 2)
                .containsEntry("invalidations", 0L)
                .containsEntry("barriers", 2L + MOVES);
        assertThat(Statistics.map(ranks.get(1)))
                .containsEntry("rank", 1L)
                .containsEntry("fetches", 1L)
                .containsEntry("ownershipMoves", MOVES - (long) MOVES / 2)
                .containsEntry("invalidations", 1L)
                .containsEntry("barriers", 2L + MOVES);
        Map<String, Object> asked = object(object(Statistics.map(ranks.get(1)), "messages"), "read-request");
        assertThat(asked).containsEntry("sent", 1L).containsEntry("received", 0L);
        assertThat((double) Statistics.map(ranks.get(0)).get("barrierSeconds")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void aFileThatCannotBeWrittenIsKnownBeforeTheProgramRuns(String comm) {
        Path file = directory.resolve("none/stats.json");

        Outcome outcome = run(comm, file);

        outcome.failed(
                2,
                "jdsm: the statistics file " + file + " cannot be written: there is no directory " + file.getParent());
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void aSectionTellsWhatHappenedInIt() throws IOException {
        Path file = directory.resolve("stats.json");
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", "2", "--stats", file.toString(), "SOR", "-n", "40", "-i", "3", "--reps", "2")) {
            job.end().ok();
        }
        List<?> sections =
                (List<?>) object(StatisticsReader.read(file), "total").get("sections");
        assertThat(sections)
                .extracting(section -> Statistics.map(section).get("name"))
                .containsExactly("repetition 0", "between repetitions", "repetition 1");
        for (Object repetition : List.of(sections.get(0), sections.get(2))) {
            // Two ranks, two halves an iteration; each rank needs a row of the other's after each but the last.
            assertThat(Statistics.map(repetition)).containsEntry("barriers", 2L * 2 * 3);
            assertThat((double) Statistics.map(repetition).get("startSeconds")).isPositive();
        }
    }

    /** Each rank reads the other's blocks once a factorisation: at the fourth, all of them are asked for ahead. */
    @Test
    void whatIsReadWithAPeriodIsAskedForAhead() throws IOException {
        Path file = directory.resolve("stats.json");
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", "2", "--comm", "tcp", "--stats", file.toString(), "LU", "-n", "160", "--reps", "5")) {
            job.end().ok();
        }
        List<?> sections =
                (List<?>) object(StatisticsReader.read(file), "total").get("sections");
        for (Object section : sections) {
            Map<String, Object> counted = Statistics.map(section);
            String name = (String) counted.get("name");
            long ahead = (long) counted.get("fetchesAhead");
            if (name.equals("repetition 3") || name.equals("repetition 4")) {
                assertThat((long) counted.get("fetches")).as(name).isEqualTo(14);
                assertThat(ahead).as(name).isEqualTo(14);
            } else {
                assertThat(ahead).as(name).isZero();
            }
        }
    }

    private static Outcome run(String comm, Path file) {
        try (JdsmProcess job =
                JdsmProcess.launch("-p", "2", "--comm", comm, "--stats", file.toString(), COUNTED, "" + MOVES)) {
            return job.end();
        }
    }

    private static long sent(Map<String, Object> messages, String kind) {
        Map<String, Object> counts = object(messages, kind);
        assertThat(counts.get("received")).as(kind).isEqualTo(counts.get("sent"));
        assertThat(counts.get("receivedBytes")).as(kind).isEqualTo(counts.get("sentBytes"));
        return (long) counts.get("sent");
    }

    private static Map<String, Object> object(Map<String, Object> parent, String name) {
        assertThat(parent).containsKey(name);
        return Statistics.map(parent.get(name));
    }
}
