package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntPredicate;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import org.junit.jupiter.api.Test;

class WrittenRunsTest {
    private final Random random = new Random(5);

    /**
     * The length of blocks after a rank has written elements of an array of doubles before some barriers.
     *
     * @param block the number of elements in a block
     * @param written tells the elements
     */
    private static int blockLength(int ranks, int length, int block, int barriers, IntPredicate written) {
        WrittenRuns runs = new WrittenRuns(ranks, length);
        double[] array = new double[length];
        for (int barrier = 0; barrier < barriers; barrier++) {
            for (int from = 0; from < length; from += block) {
                int count = Math.min(block, length - from);
                Twin twin = Twin.of(UnitContent.ofElements(array, from, count, 1 << 20));
                for (int i = from; i < from + count; i++) {
                    array[i] += written.test(i) ? 1 : 0;
                }
                var diff = twin.diff();
                if (diff != null) {
                    runs.add(from, Double.BYTES, diff);
                }
            }
            runs.barrier((length - 1) / block + 1);
        }
        return runs.blockLength();
    }

    @Test
    void rowsInTurn() {
        assertThat(blockLength(2, 100 * 100, 800, 2, i -> i / 100 % 2 == 1)).isEqualTo(100);
        assertThat(blockLength(4, 100 * 90, 512, 2, i -> i / 90 % 4 == 2)).isEqualTo(90);
        assertThat(blockLength(3, 99 * 70, 1_000, 2, i -> i / 70 % 3 == 0 && i % 70 > 4))
                .isEqualTo(70);
    }

    @Test
    void rowsThatAreLongerThanABlock() {
        assertThat(blockLength(2, 40 * 300, 200, 2, i -> i / 300 % 2 == 0)).isEqualTo(300);
    }

    @Test
    void severalRowsInTurn() {
        assertThat(blockLength(2, 120 * 50, 1_000, 2, i -> i / 150 % 2 == 0)).isEqualTo(150);
    }

    @Test
    void bandsOfColumns() {
        assertThat(blockLength(2, 100 * 100, 800, 2, i -> i % 100 < 50)).isEqualTo(50);
        assertThat(blockLength(4, 100 * 100, 800, 2, i -> i % 100 >= 75)).isEqualTo(25);
    }

    @Test
    void rowsOfWhichFewElementsChange() {
        assertThat(blockLength(2, 350 * 400, 5_000, 2, i -> i / 350 % 2 == 1 && random.nextInt(10) == 0))
                .isEqualTo(350);
    }

    @Test
    void nothingIsCertainBeforeTheSecondBarrier() {
        assertThat(blockLength(2, 100 * 100, 800, 1, i -> i / 100 % 2 == 1)).isZero();
    }

    @Test
    void elementsAtRandom() {
        assertThat(blockLength(2, 10_000, 800, 5, i -> random.nextInt(20) == 0)).isZero();
        assertThat(blockLength(2, 10_000, 800, 5, i -> random.nextBoolean())).isZero();
    }

    @Test
    void wholeBlocksAndBandsThatMeetInABlock() {
        assertThat(blockLength(2, 10_000, 800, 5, i -> true)).isZero();
        assertThat(blockLength(2, 10_000, 800, 5, i -> i < 5_150)).isZero();
    }
}
