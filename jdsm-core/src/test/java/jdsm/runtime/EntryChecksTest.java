package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryChecksTest {
    /** Stands for all arrays of references. */
    private static final int ANY = Checks.slotOf(Checks.arraysOf(null));

    private final List<String> brought = new ArrayList<>();
    private final int[][] rows = {{1}, {2}};

    /** The handle of an array of one unit, which is not here. */
    private final class Handle extends BareShared {
        private Handle(UnitAccess unit) {
            super(new UnitAccess[] {unit}, 0);
            countByArrays(int[][].class);
        }

        @Override
        protected void bringReadable(int from, int to) {
            brought.add("read");
            rows[1] = new int[] {3};
        }
    }

    private static final class Unit extends UnitAccess {
        private Unit() {
            super(INVALID);
        }
    }

    @Test
    void anElementBeforeALoopIsReadAfterItsCheck() {
        SharedArrays.of(int[][].class).add(rows, new Handle(new Unit()));

        assertThat(EntryChecks.element(rows, 1, ANY)).isEqualTo(new int[] {3});
        assertThat(brought).containsExactly("read");
        assertThat(EntryChecks.elementUnchecked(rows, 0)).isSameAs(rows[0]);
        assertThat(brought).as("no further check").hasSize(1);
    }

    @Test
    void noElementWhereTheReadWouldThrow() {
        assertThat(EntryChecks.element(null, 0, ANY)).isNull();
        assertThat(EntryChecks.elementUnchecked(null, 0)).isNull();
        for (int index : new int[] {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(EntryChecks.element(rows, index, ANY)).isNull();
            assertThat(EntryChecks.elementUnchecked(rows, index)).isNull();
        }
        assertThat(EntryChecks.element(rows, 0, ANY)).as("of a private array").isSameAs(rows[0]);
    }
}
