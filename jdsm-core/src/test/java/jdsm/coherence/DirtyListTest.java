package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirtyListTest {
    private final DirtyList list = new DirtyList();

    private void add(int units) {
        for (int unit = 0; unit < units; unit++) {
            list.add(new PlainUnit(unit, UnitState.WRITE));
        }
    }

    @Test
    void cleanUnitsLeaveWithTheEndOfTheWalk() {
        add(20);
        assertThat(list.beginWalk()).isEqualTo(20);
        for (int place = 0; place < 20; place += 2) {
            list.remove(place);
        }
        assertThat(list.dirty()).isEqualTo(10);
        assertThat(list.unit(0)).isNull();
        list.lowered(1, new long[] {3});
        list.endWalk();

        assertThat(list.beginWalk()).isEqualTo(10);
        for (int place = 0; place < 10; place++) {
            assertThat(list.unit(place).unit()).isEqualTo(2 * place + 1);
        }
        assertThat(list.lowered(0)).containsExactly(3);
        assertThat(list.lowered(1)).isSameAs(DirtyList.MAY_WRITE);
    }

    @Test
    void aWalkWithinAnotherMovesNoUnit() {
        add(3);
        list.beginWalk();
        list.beginWalk();
        list.remove(0);
        list.endWalk();
        assertThat(list.unit(1).unit()).isEqualTo(1);
        list.endWalk();
        assertThat(list.unit(1).unit()).isEqualTo(2);
    }

    @Test
    void aFullListLosesUnitsLikeAnyOther() {
        add(8);
        list.beginWalk();
        list.remove(7);
        list.endWalk();

        assertThat(list.beginWalk()).isEqualTo(7);
        assertThat(list.unit(6).unit()).isEqualTo(6);
    }

    /** What has left is kept alive by nothing. */
    @Test
    void placesBehindTheLastUnitAreEmpty() {
        add(5);
        list.beginWalk();
        list.lowered(3, new long[] {3});
        list.remove(0);
        list.remove(1);
        list.endWalk();

        assertThat(list.beginWalk()).isEqualTo(3);
        assertThat(list.unit(2).unit()).isEqualTo(4);
        for (int place = 3; place < 5; place++) {
            assertThat(list.unit(place)).isNull();
            assertThat(list.lowered(place)).isNull();
        }
    }

    @Test
    void aUnitThatBecomesDirtyMeanwhileIsForTheNextWalk() {
        add(1);
        assertThat(list.beginWalk()).isEqualTo(1);
        add(1);
        list.remove(0);
        list.endWalk();
        assertThat(list.dirty()).isEqualTo(1);
        assertThat(list.beginWalk()).isEqualTo(1);
        assertThat(list.lowered(0)).isSameAs(DirtyList.MAY_WRITE);
    }
}
