package jdsm.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rights to the arrays in one array, its rows, in groups of neighbours: the units of a group that workers of this
 * rank must not read, and those that they must not write. While a count is 0, a row of the group needs no look-up of its
 * handle, which would cost several cache misses. The rows are those of the program's start; another row that comes to
 * their place is looked up. Thread-safe.
 */
final class RowRights {
    private static final int GROUP_BITS = 4;

    /** Whether the rows of any array are counted. */
    private static boolean areCounted;

    private final Object[] rows;
    private final int[] unreadable;
    private final int[] unwritable;

    /** The counts of the groups that have rows in one unit. */
    private final class Groups extends RightCounts {
        private final int first;
        private int last;

        private Groups(int first) {
            this.first = first;
            this.last = first;
        }

        @Override
        void add(int hidden, int closed) {
            for (int group = first; group <= last; group++) {
                add(unreadable, group, hidden);
                add(unwritable, group, closed);
            }
        }
    }

    private RowRights(Object[] rows) {
        this.rows = rows;
        int groups = groupOf(rows.length - 1) + 1;
        this.unreadable = new int[groups];
        this.unwritable = new int[groups];
    }

    private static int groupOf(int row) {
        return row >> GROUP_BITS;
    }

    /**
     * Counts the rights to an array's rows from now on. No other thread may use the rows' units yet.
     *
     * @return null if a row is not shared, has several units, or is counted in another array
     */
    static RowRights of(Object[] array) {
        SharedArrays table = SharedArrays.of(array.getClass().getComponentType());
        List<UnitAccess> units = new ArrayList<>();
        for (Object row : array) {
            Shared handle = table.find(row);
            UnitAccess unit = handle == null ? null : handle.only();
            if (unit == null || unit.isCounted()) {
                return null;
            }
            units.add(unit);
        }
        return units.isEmpty() ? null : new RowRights(array.clone()).count(units);
    }

    /** @param units the units of the rows, in order */
    private RowRights count(List<UnitAccess> units) {
        Map<UnitAccess, Groups> groups = new IdentityHashMap<>();
        for (int row = 0; row < rows.length; row++) {
            int group = groupOf(row);
            groups.computeIfAbsent(units.get(row), unit -> new Groups(group)).last = group;
        }
        groups.forEach(UnitAccess::countIn);
        areCounted = true;
        return this;
    }

    /** Whether the rows of any array are counted; a thread that does not know yet may be told false. */
    static boolean areCounted() {
        return areCounted;
    }

    /** Whether a row needs no check before it is read: it is the row of that index, and its group can be read. */
    boolean isReadable(int index, Object row) {
        return lacksNone(unreadable, index, row);
    }

    /** Whether a row needs no check before it is written: it is the row of that index, and its group can be written. */
    boolean isWritable(int index, Object row) {
        return lacksNone(unwritable, index, row);
    }

    private boolean lacksNone(int[] counts, int index, Object row) {
        return index < rows.length && rows[index] == row && RightCounts.count(counts, groupOf(index)) == 0;
    }
}
