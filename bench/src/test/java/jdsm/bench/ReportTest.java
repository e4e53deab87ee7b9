package jdsm.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter.Inclusion;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final int MEDIUM = 128 << 10;
    private static final int LARGE = 1 << 20;

    private final Figures figures = new Figures();

    @Test
    void quartilesAreInterpolated() {
        Quartiles quartiles = Quartiles.of(4, 1, 3, 2);
        assertThat(quartiles).isEqualTo(new Quartiles(1, 1.75, 2.5, 3.25, 4));
        assertThat(Quartiles.of(7)).isEqualTo(new Quartiles(7, 7, 7, 7, 1));
        assertThatThrownBy(Quartiles::of).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRatioIsTakenWithinARound() {
        // The second round was ten times as slow for both; medians over all rounds would say 11 / 5.5.
        tcp(Subject.SOCKET, 1, 10, 10, 10);
        tcp(Subject.HANDLER, 1, 12, 12, 12);
        tcp(Subject.SOCKET, 1, 100);
        tcp(Subject.HANDLER, 1, 120);
        Quartiles ratio =
                figures.ratio(key(Subject.HANDLER, 1), key(Subject.SOCKET, 1)).orElseThrow();
        assertThat(ratio.median()).isCloseTo(1.2, within(1e-9));
        assertThat(ratio.count()).isEqualTo(2);
        assertThat(figures.ratio(key(Subject.POOL, 1), key(Subject.SOCKET, 1))).isEmpty();
    }

    @Test
    void barsSayWhatIsMetAndWhatIsNot() {
        tcp(Subject.SOCKET, 1, 20);
        tcp(Subject.BLOCKING_HANDLER, 1, 22.9);
        tcp(Subject.SPINNING_SOCKET, 1, 10);
        tcp(Subject.HANDLER, 1, 15.1);
        tcp(Subject.RECEIVE, 1, 14.9);
        tcp(Subject.SOCKET, LARGE, 100);
        tcp(Subject.HANDLER, LARGE, 106);
        tcp(Subject.HANDLER, MEDIUM, 30);
        tcp(Subject.POOL, MEDIUM, 37);
        tcp(Subject.MOVES, MEDIUM, 2);
        assertThat(Bar.of(figures))
                .extracting(bar -> bar.text() + ": " + bar.met())
                .containsExactly(
                        "1 B: time of blocking Comm handler / blocking socket: true",
                        "1 B: time of Comm handler / spinning socket: false",
                        "1 B: time of Comm receive / spinning socket: true",
                        "1 MB: throughput of Comm handler / blocking socket: false",
                        "128 KB: throughput of pool / Comm handler: true",
                        "128 KB: ownership moves of a turn: false");
    }

    @Test
    void theTableShowsTimesThroughputAndRatios() {
        tcp(Subject.SOCKET, MEDIUM, 60, 70, 65);
        tcp(Subject.HANDLER, MEDIUM, 65.536);
        tcp(Subject.POOL, MEDIUM, 131.072);
        figures.add(new Key(Subject.BARRIER, "inproc", 4), 25, 27);
        String table = Table.of(Map.of("processors", 2), figures);
        assertThat(table.lines())
                .anyMatch(line -> line.matches("processors +2"))
                .anyMatch(line -> line.matches(
                        " +131072 +65\\.0 \\(62\\.5-67\\.5\\) +65\\.5 \\(65\\.5-65\\.5\\) +131\\.1 \\(131\\.1-131\\.1\\)"
                                + " +1\\.01 +2\\.00"))
                .anyMatch(line -> line.matches(" +131072 +2016 +2000 +1000 +0\\.50"))
                .anyMatch(line -> line.matches(" +inproc +4 ranks +26\\.0 \\(25\\.5-26\\.5\\)"))
                .noneMatch(line -> line.contains("over inproc"))
                .noneMatch(line -> line.endsWith(" "));
        assertThat(table)
                .contains("NOT MET 128 KB: throughput of pool / Comm handler")
                .contains("0.50  (at least 0.80)");
    }

    @Test
    void theJsonHoldsEveryValueAndWhatFollowsFromThem() throws IOException {
        tcp(Subject.HANDLER, MEDIUM, 64, 66);
        tcp(Subject.POOL, MEDIUM, 130);
        StringWriter text = new StringWriter();
        JsonReport.write(text, Map.of("processors", 2), figures);
        String json = text.toString();
        assertThat(at(json, "/environment/processors")).isEqualTo("2");
        assertThat(at(json, "/measurements/0/name")).isEqualTo("Comm handler");
        assertThat(at(json, "/measurements/0/transport")).isEqualTo("tcp");
        assertThat(at(json, "/measurements/0/bytes")).isEqualTo("131072");
        assertThat(at(json, "/measurements/0/median")).isEqualTo("65.0");
        assertThat(at(json, "/measurements/0/firstQuartile")).isEqualTo("64.5");
        assertThat(at(json, "/measurements/0/thirdQuartile")).isEqualTo("65.5");
        assertThat(at(json, "/measurements/0/values/1")).isEqualTo("66.0");
        assertThat(at(json, "/ratios/0/by")).isEqualTo("Comm handler");
        assertThat(at(json, "/ratios/0/median")).isEqualTo("2.0");
        assertThat(at(json, "/bars/0/value")).isEqualTo("0.5");
        assertThat(at(json, "/bars/0/met")).isEqualTo("false");
    }

    private static String at(String json, String pointer) throws IOException {
        try (JsonParser all = new JsonFactory().createParser(json);
                JsonParser found = new FilteringParserDelegate(
                        all,
                        new JsonPointerBasedFilter(JsonPointer.compile(pointer)),
                        Inclusion.ONLY_INCLUDE_ALL,
                        false)) {
            found.nextToken();
            return found.getText();
        }
    }

    private void tcp(Subject subject, int size, double... values) {
        figures.add(key(subject, size), values);
    }

    private static Key key(Subject subject, int size) {
        return new Key(subject, "tcp", size);
    }
}
