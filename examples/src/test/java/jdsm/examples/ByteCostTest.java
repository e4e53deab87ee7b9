package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import jdsm.SPMD;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs send under lazy-release, against what the same program by messages would have to. */
@Tag("once")
class ByteCostTest {
    private static final Set<String> NO_COHERENCE = Set.of("registration", "statistics", "abort", "program");
    /** What a barrier's message has without notices: its head, and the intervals of the ranks. */
    private static final int BARRIER_HEAD = 12;
    /** What one write notice may cost. */
    private static final int NOTICE_BYTES = 64;

    @TempDir
    private Path directory;

    private Map<String, Statistics.Sent> run(Class<? extends SPMD> program, int ranks, String... args)
            throws IOException {
        Path file = directory.resolve("stats.json");
        InprocRun.run(program, ranks, Map.of("JDSM_CONSISTENCY", "lazy-release", "JDSM_STATS", file.toString()), args)
                .ok();
        return Statistics.sent(file);
    }

    /** All bytes but a barrier's own. */
    private static long coherenceBytes(Map<String, Statistics.Sent> sent, int ranks) {
        long bytes = 0;
        for (Map.Entry<String, Statistics.Sent> kind : sent.entrySet()) {
            if (kind.getKey().equals("barrier")) {
                bytes += kind.getValue().bytes()
                        - kind.getValue().messages() * (BARRIER_HEAD + (long) Integer.BYTES * ranks);
            } else if (!NO_COHERENCE.contains(kind.getKey())) {
                bytes += kind.getValue().bytes();
            }
        }
        return bytes;
    }

    private static long contentBytes(Map<String, Statistics.Sent> sent) {
        return sent.get("read-reply").bytes() + sent.get(Statistics.ONE_SIDED).bytes();
    }

    /**
     * By messages, neighbours exchange the rows at their boundary before each half sweep: 2 rows of 8 n bytes for each of
     * ranks - 1 boundaries; and at the end rank 0 gets all rows that are not its own, to check them. A notice for each row at
     * a boundary comes to each rank that has a copy.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void sorOnRowsSendsLittleMoreThanItsBoundaries(int ranks) throws IOException {
        int n = 400;
        int iterations = 30;
        Map<String, Statistics.Sent> sent = run(SorByHand.class, ranks, "-n", "" + n, "-i", "" + iterations);

        long rows = 2L * (ranks - 1) * 2 * iterations;
        long gathered = n - (n - 2) / ranks - 1;
        long necessary = 8L * n * (rows + gathered);
        long notices = rows * ranks;
        assertThat(coherenceBytes(sent, ranks))
                .as(sent.toString())
                .isLessThan((long) (1.1 * necessary) + NOTICE_BYTES * notices);
        assertThat(contentBytes(sent)).isGreaterThan(necessary / 2);
    }

    /** As above; blocks do not end where bands do. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void sorOnOneFlatArraySendsAtMostTwiceItsBoundaries(int ranks) throws IOException {
        int n = 400;
        int iterations = 30;
        Map<String, Statistics.Sent> sent =
                run(SorByHand.class, ranks, "-n", "" + n, "-i", "" + iterations, "--layout", "flat", "--block", "250");

        long rows = 2L * (ranks - 1) * 2 * iterations;
        long gathered = n - (n - 2) / ranks - 1;
        long necessary = 8L * n * (rows + gathered);
        assertThat(coherenceBytes(sent, ranks)).as(sent.toString()).isLessThan(2 * necessary);
    }

    /**
     * By messages, each block of the factors goes once to each rank that needs it: the diagonal block of step k to those with
     * blocks below it or beside it, a block below it to those with blocks in its row, a block beside it to those with blocks in
     * its column; and to those that check its row in the end. Each block is written once before anybody reads it (it has a
     * notice, from when it was filled), and its row's and column's steps are seen by nobody.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void luSendsEachBlockOnceToWhoNeedsIt(int ranks) throws IOException {
        int block = 16;
        int count = 10;
        Map<String, Statistics.Sent> sent =
                run(LuByHand.class, ranks, "-n", "" + block * count, "-b", "" + block, "--access", "interval");

        int rows = ranks == 4 ? 2 : 1;
        int columns = ranks / rows;
        long transfers = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                for (int rank = 0; rank < ranks; rank++) {
                    int step = Math.min(i, j);
                    boolean checks = i % ranks == rank || j >= i;
                    boolean later = hasLater(rank / columns, rows, step, count)
                            || hasLater(rank % columns, columns, step, count);
                    boolean inRow = i % rows == rank / columns && hasLater(rank % columns, columns, step, count);
                    boolean inColumn = j % columns == rank % columns && hasLater(rank / columns, rows, step, count);
                    boolean needed = checks || (i == j ? later && (inRow || inColumn) : i > j ? inRow : inColumn);
                    boolean mine = i % rows == rank / columns && j % columns == rank % columns;
                    transfers += needed && !mine ? 1 : 0;
                }
            }
        }
        long necessary = transfers * 8 * block * block;
        long notices = (long) count * count * ranks * 2;
        assertThat(coherenceBytes(sent, ranks))
                .as(sent.toString())
                .isLessThan((long) (1.1 * necessary) + NOTICE_BYTES * notices);
        assertThat(contentBytes(sent)).isGreaterThan(necessary * 9 / 10);
    }

    /** Whether a row or column of the ranks' grid has blocks beyond a step. */
    private static boolean hasLater(int place, int places, int step, int count) {
        for (int at = step + 1; at < count; at++) {
            if (at % places == place) {
                return true;
            }
        }
        return false;
    }

    /** A writer that is not the owner sends its diff and is answered; a reader asks and is answered. */
    @ParameterizedTest
    @CsvSource({"2", "3", "4", "8"})
    void falseSharingCostsTwoMessagesAWriterAndTwoAReader(int ranks) throws IOException {
        int rounds = 50;
        Map<String, Statistics.Sent> sent = run(FalseSharing.class, ranks, "-n", "64", "--rounds", "" + rounds);

        long messages = 0;
        for (Map.Entry<String, Statistics.Sent> kind : sent.entrySet()) {
            if (!NO_COHERENCE.contains(kind.getKey()) && !kind.getKey().equals("barrier")) {
                // A fetch from memory stands for a request and its reply.
                messages += (kind.getKey().equals(Statistics.ONE_SIDED) ? 2 : 1)
                        * kind.getValue().messages();
            }
        }
        // At the beginning the array finds its owner, and at the end each worker's mistakes are published and read.
        long ends = 8L * ranks * ranks;
        assertThat(messages).as(sent.toString()).isLessThanOrEqualTo(4L * (ranks - 1) * rounds + ends);
    }
}
