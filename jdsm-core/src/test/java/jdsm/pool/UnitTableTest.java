package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.MovingHome;
import jdsm.directory.Directory;
import org.junit.jupiter.api.Test;

/** Which states a rank has for units and locks that others name. */
class UnitTableTest {
    private static final int RANKS = 2;

    @Test
    void onlyALookUpForUseMakesTheStateOfALock() {
        Directory directory = new Directory();
        SharedObjects objects = new SharedObjects(directory, getClass().getClassLoader());
        directory.add(new int[8], 0, objects, Optional.empty());
        directory.seal(0, RANKS);
        UnitTable table = new UnitTable(directory, new MovingHome(0, RANKS), RANKS);
        List<UnitState> states = new ArrayList<>();

        int begin = directory.units() + directory.entries().size();
        for (int unit = directory.units(); unit < begin + 1000; unit++) {
            assertThat(table.present(unit)).isNull();
        }
        table.forEach(states::add);
        assertThat(states)
                .as("write notices name units that this rank does not know")
                .isEmpty();

        int lock = directory.units();
        assertThat(directory.isLock(lock)).isTrue();
        UnitState state = table.find(lock);
        assertThat(state.unit()).isEqualTo(lock);
        assertThat(table.present(lock)).isSameAs(state);
        table.forEach(states::add);
        assertThat(states).containsExactly(state);
    }
}
