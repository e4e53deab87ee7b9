package jdsm.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireReportTest {
    private static final LuBlocks BLOCKS = new LuBlocks(64, 32, 2);

    /** 8 KB must travel, 9 KB do; that takes 72 us at 1 Gbit/s. */
    private static Rounds rounds(double computeSeconds, double seconds) {
        Rounds rounds = new Rounds(BLOCKS, 1000);
        double bytes = BLOCKS.bytes() * 1.125;
        Measured.Link[] links = {new Measured.Link(bytes, 0, 7, bytes), new Measured.Link(0, bytes, 7, bytes)};
        Measured measured = new Measured("lazy-release", seconds, 3, 0.5, 0.25, BLOCKS.bytes(), 12, links);
        rounds.add(new Rounds.Round(computeSeconds, Map.of("tcp", 1.5), Map.of("lazy-release", measured)));
        return rounds;
    }

    @Test
    void aFrameCountsOnceThoughTwoLinksCarryIt() {
        assertThat(rounds(1, 2).wireRatio("lazy-release").median()).isEqualTo(1.125);
    }

    @Test
    void timeIsComparedWithTheLargerOfComputingAndTheWire() {
        double wireSeconds = BLOCKS.bytes() * 1.125 * 8 / 1e9;
        assertThat(rounds(1, 1.25).timeRatio("lazy-release").median()).isEqualTo(1.25);
        assertThat(rounds(wireSeconds / 2, wireSeconds * 2)
                        .timeRatio("lazy-release")
                        .median())
                .isEqualTo(2);
    }

    @Test
    void saysWhetherTheBarsAreMet() {
        assertThat(new WireReport(Map.of(), rounds(1, 1.25)).text())
                .containsPattern("(?m)^met +lazy-release: wire")
                .containsPattern("(?m)^met +lazy-release: seconds");
        assertThat(new WireReport(Map.of(), rounds(1, 1.35)).text())
                .containsPattern("(?m)^NOT MET +lazy-release: seconds");
    }

    @Test
    void theFileHasAllOfIt() throws IOException {
        StringWriter json = new StringWriter();
        new WireReport(Map.of("processors", 2), rounds(1, 1.25)).json(json);
        assertThat(json.toString())
                .contains("\"processors\" : 2", "\"computeSeconds\" : 1.0", "\"seconds\" : 1.25", "\"time\" : 1.25");
    }
}
