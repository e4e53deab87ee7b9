package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoweredTest {
    private static final int UNSEEN = UnitAccess.UNSEEN;

    private static final class Unit extends UnitAccess {
        private Unit(int access) {
            super(access);
        }
    }

    /** UNSEEN, INVALID, READ, OWNED, WRITE, HELD, HELD_WANTED. */
    @ParameterizedTest
    @CsvSource({
        "-3, -2, false", "-3, 1, false", "-4, -2, false", "-2, -1, false", "-1, -2, false", "-1, 1, false",
                "2, 3, false",
        "-3, -4, false", "-2, -3, true", "-1, -3, true", "1, -2, true", "1, -1, true", "1, -3, true", "-1, 2, true",
        "1, 2, true", "-1, 3, true", "2, -1, true", "3, -1, true", "2, 1, true", "3, -3, true"
    })
    void countsWhatTakesRightsAway(int from, int to, boolean counts) {
        Unit unit = new Unit(from);
        unit.countLosses();
        long before = Lowered.times();

        unit.access(to);

        assertThat(unit.access()).isEqualTo(to);
        assertThat(Lowered.isStill(before)).isEqualTo(!counts);
    }

    @Test
    void countsNoUnitThatChecksDoNotCompare() {
        Unit lock = new Unit(UnitAccess.OWNED);
        long before = Lowered.times();

        lock.tryHold(Thread.currentThread());
        lock.release();

        assertThat(Lowered.isStill(before)).isTrue();
    }

    @Test
    void countsAHoldAndItsEnd() {
        Unit unit = new Unit(UnitAccess.OWNED);
        unit.countLosses();

        long before = Lowered.times();
        unit.tryHold(Thread.currentThread());
        long held = Lowered.times();
        unit.release();

        assertThat(held).isGreaterThan(before);
        assertThat(Lowered.isStill(held)).isFalse();
    }

    @Test
    void countsBlocksOfArrays() {
        Unit[] blocks = {new Unit(UnitAccess.READ), new Unit(UnitAccess.READ)};
        BlockRights rights = new BlockRights(blocks, 10);
        long before = Lowered.times();

        blocks[1].access(UnitAccess.WRITE);
        assertThat(Lowered.isStill(before)).isTrue();
        blocks[1].access(UnitAccess.READ);
        assertThat(Lowered.isStill(before)).isFalse();

        long divided = Lowered.times();
        rights.divide(new Unit[] {new Unit(UNSEEN), new Unit(UNSEEN), new Unit(UNSEEN), new Unit(UNSEEN)}, 5);
        assertThat(Lowered.isStill(divided)).isFalse();
    }

    @Test
    void countsObjectsThatGetAHandle() {
        long before = Lowered.times();

        Sharing.reveal(new int[3], new BareShared(new UnitAccess[] {new Unit(UNSEEN)}, 0) {});

        assertThat(Lowered.isStill(before)).isFalse();
    }
}
