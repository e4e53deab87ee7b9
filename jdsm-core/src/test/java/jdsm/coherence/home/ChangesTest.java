package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.Diff;
import org.junit.jupiter.api.Test;

class ChangesTest {
    private static final int MOST = 10;

    private final Changes changes = new Changes();

    private record Long(int bytes) implements Diff {}

    private Diff published(long version, int bytes) {
        Diff diff = new Long(bytes);
        changes.published(version, diff, MOST);
        return diff;
    }

    @Test
    void beginWithTheVersionAfterTheFirstRequest() {
        assertThat(changes.after(6)).isEmpty();
        published(7, 1);
        Diff eight = published(8, 1);
        Diff nine = published(9, 1);

        assertThat(changes.after(6)).isEmpty();
        assertThat(changes.after(7)).containsExactly(eight, nine);
        assertThat(changes.after(8)).containsExactly(nine);
        assertThat(changes.after(9)).isEmpty();
        assertThat(changes.after(10)).isEmpty();
    }

    @Test
    void beginAnewBehindWhatIsUnknownOrLongAndWhenForgotten() {
        published(1, 1);
        published(2, 1);
        changes.published(3, null, MOST);
        assertThat(changes.after(2)).isEmpty();
        Diff four = published(4, 1);
        assertThat(changes.after(3)).containsExactly(four);

        published(5, MOST + 1);
        assertThat(changes.after(4)).isEmpty();
        Diff six = published(6, MOST);
        assertThat(changes.after(5)).containsExactly(six);

        changes.forget();
        assertThat(changes.after(5)).isEmpty();
        published(7, 1);
        assertThat(changes.after(6)).isEmpty();
    }

    @Test
    void theOldestGoFirstWhereAllAreLong() {
        published(1, 1);
        published(2, 4);
        Diff three = published(3, 4);
        Diff four = published(4, 4);
        assertThat(changes.after(1)).isEmpty();
        assertThat(changes.after(2)).containsExactly(three, four);

        for (int version = 5; version < 5 + 200; version++) {
            published(version, 0);
        }
        assertThat(changes.after(140)).hasSize(64);
        assertThat(changes.after(139)).isEmpty();
    }

    @Test
    void areKeptNoMoreAfterOneLongDiffOrSomeThatNobodyKnows() {
        assertThat(changes.areKept()).isTrue();
        published(1, MOST + 1);
        assertThat(changes.areKept()).isFalse();
        for (int request = 1; request < 64; request++) {
            changes.after(1);
            assertThat(changes.areKept()).isFalse();
        }
        changes.after(1);
        assertThat(changes.areKept()).isTrue();
        for (int version = 2; version <= 5; version++) {
            assertThat(changes.areKept()).isTrue();
            changes.published(version, null, MOST);
        }
        assertThat(changes.areKept()).isFalse();
        published(6, 1);
        assertThat(changes.areKept()).as("a diff of another rank is short").isTrue();
    }

    @Test
    void areKeptWhileRanksAsk() {
        for (int version = 1; version <= 200; version++) {
            published(version, 1);
            assertThat(changes.areKept()).isTrue();
            if (version % 50 == 0) {
                changes.after(version - 1);
            }
        }
        for (int version = 201; version <= 264; version++) {
            assertThat(changes.areKept()).isTrue();
            published(version, 1);
        }
        published(265, 1);
        assertThat(changes.areKept()).isFalse();
    }

    @Test
    void areKeptWhileMostDiffsAreShort() {
        published(1, 1);
        for (int version = 2; version < 100; version++) {
            changes.after(version);
            published(version, version % 4 == 0 ? 1 : MOST + 1);
            assertThat(changes.areKept()).isTrue();
        }
        published(100, MOST + 1);
        published(101, MOST + 1);
        published(102, MOST + 1);
        published(103, MOST + 1);
        assertThat(changes.areKept()).isFalse();
    }
}
