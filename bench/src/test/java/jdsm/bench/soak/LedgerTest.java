package jdsm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says in the end. */
class LedgerTest {
    private static final Map<String, Object> ENVIRONMENT = Map.of("seed", 7);

    private final Ledger ledger = new Ledger();

    private void add(int samples, int each) {
        for (int i = 0; i < samples; i++) {
            ledger.add(
                    "rank 0",
                    new Sample(Map.of(Quantity.DESCRIPTORS, 40L + i * each, Quantity.RESIDENT, i * 1_000_000L)));
        }
    }

    @Test
    void nothingGrew() {
        add(20, 0);

        assertThat(ledger.isGood()).isTrue();
        assertThat(SoakReport.table(ENVIRONMENT, ledger))
                .contains("OK: no growth")
                .containsPattern("rank 0 +resident set .* not judged")
                .doesNotContain("GROWTH");
    }

    @Test
    void somethingGrew() {
        add(20, 1);

        assertThat(ledger.isGood()).isFalse();
        assertThat(SoakReport.table(ENVIRONMENT, ledger))
                .contains("GROWTH: descriptors of rank 0: from 47 to 57")
                .doesNotContain("OK:");
    }

    /** One job is kept here and there, but not one after the other. */
    @Test
    void whereJobsRunOneMayBeKept() {
        ledger.runsJobs("jobs");
        for (String of : List.of("jobs", "rank 1")) {
            for (int i = 0; i < 20; i++) {
                ledger.add(of, new Sample(Map.of(Quantity.CLASSES, i < 10 ? 3000L : 3900L)));
            }
        }
        assertThat(ledger.series()).extracting(Ledger.Series::fails).containsExactly(false, true);

        for (int i = 0; i < 20; i++) {
            ledger.add("jobs", new Sample(Map.of(Quantity.CLASSES, 3900L + 300 * i)));
        }
        assertThat(ledger.series()).extracting(Ledger.Series::fails).containsExactly(true, true);
    }

    @Test
    void aJobFailed() {
        add(20, 0);
        ledger.failed("job tcp 2 1 auto LU ended with exit status 1");

        assertThat(ledger.isGood()).isFalse();
        assertThat(SoakReport.table(ENVIRONMENT, ledger)).contains("FAILED: job tcp 2 1 auto LU ended with");
    }

    @Test
    void tooShortARunIsNoGoodOne() {
        assertThat(ledger.isGood()).isFalse();
        assertThat(SoakReport.table(ENVIRONMENT, ledger)).contains("nothing is proved");
        add(7, 0);

        assertThat(ledger.isGood()).isFalse();
        assertThat(SoakReport.table(ENVIRONMENT, ledger))
                .contains("nothing is proved")
                .containsPattern("rank 0 +descriptors .* too few samples");
    }

    @Test
    void bothFilesAreWritten(@TempDir Path folder) throws IOException {
        add(2, 1);
        ledger.did("jobs");
        ledger.failed("a \"job\"");

        SoakReport.write(folder.resolve("new"), ENVIRONMENT, ledger);

        assertThat(folder.resolve("new/soak.txt")).content().isEqualTo(SoakReport.table(ENVIRONMENT, ledger));
        assertThat(Files.readString(folder.resolve("new/soak.json")))
                .contains("\"seed\" : 7", "\"good\" : false", "\"jobs\" : 1", "\"a \\\"job\\\"\"", "[ 40, 41 ]");
    }
}
