package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {
    private static final int BLOCK_LENGTH = 4;
    private static final int MANY = 50_000;

    /** Remembers which units were asked for. */
    static final class Recorder extends BareShared {
        final TreeSet<Integer> read = new TreeSet<>();
        final TreeSet<Integer> written = new TreeSet<>();
        /** The units that were requested ahead, and the units that were brought, in this order. */
        final List<String> order = new ArrayList<>();

        Recorder(int units) {
            this(IntStream.range(0, units).map(unit -> UnitAccess.INVALID).toArray());
        }

        Recorder(int[] rights) {
            super(Arrays.stream(rights).mapToObj(Right::new).toArray(UnitAccess[]::new), BLOCK_LENGTH);
        }

        @Override
        protected void bringReadable(int from, int to) {
            IntStream.range(from, to).forEach(read::add);
            order.add("bring " + from);
        }

        @Override
        protected void bringWritable(int from, int to) {
            IntStream.range(from, to).forEach(written::add);
        }

        @Override
        protected void requestAhead(int from, int to) {
            order.add("request " + from);
        }
    }

    private static final class Right extends UnitAccess {
        private Right(int right) {
            super(right);
        }
    }

    @Test
    void aReaderOfSingleUnitsRequestsAllOfThemBeforeItWaitsForOne() {
        Recorder shared = new Recorder(8);
        Ranges.read(shared, 0, 3, 1, 2 * BLOCK_LENGTH, 1, 0);
        assertThat(shared.order)
                .containsExactly(
                        "request 0", "request 2", "request 4", "request 6", "bring 0", "bring 2", "bring 4", "bring 6");
    }

    @Test
    void aWriterOfSingleUnitsRequestsNoCopies() {
        Recorder shared = new Recorder(8);
        Ranges.write(shared, 0, 3, 1, 2 * BLOCK_LENGTH, 1, 0);
        assertThat(shared.written).containsExactly(0, 2, 4, 6);
        assertThat(shared.order).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0          | 9          | 1  | 1           | 0  | 0 | [0, 1, 2]
            9          | 0          | -1 | 1           | 0  | 0 | [0, 1, 2]
            4          | 3          | 1  | 1           | 0  | 0 | []
            3          | 4          | -1 | 1           | 0  | 0 | []
            0          | 3          | 1  | 8           | 1  | 0 | [0, 2, 4, 6]
            0          | 3          | 1  | -8          | 25 | 0 | [0, 2, 4, 6]
            -2         | 100        | 1  | 8           | 1  | 0 | [0, 2, 4, 6]
            -5         | -1         | 1  | 1           | 0  | 0 | []
            5          | 5          | 1  | 0           | 6  | 0 | [1]
            0          | 2147483647 | 1  | 1           | 0  | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            0          | 2147483646 | 2  | 1           | 0  | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            0          | 100000     | 1  | 100000      | 0  | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            2147483647 | 2147483646 | 1  | 1           | 0  | 0 | []
            2147483640 | 2147483647 | 1  | 1           | -2147483640 | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            2147483640 | 2147483646 | 1  | 1           | -2147483640 | 0 | [0, 1]
            2147483640 | 2147483646 | 3  | 1           | -2147483640 | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            -2147483646 | -2147483648 | -1 | -1        | -2147483646 | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            -2147483646 | -2147483647 | -1 | -1        | -2147483646 | 0 | [0]
            65536      | 65537      | 1  | 65536       | 0  | 0 | [0, 1, 2, 3, 4, 5, 6, 7]
            0          | 3          | 1  | 8           | 1  | 2 | [0, 2, 4, 6]
            0          | 3          | 1  | 8           | 1  | 3 | [0, 1, 2, 3, 4, 5, 6, 7]
            0          | 3          | 1  | -8          | 25 | 4 | [0, 1, 2, 3, 4, 5, 6, 7]
            -2         | 0          | 1  | 8           | -1 | 1 | [0]
            -1         | -1         | 1  | 8           | 4  | 4 | [0]
            0          | 9          | 1  | 1           | 0  | 3 | [0, 1, 2, 3]
            3          | 3          | 1  | 8           | 6  | 9 | [7]
            0          | 1          | 1  | 1           | 2147483640 | 7 | [0, 1, 2, 3, 4, 5, 6, 7]
            """)
    void unitsAskedFor(int first, int last, int step, int coefficient, int offset, int run, String units) {
        Recorder recorder = new Recorder(8);

        Ranges.read(recorder, first, last, step, coefficient, offset, run);
        Ranges.write(recorder, first, last, step, coefficient, offset, run);

        assertThat(recorder.read).hasToString(units);
        assertThat(recorder.written).hasToString(units);
    }

    @Test
    void everyIndexOfTheLoopIsCovered() {
        Random random = new Random(7);
        int accessed = 0;
        for (int i = 0; i < MANY; i++) {
            int step = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
            int first = random.nextInt(40) - 10;
            int last = random.nextInt(40) - 10;
            int coefficient = random.nextInt(21) - 10;
            int offset = random.nextInt(60) - 20;
            int run = random.nextInt(6);
            Recorder recorder = new Recorder(8);
            Ranges.read(recorder, first, last, step, coefficient, offset, run);
            long packed = Ranges.of(first, last, step, coefficient, offset, run);
            for (int v = first; step > 0 ? v <= last : v >= last; v += step) {
                for (int index = coefficient * v + offset; index <= coefficient * v + offset + run; index++) {
                    if (index >= 0 && index < 8 * BLOCK_LENGTH) {
                        accessed++;
                        assertThat(recorder.read).contains(index / BLOCK_LENGTH);
                        assertThat(index).isBetween((int) (packed >> Integer.SIZE), (int) packed);
                    }
                }
            }
        }
        assertThat(accessed).isGreaterThan(MANY);
    }

    @Test
    void ofSingleUnitsThoseThatAreAccessibleAreNotBrought() {
        Random random = new Random(9);
        int brought = 0;
        for (int i = 0; i < MANY; i++) {
            int[] rights = random.ints(8, 0, 3)
                    .map(kind -> new int[] {UnitAccess.INVALID, UnitAccess.READ, UnitAccess.WRITE}[kind])
                    .toArray();
            Recorder recorder = new Recorder(rights);
            boolean write = random.nextBoolean();
            int stride = (BLOCK_LENGTH + 1 + random.nextInt(9)) * (random.nextBoolean() ? 1 : -1);
            int offset = random.nextInt(60) - 15;
            TreeSet<Integer> lacking = new TreeSet<>();
            for (int v = 0; v <= 6; v++) {
                int index = stride * v + offset;
                int unit = Math.floorDiv(index, BLOCK_LENGTH);
                if (unit >= 0 && unit < 8 && rights[unit] < (write ? UnitAccess.WRITE : UnitAccess.READ)) {
                    lacking.add(unit);
                }
            }
            if (write) {
                Ranges.write(recorder, 0, 6, 1, stride, offset, 0);
            } else {
                Ranges.read(recorder, 0, 6, 1, stride, offset, 0);
            }
            assertThat(write ? recorder.written : recorder.read).isEqualTo(lacking);
            brought += lacking.size();
        }
        assertThat(brought).isGreaterThan(MANY);
    }

    /** As the loop itself would run, in ints, until it has gone far beyond an end of them. */
    @Test
    void everyIndexOfALoopThatComesToAnEndOfTheIntsIsCovered() {
        Random random = new Random(8);
        int wrapped = 0;
        for (int i = 0; i < MANY; i++) {
            int step = 1 + random.nextInt(3);
            boolean up = random.nextBoolean();
            int edge = up ? Integer.MAX_VALUE : Integer.MIN_VALUE;
            int first = edge + (up ? -random.nextInt(12) : random.nextInt(12));
            int last = edge + (up ? -random.nextInt(4) : random.nextInt(4));
            int coefficient = random.nextInt(5) - 2;
            int offset = -coefficient * first + random.nextInt(5);
            step = up ? step : -step;
            Recorder recorder = new Recorder(8);
            Ranges.read(recorder, first, last, step, coefficient, offset, 0);
            long packed = Ranges.of(first, last, step, coefficient, offset, 0);
            int v = first;
            for (int count = 0; count < 12 && (up ? v <= last : v >= last); count++, v += step) {
                int index = coefficient * v + offset;
                if (index >= 0 && index < 8 * BLOCK_LENGTH) {
                    wrapped += up == v < 0 ? 1 : 0;
                    assertThat(recorder.read).contains(index / BLOCK_LENGTH);
                    assertThat(index).isBetween((int) (packed >> Integer.SIZE), (int) packed);
                }
            }
        }
        assertThat(wrapped).isGreaterThan(MANY / 10);
    }

    @Test
    void rowsAndTheirElements() {
        int[][] rows = {new int[16], null, new int[16], new int[16]};
        Recorder outer = new Recorder(1);
        Recorder[] known = new Recorder[rows.length];
        for (int i = 0; i < rows.length; i++) {
            known[i] = new Recorder(4);
            if (rows[i] != null) {
                SharedArrays.INTS.add(rows[i], known[i]);
            }
        }

        Ranges.writeRows(outer, rows, Ranges.of(0, 2, 1, 1, 0, 0), Ranges.of(2, 6, 1, 1, 0, 0));

        assertThat(outer.read).containsExactly(0);
        assertThat(outer.written).isEmpty();
        assertThat(known[0].written).containsExactly(0, 1);
        assertThat(known[2].written).containsExactly(0, 1);
        assertThat(known[3].written).isEmpty();
        Ranges.readRows(null, rows, Ranges.of(3, 900, 1, 1, 0, 0), Ranges.of(0, 3, 1, 1, 0, 0));
        assertThat(known[3].read).containsExactly(0);
        assertThat(known[2].read).isEmpty();
    }

    @Test
    void nothingWhereThereIsNothing() {
        Recorder outer = new Recorder(1);
        int[][] rows = {new int[4]};

        Ranges.read(null, 0, 9, 1, 1, 0, 0);
        Ranges.write(null, 0, 9, 1, 1, 0, 0);
        Ranges.readRows(outer, null, Ranges.of(0, 2, 1, 1, 0, 0), Ranges.of(0, 2, 1, 1, 0, 0));
        Ranges.readRows(outer, rows, Ranges.of(0, 2, 1, 1, 0, 0), Ranges.of(2, 1, 1, 1, 0, 0));
        Ranges.readRows(outer, rows, Ranges.of(-9, -3, 1, 1, 0, 0), Ranges.of(0, 2, 1, 1, 0, 0));

        assertThat(outer.read).isEmpty();
    }
}
