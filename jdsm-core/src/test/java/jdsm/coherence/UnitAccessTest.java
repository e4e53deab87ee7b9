package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A volatile read needs content that this rank has acquired, or the unit for itself. */
    @ParameterizedTest
    @CsvSource({
        // state, may a worker read volatile fields of an acquired copy, and of another one
        "UNSEEN, false, false",
        "INVALID, false, false",
        "READ, true, false",
        "OWNED, true, false",
        "WRITE, true, false",
        "HELD, false, false",
        "HELD_WANTED, false, false"
    })
    void aVolatileReadNeedsAnAcquiredCopy(String state, boolean acquired, boolean other)
            throws ReflectiveOperationException {
        PlainUnit unit = new PlainUnit(3, UnitState.class.getField(state).getInt(null));

        assertThat(unit.acquiredBy(me)).isEqualTo(other);
        unit.acquired(true);
        assertThat(unit.acquiredBy(me)).isEqualTo(acquired);
        assertThat(unit.wasAcquired()).isTrue();
        unit.acquired(false);
        assertThat(unit.acquiredBy(me)).isEqualTo(other);
        assertThat(unit.wasAcquired()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoHoldsItMayReadVolatileFieldsOfAnyContent(boolean wanted) {
        PlainUnit unit = new PlainUnit(0, UnitState.READ);
        unit.hold(me, wanted);

        assertThat(unit.acquiredBy(me)).isTrue();
        assertThat(unit.acquiredBy(other)).isFalse();
        unit.release();
        assertThat(unit.acquiredBy(me)).isFalse();
    }

    /** A racing read may find an earlier holder, whose right has gone. */
    @Test
    void aHolderOfAUnitThatIsNotHeldMayReadNoVolatileField() {
        PlainUnit unit = new PlainUnit(0, UnitState.READ);
        unit.hold(me, false);
        unit.access(UnitState.INVALID);

        assertThat(unit.heldBy(me)).isTrue();
        assertThat(unit.acquiredBy(me)).isFalse();
    }

    @Test
    void aLookAtAcquiredCopiesIsKnownToTheServiceLoop() {
        PlainUnit unit = new PlainUnit(0, UnitState.READ);
        assertThat(unit.wasReadAsVolatile()).isFalse();
        assertThat(unit.isAcquired()).isFalse();
        assertThat(unit.wasReadAsVolatile()).isTrue();
    }

    @Test
    void theLastOfSeveralReleasesEndsTheHold() {
        PlainUnit unit = new PlainUnit(0, UnitState.OWNED);
        assertThat(unit.tryHold(me)).isTrue();
        assertThat(unit.isHeldOnce()).isTrue();
        assertThat(unit.tryHold(me)).isTrue();
        assertThat(unit.isHeldOnce()).isFalse();
        assertThat(unit.release()).isTrue();
        assertThat(unit.isHeldOnce()).isTrue();
        assertThat(unit.release()).isTrue();
        assertThat(unit.tryHold(other)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void volatileReadsShareCopiesWhereARoundInvalidatesThem(Publication publication) {
        assertThat(ReducerByHand.owner(publication).unit.sharesVolatileReads())
                .isEqualTo(publication == Publication.INVALIDATE || publication == Publication.ADAPT);
    }

    @Test
    void aNewVersionIsNewsOnce() {
        PlainUnit unit = new PlainUnit(0, UnitState.OWNED);
        assertThat(unit.changed(false)).isFalse();
        assertThat(unit.changed(true)).isTrue();
        assertThat(unit.changed(true)).isFalse();
        assertThat(unit.changed(false)).isTrue();
        assertThat(unit.changed(true)).isTrue();
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
