package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lock's moves cost where ranks cannot reach each other's memory. */
class LockCostTest {
    private static final int TURNS = 200;

    @TempDir
    private Path directory;

    /** Two objects that rank 0 owns: what rank 1 needs of them comes with the lock, but for a look now and then. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY_RELEASE", "AUTO"})
    void whatALockProtectsComesWithIt(Protocol consistency) throws IOException {
        Path file = directory.resolve("stats.json");
        Map<String, String> settings = Map.of("JDSM_CONSISTENCY", consistency.label(), "JDSM_STATS", file.toString());

        TestJob.run(TestJob.Transport.TCP, Alternating.class, 2, settings).ok();

        String total = Files.readString(file).split("\"total\"", 2)[1];
        assertThat(number(total, "\"copiesWithLocks\"\\s*:\\s*")).isGreaterThan(TURNS / 2);
        assertThat(number(total, "\"read-request\"\\s*:\\s*\\{\\s*\"sent\"\\s*:\\s*"))
                .isLessThan(TURNS / 4);
    }

    private static long number(String json, String before) {
        Matcher matcher = Pattern.compile(before + "(\\d+)").matcher(json);
        assertThat(matcher.find()).as(before + " in " + json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Ranks write two objects in turn, under one lock. */
    public static final class Alternating extends SPMD {
        private static final int LENGTH = 10;
        private final long[] turn = new long[1];
        private final long[] written = new long[LENGTH];

        @Override
        public void initialize() {
            pool.register(turn);
            pool.register(written);
        }

        @Override
        public void start() {
            for (long mine = rank(); mine < TURNS; ) {
                pool.of(turn).lock();
                pool.of(turn).ensureReadable();
                if (turn[0] == mine) {
                    write(mine);
                    mine += ranks();
                }
                pool.of(turn).unlock();
                Thread.yield();
            }
        }

        private void write(long mine) {
            pool.of(turn).ensureWritable();
            pool.of(written).ensureWritable();
            for (long each : written) {
                if (each != mine) {
                    throw new AssertionError(Arrays.toString(written) + " in turn " + mine);
                }
            }
            Arrays.fill(written, mine + 1);
            turn[0]++;
        }
    }
}
