package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import jdsm.remote.PageTable.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapArraysTest {
    private static final int FRAMES = 10;

    private static TestSpace space(int pageBytes) {
        return new TestSpace(TestSpace.settings(pageBytes, FRAMES, ReplacementPolicy.CLOCK, 1), true, 20);
    }

    private static RemoteDoubles array(TestSpace space, int length) {
        PageTable table = space.table(ElementType.DOUBLE, length);
        space.pager.admit(table, length);
        return new RemoteDoubles(space.pager, Thread.currentThread(), table, 0, length);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 << 10, 64 << 10, 4 << 20})
    void anArrayWhoseFramesAreWantedMovesIntoThem(int pageBytes) {
        int perPage = pageBytes / Double.BYTES;
        try (TestSpace space = space(pageBytes)) {
            RemoteDoubles first = array(space, 4 * perPage + 3);
            RemoteDoubles second = array(space, 3 * perPage);
            first.store(0, 4);
            first.store(4 * perPage + 2, 5);
            second.store(perPage, 6);
            assertThat(first.java()).isInstanceOf(double[].class);
            assertThat(space.pager.statistics()).allMatch(each -> each.faults() == 0);

            RemoteDoubles third = space.doubles(15L * perPage);
            third.set(0, 1);
            third.set(perPage, 1);
            assertThat(first.java()).isNotNull(); // two frames were left
            int moves = RemoteCode.moves();
            for (int page = 0; page < 15; page++) {
                third.set((long) page * perPage, page);
            }

            assertThat(RemoteCode.moves()).isGreaterThan(moves);
            assertThat(first.java()).isNull();
            assertThat(second.java()).isNull();
            assertThat(first.load(0)).isEqualTo(4);
            assertThat(first.load(4 * perPage + 2)).isEqualTo(5);
            assertThat(first.load(perPage)).isZero();
            assertThat(second.load(perPage)).isEqualTo(6);
            assertThat(third.get(14L * perPage)).isEqualTo(14);
            assertThat(array(space, 1).java()).isNull(); // no frame is free
            assertThat(space.endings).isEmpty();
        }
    }

    @Test
    void thereIsNoMoreOfThemThanFrames() {
        try (TestSpace space = space(4096)) {
            RemoteDoubles first = array(space, 512 * 6);
            RemoteDoubles second = array(space, 512 * 5);
            RemoteDoubles third = array(space, 512 * 4);

            assertThat(first.java()).isNotNull();
            assertThat(second.java()).isNull();
            assertThat(third.java()).isNotNull();
            first.close();
            assertThat(array(space, 512 * 6).java()).isNotNull();
        }
    }

    @Test
    void rowsOfEachTypeKeepTheirElementsWhenTheyMove() {
        for (ElementType type : ElementType.values()) {
            try (TestSpace space = space(4096)) {
                int length = 700;
                PageTable table = space.table(type, 3L * length);
                space.pager.admit(table, length);
                for (int row = 0; row < 3; row++) {
                    for (int i = 0; i < length; i++) {
                        if (table.parts[row] instanceof char[] chars) {
                            chars[i] = (char) (row + i);
                        } else {
                            Array.setByte(table.parts[row], i, (byte) (row + i));
                        }
                    }
                }
                Object[] rows = table.parts.clone();

                space.pager.readable(table, 0);

                assertThat(table.parts).isNull();
                int perPage = 4096 / type.bytes();
                for (int at = 0; at < 3 * length; at++) {
                    assertThat(value(space.pager.readable(table, at / perPage), at % perPage))
                            .as("%s %d", type, at)
                            .isEqualTo(Array.get(rows[at / length], at % length));
                }
            }
        }
    }

    private static Object value(java.nio.Buffer page, int at) {
        if (page instanceof java.nio.DoubleBuffer doubles) {
            return doubles.get(at);
        }
        if (page instanceof java.nio.LongBuffer longs) {
            return longs.get(at);
        }
        if (page instanceof java.nio.IntBuffer ints) {
            return ints.get(at);
        }
        if (page instanceof java.nio.FloatBuffer floats) {
            return floats.get(at);
        }
        if (page instanceof java.nio.ByteBuffer bytes) {
            return bytes.get(at);
        }
        return page instanceof java.nio.ShortBuffer shorts
                ? (Object) shorts.get(at)
                : (Object) ((java.nio.CharBuffer) page).get(at);
    }
}
