package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a worker may do with a unit, by its state: for anyone, for the holder, and for who wants what is up to date. */
class UnitAccessTest {
    private final Thread me = new Thread("me");
    private final Thread other = new Thread("other");

    @ParameterizedTest
    @CsvSource({
        // state, readable by anyone, writable by anyone, readable by a worker, writable by a worker, is up to date
        "UNSEEN, false, false, false, false, false",
        "INVALID, false, false, false, false, false",
        "READ, true, false, true, false, false",
        "OWNED, true, false, true, false, true",
        "WRITE, true, true, true, true, false",
        "HELD, false, false, false, false, false",
        "HELD_WANTED, false, false, false, false, false"
    })
    void ofAUnitThatNobodyElseHolds(
            String state, boolean readable, boolean writable, boolean mayRead, boolean mayWrite, boolean current)
            throws ReflectiveOperationException {
        int access = UnitState.class.getField(state).getInt(null);
        PlainUnit unit = new PlainUnit(3, access);

        assertThat(unit.unit()).isEqualTo(3);
        assertThat(unit.access()).isEqualTo(access);
        assertThat(unit.isReadable()).isEqualTo(readable);
        assertThat(unit.isWritable()).isEqualTo(writable);
        assertThat(unit.readableBy(me)).isEqualTo(mayRead);
        assertThat(unit.writableBy(me)).isEqualTo(mayWrite);
        assertThat(unit.currentFor(me)).isEqualTo(current);
        unit.current(true);
        assertThat(unit.currentFor(me)).as("its copies are invalidated in time").isEqualTo(mayRead);
        unit.current(false);
        assertThat(unit.currentFor(me)).isEqualTo(current);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whoHoldsItMayDoAll(boolean wanted) {
        PlainUnit unit = new PlainUnit(0, UnitState.READ);
        unit.hold(me, wanted);

        assertThat(unit.holder()).isSameAs(me);
        assertThat(unit.readableBy(me) && unit.writableBy(me) && unit.currentFor(me))
                .isTrue();
        assertThat(unit.readableBy(other) || unit.writableBy(other) || unit.currentFor(other))
                .isFalse();
        assertThat(unit.release()).as("its release matters to nobody").isEqualTo(!wanted);
        assertThat(unit.holder()).isNull();
    }

    @Test
    void heldFromTheBeginningIsHeldAsOftenAsSaid() {
        PlainUnit unit = new PlainUnit(0, UnitState.OWNED);
        unit.holdFromTheBeginning(me, 3);
        assertThat(unit.heldBy(me)).isTrue();
        assertThat(unit.wasHeld()).isTrue();

        assertThat(unit.tryHold(other)).isFalse();
        assertThat(unit.release()).isTrue();
        assertThat(unit.release()).isTrue();
        assertThat(unit.heldBy(me)).isTrue();
        assertThat(unit.release()).isTrue();
        assertThat(unit.heldBy(me)).isFalse();
        assertThat(unit.access()).isEqualTo(UnitState.OWNED);
    }
}
