package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NamedLocksTest {
    private static final int RANKS = 3;
    private static final int NAMES = 1000;

    private static Directory directory(int rank) {
        Directory directory = new Directory();
        directory.add(new int[5]);
        directory.add(new int[5]);
        directory.seal(rank, RANKS);
        return directory;
    }

    @Test
    void allRanksAgree() {
        Directory here = directory(0);
        Directory there = directory(2);
        int[] beginnings = new int[RANKS];
        for (int i = 0; i < NAMES; i++) {
            int lock = here.lockOf("class app.C" + i);

            assertThat(lock).isEqualTo(there.lockOf("class app.C" + i)).isEqualTo(here.lockOf("class app.C" + i));
            assertThat(here.isLock(lock)).isTrue();
            assertThat(here.entryOfUnit(lock)).isNull();
            assertThat(here.label(lock)).isEqualTo("class app.C" + i);
            beginnings[here.beginsAt(lock, RANKS)]++;
        }
        assertThat(Arrays.stream(beginnings).min().orElseThrow())
                .isGreaterThan(NAMES / RANKS / 2); // they begin at all ranks alike
    }

    @Test
    void theyAreNoLocksOfObjects() {
        Directory directory = directory(1);
        SharedEntry first = directory.entries().get(0);
        SharedEntry made = directory.addMade(new int[3], 0, null, Optional.empty());
        for (int i = 0; i < NAMES; i++) {
            int lock = directory.lockOf("class app.C" + i);

            assertThat(lock)
                    .isNotIn(directory.lockOf(first), first.firstUnit(), made.firstUnit(), made.lockUnit())
                    .isBetween(directory.lockOf(first), made.lockUnit());
        }
        assertThat(directory.label(made.firstUnit())).startsWith("int[3]");
        assertThat(directory.isLock(made.firstUnit())).isFalse();
        assertThat(directory.isLock(made.lockUnit())).isTrue();
        assertThat(directory.beginsAt(made.lockUnit(), RANKS)).isEqualTo(1);
    }

    /** Names that meet are rare, and never taken for one. */
    @Test
    void twoNamesWithOneLockAreAnError() {
        Directory directory = directory(0);
        AtomicInteger next = new AtomicInteger();

        assertThatThrownBy(() -> {
                    while (true) {
                        directory.lockOf("class app.C" + next.incrementAndGet());
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the monitors of class app.C")
                .hasMessageEndingWith(" happen to have one number: synchronize on something else, or rename it")
                .hasMessageContaining(" and of class app.C" + next + " happen");
        assertThat(next.get()).isGreaterThan(NAMES);
    }
}
