package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdsm.comm.spi.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteArrayTest {
    private static final int PAGE = 4 << 10;

    private final RemoteSpace space = new RemoteSpace(
            TestSpace.settings(PAGE, 8, ReplacementPolicy.CLOCK, 1),
            List.of(new FakeStore("server", 400)),
            new Losses(1, text -> {}, text -> {}));

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void arraysOfAllElementsKeepTheirValues() {
        int n = 40_000;
        RemoteDoubles doubles = space.doubles("d", n);
        RemoteLongs longs = space.longs("l", n);
        RemoteInts ints = space.ints("i", n);
        RemoteFloats floats = space.floats("f", n);
        RemoteBytes bytes = space.bytes("b", n);
        RemoteShorts shorts = space.shorts("s", n);
        RemoteChars chars = space.chars("c", n);
        for (int i = 0; i < n; i++) {
            doubles.set(i, i * 0.5);
            longs.set(i, i * 0x1_0000_0001L);
            ints.set(i, -i);
            floats.set(i, i * 0.25f);
            bytes.set(i, (byte) i);
            shorts.set(i, (short) -i);
            chars.set(i, (char) i);
        }
        for (int i = 0; i < n; i++) {
            boolean right = doubles.get(i) == i * 0.5
                    && longs.get(i) == i * 0x1_0000_0001L
                    && ints.get(i) == -i
                    && floats.get(i) == i * 0.25f
                    && bytes.get(i) == (byte) i
                    && shorts.get(i) == (short) -i
                    && chars.get(i) == (char) i;
            assertThat(right).as("element %d", i).isTrue();
        }
        assertThat(space.statistics()).allMatch(each -> each.pagesOut() > 0 && each.pagesIn() > 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1000, Long.MIN_VALUE, Long.MAX_VALUE, -1L << 40, 1L << 41})
    void anIndexOutOfRangeIsRefused(long index) {
        RemoteDoubles array = space.doubles("x", 1000);
        assertThatThrownBy(() -> array.get(index))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("index " + index + " of x (1000 doubles)");
        assertThatThrownBy(() -> array.set(index, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.get(index, new double[2], 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.slice(index, index + 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSliceEndsWhereItEnds() {
        RemoteInts array = space.ints("x", 5000);
        RemoteInts slice = array.slice(100, 200).slice(10, 20);
        slice.set(0, 7);
        assertThat(array.get(110)).isEqualTo(7);
        assertThatThrownBy(() -> slice.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.get(10)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void anotherThreadIsRefusedWhereverItAccesses() {
        RemoteDoubles array = space.doubles("x", 1000);
        array.set(0, 1);
        List<Runnable> accesses = List.of(
                () -> array.get(0),
                () -> array.set(0, 2),
                () -> array.fill(2),
                () -> array.get(0, new double[1], 0, 1),
                () -> array.set(0, new double[1], 0, 1),
                () -> array.forEachPage(PageUse.READ, (from, page) -> {}),
                () -> array.slice(0, 1).get(0),
                array::close,
                space::statistics,
                () -> space.doubles(1),
                space::close);
        for (Runnable access : accesses) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread other = new Thread(access, "other");
            other.setUncaughtExceptionHandler((thread, e) -> thrown.set(e));
            other.start();
            Threads.join(other);
            assertThat(thrown.get())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("but thread other uses it");
        }
        assertThat(array.get(0)).isEqualTo(1);
    }

    @Test
    void bulkCopiesCrossPages() {
        RemoteShorts array = space.shorts("x", 20_000);
        short[] some = new short[9000];
        for (int i = 0; i < some.length; i++) {
            some[i] = (short) i;
        }
        array.set(1234, some, 0, some.length);
        short[] back = new short[9002];
        array.get(1233, back, 0, back.length);
        assertThat(back[0]).isZero();
        assertThat(back[9001]).isZero();
        assertThat(java.util.Arrays.copyOfRange(back, 1, 9001)).isEqualTo(some);
    }

    @Test
    void aLoopOverSeveralArraysSeesTheSameIndicesOfEach() {
        RemoteDoubles a = space.doubles("a", 10_001);
        RemoteInts b = space.ints("b", 20_001).slice(777, 10_778);
        RemoteDoubles c = space.doubles("c", 10_001);
        for (int i = 0; i < 10_001; i++) {
            a.set(i, i);
            b.set(i, 2 * i);
        }
        PageLoop.over(a.reading(), b.reading(), c.replacing()).run(part -> {
            for (int i = 0; i < part.length(); i++) {
                part.doubles(2).put(i, part.doubles(0).get(i) + part.ints(1).get(i));
            }
        });
        for (int i = 0; i < 10_001; i++) {
            assertThat(c.get(i)).isEqualTo(3.0 * i);
        }
    }

    @Test
    void anArrayThatIsReadAndReplacedIsFetched() {
        RemoteDoubles array = space.doubles("x", 512 * 30);
        for (int i = 0; i < array.length(); i++) {
            array.set(i, i);
        }
        PageLoop.over(array.replacing(), array.reading()).run(part -> {
            for (int i = 0; i < part.length(); i++) {
                part.doubles(0).put(i, part.doubles(1).get(i) + 1);
            }
        });
        for (int i = 0; i < array.length(); i++) {
            assertThat(array.get(i)).isEqualTo(i + 1);
        }
    }

    @Test
    void aLoopThatReadsCannotStore() {
        RemoteDoubles array = space.doubles("x", 10);
        assertThatThrownBy(() -> array.forEachPage(PageUse.READ, (from, page) -> page.put(0, 1)))
                .isInstanceOf(ReadOnlyBufferException.class);
        array.set(3, 1); // the page is free to leave and to be written
    }

    @Test
    void arraysOfALoopHaveOneLength() {
        assertThatThrownBy(() -> PageLoop.over(
                        space.doubles("a", 10).reading(), space.doubles("b", 11).reading()))
                .hasMessage("a loop over a (10 doubles) and b (11 doubles), whose lengths differ");
    }

    @Test
    void anEmptyArrayIsRefused() {
        assertThatThrownBy(() -> space.doubles("x", 0)).hasMessageContaining("at least one element");
        assertThatThrownBy(() -> space.bytes("x", Long.MAX_VALUE))
                .isInstanceOf(RemoteMemoryException.class)
                .hasMessageContaining("too many pages");
    }

    @Test
    void withoutJdsmMemoryThereIsNoSpaceOfTheProgram() {
        assertThatThrownBy(RemoteSpace::current)
                .hasMessage("this program has no remote memory; start it by jdsm memory");
        space.makeCurrent();
        assertThat(RemoteSpace.current()).isSameAs(space);
        space.close();
        assertThatThrownBy(RemoteSpace::current).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void copiesFetchNoPageThatTheyOverwrite() {
        int perPage = PAGE / Double.BYTES;
        int count = 20 * perPage;
        RemoteDoubles source = space.doubles("source", count + 3);
        RemoteDoubles target = space.doubles("target", count);
        for (int i = 0; i < count; i++) {
            source.set(i + 3, i);
            target.set(i, -1);
        }
        RemoteBytes other = space.bytes("other", 10 * PAGE);
        other.fill((byte) 1); // the frames have other pages
        RemoteCode.arraycopy(source, 3, target, 0, count);
        RemoteCode.arraycopy(target, 0, source, perPage, count - perPage); // pages 1 to 19
        RemoteCode.fill(target, perPage, count, 7.0);
        other.fill((byte) 1);

        assertThat(space.statistics())
                .filteredOn(each -> each.array().equals("target"))
                .allMatch(each -> each.pagesIn() <= 21); // one time each, to be copied from
        for (int i = 0; i < count; i++) {
            assertThat(target.get(i)).isEqualTo(i < perPage ? i : 7.0);
            assertThat(source.get(i)).isEqualTo(i < 3 ? 0 : i < perPage ? i - 3 : i - perPage);
        }
    }

    @Test
    void aCopyWithinAnArrayMayOverlapItself() {
        int count = 5000;
        for (int distance : new int[] {-1030, -512, -7, 7, 512, 1030}) {
            RemoteInts array = space.ints("x", count);
            int[] plain = new int[count];
            for (int i = 0; i < count; i++) {
                plain[i] = i;
                array.set(i, i);
            }
            int from = Math.max(0, -distance);
            int to = Math.max(0, distance);
            int length = count - Math.abs(distance);
            System.arraycopy(plain, from, plain, to, length);
            RemoteCode.arraycopy(array, from, array, to, length);
            int[] all = new int[count];
            array.get(0, all, 0, count);

            assertThat(all).as("distance %d", distance).isEqualTo(plain);
            array.close();
        }
    }
}
