package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import jdsm.runtime.RangesTest.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops whose ends only the run shows: steps and bounds of any value, and bounds in arrays. */
class LoopEndsTest {
    private static final int BLOCK_LENGTH = 4;
    private static final int UNITS = 8;
    private static final int LENGTH = UNITS * BLOCK_LENGTH;
    private static final int MANY = 20_000;
    private static final int MOST_ITERATIONS = 40;

    private static boolean goesOn(int value, int bound, int test) {
        return switch (test) {
            case Ranges.BELOW -> value < bound;
            case Ranges.UP_TO -> value <= bound;
            case Ranges.ABOVE -> value > bound;
            case Ranges.DOWN_TO -> value >= bound;
            default -> value != bound;
        };
    }

    /** As the loop itself would run, also where it never ends or has no step. */
    @Test
    void everyIndexIsCoveredWhateverTheStep() {
        Random random = new Random(3);
        int accessed = 0;
        for (int n = 0; n < MANY; n++) {
            int first = random.nextInt(30) - 6;
            int bound = random.nextInt(40) - 6;
            int step = random.nextInt(9) - 4;
            int test = random.nextInt(Ranges.OTHER_THAN + 1);
            int late = random.nextInt(2);
            Recorder recorder = new Recorder(UNITS);
            Ranges.read(recorder, first, Ranges.last(first, bound, step, test, late), step, 1, 0, 0);
            int value = first;
            for (int count = 0; count < MOST_ITERATIONS; count++, value += step) {
                if (!(count == 0 && late == 1) && !goesOn(value, bound, test)) {
                    break;
                }
                if (value >= 0 && value < LENGTH) {
                    accessed++;
                    assertThat(recorder.read).contains(value / BLOCK_LENGTH);
                }
            }
        }
        assertThat(accessed).isGreaterThan(MANY);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 9, 1, 0, 0, 8",
        "0, 9, 1, 1, 0, 9",
        "9, 0, -1, 2, 0, 1",
        "9, 0, -1, 3, 0, 0",
        "0, 9, 3, 4, 0, 6",
        "0, 9, 3, 4, 1, 6",
        "5, 5, 1, 4, 0, 4",
        "5, 5, 1, 4, 1, 2147483647",
        "0, 9, 2, 4, 0, 2147483647",
        "9, 0, 1, 4, 0, 2147483647",
        "0, 9, -1, 4, 0, -2147483648",
        "7, 2, 1, 0, 1, 7",
        "3, 9, 0, 0, 0, 3",
        "0, 9, -2, 0, 0, -2147483648"
    })
    void last(int first, int bound, int step, int test, int late, int last) {
        assertThat(Ranges.last(first, bound, step, test, late)).isEqualTo(last);
    }

    /** Only the segments that the loops access, and all of them; bounds outside the arrays end nothing. */
    @Test
    void segmentsAreCoveredExactly() {
        Random random = new Random(5);
        int accessed = 0;
        for (int n = 0; n < MANY; n++) {
            int[] low = new int[6 + random.nextInt(3)];
            for (int i = 1; i < low.length; i++) {
                low[i] = random.nextInt(5) == 0 ? random.nextInt(LENGTH + 9) - 4 : low[i - 1] + random.nextInt(6);
            }
            int first = random.nextInt(9) - 2;
            int last = random.nextInt(12) - 2;
            int step = random.nextBoolean() ? 1 : -1 - random.nextInt(2);
            int factor = random.nextInt(4) - 1;
            int offset = random.nextInt(6) - 2;
            int addend = -random.nextInt(2);
            Recorder expected = new Recorder(UNITS);
            for (int i = first; step > 0 ? i <= last : i >= last; i += step) {
                int from = factor * i;
                int to = factor * i + 1;
                if (from < 0 || from >= low.length || to >= low.length) {
                    continue;
                }
                for (int k = low[from]; k <= low[to] + addend; k++) {
                    if (k + offset >= 0 && k + offset < LENGTH) {
                        accessed++;
                        expected.read.add((k + offset) / BLOCK_LENGTH);
                    }
                }
            }
            Recorder recorder = new Recorder(UNITS);
            Ranges.readSegments(recorder, first, last, step, low, factor, 0, 0, low, factor, 1, addend, offset);
            Ranges.writeSegments(recorder, first, last, step, low, factor, 0, 0, low, factor, 1, addend, offset);
            assertThat(recorder.read).isEqualTo(expected.read);
            assertThat(recorder.written).isEqualTo(expected.read);
        }
        assertThat(accessed).isGreaterThan(MANY);
    }

    @Test
    void segmentsAtAnEndOfTheIntsAreAll() {
        Recorder recorder = new Recorder(UNITS);

        Ranges.readSegments(recorder, 0, 0, 1, new int[] {2}, 1, 0, 0, new int[] {Integer.MAX_VALUE}, 1, 0, 0, 0);

        assertThat(recorder.read).hasSize(UNITS);
    }

    @Test
    void theBoundsAreMadeReadable() {
        int[] bounds = new int[LENGTH];
        Recorder ofBounds = new Recorder(UNITS);
        SharedArrays.INTS.add(bounds, ofBounds);

        Ranges.readSegments(new Recorder(UNITS), 3, 7, 1, bounds, 1, 0, 0, bounds, 2, 1, -1, 0);

        assertThat(ofBounds.read).containsExactly(0, 1, 2, 3);
        Ranges.readSegments(null, 0, 31, 1, bounds, 1, 0, 0, bounds, 1, 1, -1, 0);
        Ranges.readSegments(new Recorder(UNITS), 0, 31, 1, null, 1, 0, 0, bounds, 1, 1, -1, 0);
        assertThat(ofBounds.read).hasSize(4);
    }

    /** Rows that are further apart than a few elements are covered exactly, others with what lies between. */
    @Test
    void blocksAreCovered() {
        Random random = new Random(6);
        int accessed = 0;
        for (int n = 0; n < MANY; n++) {
            int firstRow = random.nextInt(12) - 4;
            int lastRow = random.nextInt(16) - 4;
            int rowStep = random.nextBoolean() ? 1 + random.nextInt(2) : -1;
            int rowCoefficient = random.nextInt(60) - 20;
            int first = random.nextInt(6) - 2;
            int last = random.nextInt(8) - 2;
            int step = random.nextBoolean() ? 1 : -1;
            int coefficient = random.nextInt(13) - 6;
            int offset = random.nextInt(60) - 30;
            int run = random.nextInt(3);
            Recorder expected = new Recorder(UNITS);
            for (int r = firstRow; rowStep > 0 ? r <= lastRow : r >= lastRow; r += rowStep) {
                for (int v = first; step > 0 ? v <= last : v >= last; v += step) {
                    for (int index = rowCoefficient * r + coefficient * v + offset, end = index + run;
                            index <= end;
                            index++) {
                        if (index >= 0 && index < LENGTH) {
                            accessed++;
                            expected.read.add(index / BLOCK_LENGTH);
                        }
                    }
                }
            }
            Recorder recorder = new Recorder(UNITS);
            Ranges.readBlock(
                    recorder, firstRow, lastRow, rowStep, rowCoefficient, first, last, step, coefficient, offset, run);
            Ranges.writeBlock(
                    recorder, firstRow, lastRow, rowStep, rowCoefficient, first, last, step, coefficient, offset, run);
            assertThat(recorder.read).containsAll(expected.read);
            assertThat(recorder.written).isEqualTo(recorder.read);
            boolean dense = Math.abs(coefficient) <= BLOCK_LENGTH;
            boolean farApart = Math.abs(rowCoefficient * rowStep) > 2 * LENGTH;
            if (dense && farApart) {
                assertThat(recorder.read).isEqualTo(expected.read);
            }
        }
        assertThat(accessed).isGreaterThan(MANY);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 1, 16, 0, 3, 1, 1, 0, '[0, 4]'",
        "0, 1, 1, 16, 0, 3, 1, 1, 4, '[1, 5]'",
        "1, 0, -1, 16, 3, 0, -1, 1, 0, '[0, 4]'",
        "0, 9, 1, 4, 0, 3, 1, 1, 0, '[0, 1, 2, 3, 4, 5, 6, 7]'",
        "0, 2147483647, 1, 16, 0, 3, 1, 1, 0, '[0, 1, 2, 3, 4, 5, 6, 7]'",
        "-1000000, 1000000, 1, 16, 0, 0, 1, 1, 0, '[0, 4]'",
        "0, 1000000, 1, -16, 0, 0, 1, 1, 20, '[1, 5]'",
        "0, 1, 1, 1, 0, 3, 1, 8, 0, '[0, 2, 4, 6]'",
        "0, 1, 1, 16, 3, 0, 1, 1, 0, '[]'",
        "1, 0, 1, 16, 0, 3, 1, 1, 0, '[]'"
    })
    void blocks(
            int r0, int r1, int rs, int rc, int first, int last, int step, int coefficient, int offset, String units) {
        Recorder recorder = new Recorder(UNITS);

        Ranges.readBlock(recorder, r0, r1, rs, rc, first, last, step, coefficient, offset, 0);

        assertThat(recorder.read).hasToString(units);
    }
}
