package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowRightsTest {
    private static final int ROWS = 40;

    private final double[][] rows = new double[ROWS][3];
    private final List<Unit> units = new ArrayList<>();
    private final List<String> brought = new ArrayList<>();

    private static final class Unit extends UnitAccess {
        private Unit(int access) {
            super(access);
        }
    }

    /** The handle of an array whose unit becomes accessible when a check fails. */
    private final class Handle extends BareShared {
        private final UnitAccess unit;
        private final String name;

        private Handle(UnitAccess unit, String name) {
            super(new UnitAccess[] {unit}, 0);
            this.unit = unit;
            this.name = name;
        }

        @Override
        protected void bringReadable(int from, int to) {
            brought.add("read " + name);
            unit.access(UnitAccess.READ);
        }

        @Override
        protected void bringWritable(int from, int to) {
            brought.add("write " + name);
            unit.access(UnitAccess.WRITE);
        }
    }

    /** Shares the rows, so many in a unit, and the array of them. */
    private Shared share(int together) {
        for (int i = 0; i < ROWS; i++) {
            if (i % together == 0) {
                units.add(new Unit(UnitAccess.READ));
            }
            SharedArrays.DOUBLES.add(rows[i], new Handle(units.get(units.size() - 1), "row " + i));
        }
        Handle all = new Handle(new Unit(UnitAccess.READ), "rows");
        SharedArrays.REFERENCES.add(rows, all);
        Sharing.countRows(rows);
        return all;
    }

    @Test
    void aRowIsLookedUpOnlyWhereItsGroupLacksARight() {
        Shared all = share(1);
        assertThat(all.isReadableRow(0, rows[0])).isTrue();
        assertThat(all.isWritableRow(0, rows[0])).isFalse();

        units.get(20).access(UnitAccess.INVALID);
        assertThat(all.isReadableRow(20, rows[20])).isFalse();
        assertThat(all.isReadableRow(31, rows[31])).as("of the same group").isFalse();
        assertThat(all.isReadableRow(32, rows[32])).isTrue();
        assertThat(all.isReadableRow(15, rows[15])).isTrue();

        assertThat(EntryChecks.settleRead(rows, 19, rows[19])).isNull();
        assertThat(brought).isEmpty();
        assertThat(EntryChecks.settleRead(rows, 20, rows[20])).isNull();
        assertThat(brought).containsExactly("read row 20");
        assertThat(all.isReadableRow(20, rows[20])).isTrue();

        assertThat(EntryChecks.settleWrite(rows, 39, rows[39])).isNull();
        assertThat(brought).containsExactly("read row 20", "write row 39");
    }

    /** As a check of each row would find, after any changes of rights. */
    @Test
    void countsAreThoseOfTheRowsUnits() {
        Shared all = share(7); // some units reach over the end of a group
        int[] rights = {UnitAccess.UNSEEN, UnitAccess.INVALID, UnitAccess.READ, UnitAccess.OWNED, UnitAccess.WRITE};
        Random random = new Random(3);
        for (int change = 0; change < 2_000; change++) {
            units.get(random.nextInt(units.size())).access(rights[random.nextInt(rights.length)]);
            for (int group = 0; group < ROWS; group += 16) {
                boolean readable = true;
                boolean writable = true;
                for (int i = group; i < Math.min(group + 16, ROWS); i++) {
                    readable &= units.get(i / 7).isReadable();
                    writable &= units.get(i / 7).isWritable();
                }
                assertThat(all.isReadableRow(group, rows[group])).isEqualTo(readable);
                assertThat(all.isWritableRow(group, rows[group])).isEqualTo(writable);
            }
        }
    }

    @Test
    void anotherRowInItsPlaceIsLookedUp() {
        Shared all = share(1);
        double[] other = {1};
        rows[5] = other;
        assertThat(all.isReadableRow(5, other)).isFalse();
        Unit missing = new Unit(UnitAccess.INVALID);
        SharedArrays.DOUBLES.add(other, new Handle(missing, "other"));
        EntryChecks.settleRead(rows, 5, other);
        assertThat(brought).containsExactly("read other");
        assertThat(all.isReadableRow(40, other)).as("no such place").isFalse();
    }

    @Test
    void rowsThatAreNotAllSharedAreLookedUp() {
        double[][] some = {new double[3], null};
        SharedArrays.DOUBLES.add(some[0], new Handle(new Unit(UnitAccess.READ), "first"));
        Handle all = new Handle(new Unit(UnitAccess.READ), "some");
        SharedArrays.REFERENCES.add(some, all);
        Sharing.countRows(some);
        assertThat(all.isReadableRow(0, some[0])).isFalse();
        assertThat(EntryChecks.settleRead(some, 0, some[0])).isNull();
        assertThat(EntryChecks.settleRead(some, 1, some[1])).isNull();
    }

    @Test
    void whatSettlingAnArrayHasLeftIsCheckedWithTheElement() {
        Handle all = new Handle(new Unit(UnitAccess.INVALID), "rows");
        assertThat(EntryChecks.element(rows, 2, null)).isSameAs(rows[2]);
        assertThat(brought).isEmpty();
        assertThat(EntryChecks.element(rows, 2, all)).isSameAs(rows[2]);
        assertThat(brought).containsExactly("read rows");
        assertThat(EntryChecks.element(rows, ROWS, null)).isNull();
    }
}
