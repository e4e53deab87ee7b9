package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes along with a fetched object, as the user chooses. */
@Tag("once")
class FetchOrderTest {
    @TempDir
    private Path directory;

    private Map<String, Object> total(String... args) throws IOException {
        Path file = directory.resolve("stats.json");
        Outcome outcome = WovenRun.run("-p 2 --stats " + file + " " + String.join(" ", args));
        assertThat(outcome.ok().out()).last().asString().endsWith(" OK");
        return Statistics.total(file);
    }

    private static long count(Map<String, Object> total, String name) {
        return (long) total.get(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"learnt", "breadth", "depth", "hierarchical", "freqread"})
    void copiesComeInEachOrderAndSamplesAreCounted(String order) throws IOException {
        Map<String, Object> total = total("--fetch-order", order, "CountedTree", "-n", "3000");

        assertThat(count(total, "copiesWithReplies")).isPositive();
        assertThat(count(total, "sampledCopies")).isPositive().isLessThanOrEqualTo(count(total, "copiesWithReplies"));
        assertThat(count(total, "sampledCopiesRead")).isPositive();
        assertThat(count(total, "sampledCopiesRead") + count(total, "sampledCopiesUnused"))
                .isLessThanOrEqualTo(count(total, "sampledCopies"));
    }

    @Test
    void copiesThatBecomeStaleUnreadAreToldFromThoseThatWereRead() throws IOException {
        Map<String, Object> unread = total("jdsm.examples.programs.Unread", "first");
        assertThat(count(unread, "sampledCopiesUnused")).isPositive().isEqualTo(count(unread, "sampledCopies"));
        assertThat(count(unread, "sampledCopiesRead")).isZero();

        Map<String, Object> read = total("jdsm.examples.programs.Unread", "all");
        assertThat(count(read, "sampledCopiesRead")).isPositive().isEqualTo(count(read, "sampledCopies"));
        assertThat(count(read, "sampledCopiesUnused")).isZero();
    }

    @Test
    void underFreqreadAClassComesIfItIsMarkedOrSplit() throws IOException {
        Map<String, Object> depth = total("--fetch-order", "depth", "PageRank", "-n", "500");
        Map<String, Object> freqread = total("--fetch-order", "freqread", "PageRank", "-n", "500");

        assertThat(count(depth, "copiesWithReplies")).isPositive();
        assertThat(count(freqread, "copiesWithReplies")).isZero();
        assertThat(count(freqread, "fetches")).isGreaterThan(count(depth, "fetches"));
        Map<String, Object> split =
                total("--fetch-order", "freqread", "--heavy", "jdsm.examples.Page.next", "PageRank", "-n", "500");
        assertThat(count(split, "copiesWithReplies"))
                .as("a class with a heavy part")
                .isPositive();
    }
}
