package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What it costs an owner that others reach its memory. */
class ExportCostTest {
    private static final int ROUNDS = 400;

    @TempDir
    private Path directory;

    /**
     * A unit is written in each round and read in every n-th. One that is read seldom is exported when it will be; that it is, is
     * seen the third time.
     */
    @ParameterizedTest
    @CsvSource({"LAZY_RELEASE, 1, 400", "LAZY_RELEASE, 20, 50", "AUTO, 20, 50", "LAZY_RELEASE, 200, 10", "AUTO, 200, 10"
    })
    void onlyWhatSomebodyReadsIsRefreshed(Protocol consistency, int every, int exports) throws IOException {
        Path file = directory.resolve("stats.json");
        Map<String, String> settings = Map.of("JDSM_CONSISTENCY", consistency.label(), "JDSM_STATS", file.toString());

        TestJob.run(Rewritten.class, 2, settings, Integer.toString(every)).ok();

        String total = Files.readString(file).split("\"total\"", 2)[1];
        long reads = ROUNDS / every;
        assertThat(number(total, "exports")).isBetween(reads, exports + 3L);
        assertThat(number(total, "oneSidedFetches")).isGreaterThanOrEqualTo(every < 200 ? reads - 3 : 0);
    }

    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(json);
        assertThat(matcher.find()).as(name + " in " + json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Rank 0 writes, rank 1 reads now and then. */
    public static final class Rewritten extends SPMD {
        private final int[] data = new int[100];

        @Override
        public void initialize() {
            pool.register(data);
        }

        @Override
        public void start() {
            int every = Integer.parseInt(args()[0]);
            for (int round = 1; round <= ROUNDS; round++) {
                if (rank() == 0) {
                    pool.of(data).ensureWritable();
                    data[7] = round;
                }
                barrier();
                if (rank() == 1 && round % every == 0) {
                    pool.of(data).ensureReadable();
                    if (data[7] != round) {
                        throw new AssertionError(data[7] + " in round " + round);
                    }
                }
                barrier();
            }
        }
    }
}
