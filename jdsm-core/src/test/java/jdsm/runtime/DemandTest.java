package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loops over an array in no known order: whose blocks are requested all at once. */
class DemandTest {
    private static final int UNITS = 10;
    private static final int BLOCK_LENGTH = 4;

    /** Remembers the requests; each makes the units readable, or writable. */
    private static final class Array extends BareShared {
        private final UnitAccess[] units;
        private final List<String> requests = new ArrayList<>();

        private Array(UnitAccess... units) {
            super(units, BLOCK_LENGTH);
            this.units = units;
        }

        private void set(int from, int to, int access) {
            for (int i = from; i < to; i++) {
                units[i].access(access);
            }
        }

        @Override
        protected void bringReadable(int from, int to) {
            requests.add("read " + from);
            set(from, to, UnitAccess.READ);
        }

        @Override
        protected void bringWritable(int from, int to) {
            requests.add("write " + from);
            set(from, to, UnitAccess.WRITE);
        }

        @Override
        protected void requestAhead(int from, int to) {
            requests.add("all " + from + "-" + to);
            set(from, to, UnitAccess.READ);
        }
    }

    private static final class Unit extends UnitAccess {
        private Unit() {
            super(READ);
        }
    }

    private final Array array =
            new Array(IntStream.range(0, UNITS).mapToObj(i -> new Unit()).toArray(UnitAccess[]::new));

    private void invalidate(int from, int to) {
        array.set(from, to, UnitAccess.INVALID);
    }

    /** What a woven loop does with elements of so many units. */
    private void loop(int units) {
        Shared handle = Checks.settleGather(array);
        for (int i = 0; i < units; i++) {
            Checks.read(handle, i * BLOCK_LENGTH + i % BLOCK_LENGTH);
        }
    }

    private List<String> requests() {
        List<String> all = List.copyOf(array.requests);
        array.requests.clear();
        return all;
    }

    @Test
    void allAtOnceWhereMostWereMissedBefore() {
        invalidate(2, UNITS);
        loop(6);
        assertThat(requests()).hasSize(4).doesNotContain("all 0-10");
        loop(6);
        assertThat(requests()).isEmpty();

        invalidate(2, UNITS);
        loop(6);
        assertThat(requests()).containsExactly("all 0-10");
        assertThat(Checks.settleGather(array)).isNull();
    }

    @Test
    void oneByOneWhereFewWereMissed() {
        for (int round = 0; round < 5; round++) {
            invalidate(0, UNITS);
            loop(4);
            loop(4);
            assertThat(requests()).as("round %d", round).containsExactly("read 0", "read 1", "read 2", "read 3");
        }
    }

    @Test
    void learntAnewAfterAWhile() {
        invalidate(0, UNITS);
        loop(UNITS);
        requests();
        int all = 0;
        for (int round = 0; round < 100; round++) {
            invalidate(0, UNITS);
            loop(1);
            all += requests().contains("all 0-10") ? 1 : 0;
        }
        assertThat(all).isEqualTo(32);
    }

    @Test
    void loopsThatOnlyKnownElementsAreOfRequestNothing() {
        invalidate(0, UNITS);
        loop(UNITS);
        invalidate(0, UNITS);
        requests();

        assertThat(Checks.settleRead(array)).isSameAs(array);
        assertThat(Checks.settleWrite(array)).isSameAs(array);
        assertThat(requests()).isEmpty();
        assertThat(Checks.settleScatter(array))
                .as("all can be read now, not written")
                .isSameAs(array);
        assertThat(requests()).containsExactly("all 0-10");
    }

    @Test
    void noCheckIsLeftWhereAllIsAccessible() {
        assertThat(Checks.settleRead(array)).isNull();
        assertThat(Checks.settleGather(array)).isNull();
        assertThat(Checks.settleWrite(array)).isSameAs(array);
        array.set(0, UNITS - 1, UnitAccess.WRITE);
        assertThat(Checks.settleScatter(array)).isSameAs(array);
        array.set(UNITS - 1, UNITS, UnitAccess.WRITE);
        assertThat(Checks.settleWrite(array)).isNull();
        assertThat(Checks.settleScatter(array)).isNull();
        array.set(3, 4, UnitAccess.UNSEEN);
        assertThat(Checks.settleRead(array)).isSameAs(array);
        assertThat(requests()).isEmpty();
    }

    @Test
    void anArrayOfOneUnitIsBroughtAsAWhole() {
        Array one = new Array(new Unit());
        one.set(0, 1, UnitAccess.INVALID);

        assertThat(Checks.settleGather(one)).isNull();
        assertThat(Checks.settleScatter(one)).isNull();
        assertThat(one.requests).containsExactly("read 0", "write 0");
        assertThat(Checks.settleGather(null)).isNull();
        assertThat(Checks.settleScatter(null)).isNull();
    }
}
