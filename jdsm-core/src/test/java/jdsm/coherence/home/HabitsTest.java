package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.RankSet;
import jdsm.coherence.Use;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HabitsTest {
    private static final RankSet NOBODY = new RankSet();

    private final Habits habits = new Habits(Pace.USUAL);

    private static RankSet only(int rank) {
        RankSet set = new RankSet();
        set.add(rank);
        return set;
    }

    /** A rank reads the present version and writes the next one. */
    private void readAndWritten(int rank) {
        habits.served(rank, false);
        habits.published(rank, true, false);
    }

    /** Rank 2 reads the present version, and the owner writes the next one. */
    private void fetchedAndWritten() {
        habits.served(2, false);
        habits.published(0, true, false);
    }

    /** Ranks fetch two versions in a row. */
    private void follow(int... ranks) {
        for (int version = 0; version < 2; version++) {
            for (int rank : ranks) {
                habits.served(rank, false);
            }
            habits.published(0, true, false);
        }
    }

    private void migrates() {
        readAndWritten(1);
        readAndWritten(2);
        readAndWritten(1);
    }

    @Nested
    class Followers {
        @Test
        void whoFetchesTwoVersionsInARowGetsTheNext() {
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(NOBODY);
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(only(2));
        }

        @Test
        void whoLeavesOneOutBeginsAnew() {
            fetchedAndWritten();
            habits.published(0, true, false);
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(NOBODY);
        }

        @Test
        void atAPaceOfOneOnceIsEnough() {
            Habits hasty = new Habits(new Pace(1, 1, 1, 1, 1, 1));
            hasty.published(0, true, false);
            hasty.served(2, false);
            hasty.published(0, true, false);
            assertThat(hasty.followers()).isEqualTo(only(2));
        }

        @Test
        void whoseCopyIsInvalidatedFollowsNot() {
            for (int version = 0; version < 3; version++) {
                habits.served(2, version < 2);
                habits.published(0, true, false);
            }
            assertThat(habits.eager()).isEqualTo(only(2));
            assertThat(habits.followers()).isEqualTo(NOBODY);
        }

        @Test
        void whoWantsItUpToDateFollowsNoLonger() {
            follow(2, 3);
            habits.served(2, true);
            habits.served(3, false);
            assertThat(habits.followers()).isEqualTo(only(3));
            assertThat(habits.eager()).isEqualTo(only(2));
        }

        @Test
        void aNewOwnerKnowsNobody() {
            follow(3);
            fetchedAndWritten();
            habits.served(2, false);
            habits.granted(7, only(1), false);
            assertThat(habits.eager()).isEqualTo(only(1));
            assertThat(habits.followers()).isEqualTo(NOBODY);

            habits.published(0, true, false);
            assertThat(habits.followers())
                    .as("what was fetched from the last owner")
                    .isEqualTo(NOBODY);
            habits.served(2, false);
            habits.granted(8, NOBODY, false);
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(NOBODY);
        }

        @Test
        void whatWasFetchedBeforeOwnershipCameCountsForNothing() {
            fetchedAndWritten();
            habits.granted(7, NOBODY, false);
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(NOBODY);
        }

        @Test
        void whatAnEarlierOwnerServedCountsForNothing() {
            habits.served(2, false);
            habits.granted(7, NOBODY, false);
            habits.published(0, true, false);
            fetchedAndWritten();
            assertThat(habits.followers()).isEqualTo(NOBODY);
        }
    }

    @Nested
    class EagerCopies {
        @Test
        void areOfRanksThatMayHaveACopyOnly() {
            habits.served(1, true);
            habits.served(2, true);
            habits.served(3, false);
            assertThat(habits.eager()).hasToString("{1,2}");

            habits.retainEager(only(2));
            assertThat(habits.eager()).hasToString("{2}");
            habits.retainEager(only(3));
            assertThat(habits.hasEager()).isFalse();
        }
    }

    @Nested
    class Migration {
        @Test
        void threeRanksThatReadAndWriteInTurnMakeIt() {
            readAndWritten(1);
            readAndWritten(2);
            assertThat(habits.isMigratory()).isFalse();
            readAndWritten(1);
            assertThat(habits.isMigratory()).isTrue();
        }

        @Test
        void oneThatWritesOnAndOnDoesNot() {
            for (int version = 0; version < 9; version++) {
                readAndWritten(1);
            }
            assertThat(habits.isMigratory()).isFalse();
        }

        @Test
        void whoHasNotReadDoesNot() {
            for (int version = 0; version < 9; version++) {
                habits.published(version % 2, false, false);
            }
            assertThat(habits.isMigratory()).isFalse();
        }

        @Test
        void aReaderBesideThemEndsIt() {
            migrates();
            habits.served(3, false);
            habits.published(3, true, false);
            assertThat(habits.isMigratory()).as("it wrote next").isTrue();
            habits.served(1, false);
            readAndWritten(2);
            assertThat(habits.isMigratory()).isFalse();
            readAndWritten(1);
            readAndWritten(2);
            assertThat(habits.isMigratory()).as("it takes as long again").isFalse();
            readAndWritten(1);
            assertThat(habits.isMigratory()).isTrue();
        }

        @Test
        void someoneElsesReadingAloneEndsItToo() {
            migrates();
            habits.served(3, false);
            habits.published(1, true, false);
            assertThat(habits.isMigratory()).isFalse();
        }

        @Test
        void whoWritesAtTheSameTimeEndsIt() {
            migrates();
            habits.published(2, true, true);
            assertThat(habits.isMigratory()).isFalse();
        }

        @Test
        void ownershipKeepsIt() {
            habits.granted(4, NOBODY, true);
            assertThat(habits.isMigratory()).isTrue();
            habits.granted(5, NOBODY, false);
            assertThat(habits.isMigratory()).isFalse();
        }

        @Test
        void handOversOfAnEarlierOwnerDoNotCount() {
            readAndWritten(1);
            readAndWritten(2);
            habits.granted(4, NOBODY, false);
            readAndWritten(1);
            readAndWritten(2);
            assertThat(habits.isMigratory()).isFalse();
            readAndWritten(1);
            assertThat(habits.isMigratory()).isTrue();
        }

        @Test
        void whoseOwnershipWasForReadingOnlyEndsIt() {
            habits.granted(4, NOBODY, true);
            habits.wantedByNext(4, true);
            assertThat(habits.isMigratory()).as("it writes").isTrue();
            habits.wantedByNext(5, false);
            assertThat(habits.isMigratory()).as("it has written").isTrue();
            habits.wantedByNext(4, false);
            assertThat(habits.isMigratory()).isFalse();
        }
    }

    @Nested
    class Asking {
        @Test
        void forOwnershipOfWhatMigratesOnly() {
            assertThat(habits.asksForHome()).isFalse();
            habits.migrates();
            assertThat(habits.asksForHome()).isTrue();
            assertThat(habits.asksForHome()).isTrue();
        }

        @Test
        void forCopiesAsLongAsTheyComeWithLocks() {
            habits.migrates();
            habits.cameWithLock();
            assertThat(habits.asksForHome()).isFalse();
            assertThat(habits.asksForHome()).isFalse();
            assertThat(habits.asksForHome()).isTrue();
            habits.cameWithLock();
            assertThat(habits.asksForHome()).isFalse();
            habits.granted(3, NOBODY, true);
            assertThat(habits.asksForHome())
                    .as("with ownership all begins anew")
                    .isTrue();
        }
    }

    @Nested
    class Pushed {
        @Test
        void whatNobodyLooksAtTwiceInARowIsUnwanted() {
            assertThat(habits.pushed(true)).isFalse();
            assertThat(habits.pushed(false)).isFalse();
            assertThat(habits.pushed(true)).isFalse();
            assertThat(habits.pushed(false)).isFalse();
            assertThat(habits.pushed(false)).isTrue();
        }

        @Test
        void ownershipBeginsAnew() {
            habits.pushed(false);
            habits.granted(3, NOBODY, false);
            assertThat(habits.pushed(false)).isFalse();
        }
    }

    @Test
    void useHasAName() {
        assertThat(habits.use(false)).isEqualTo(Use.PRIVATE);
        assertThat(habits.use(true)).isEqualTo(Use.READ_ONLY);
        habits.published(0, true, false);
        assertThat(habits.use(true)).isEqualTo(Use.WIDELY_SHARED);
        follow(1);
        assertThat(habits.use(true)).isEqualTo(Use.PRODUCER_CONSUMER);
        assertThat(habits.use(false)).isEqualTo(Use.PRIVATE);
        habits.migrates();
        assertThat(habits.use(true)).isEqualTo(Use.MIGRATORY);
        habits.granted(1, NOBODY, false);
        assertThat(habits.use(true)).isEqualTo(Use.READ_ONLY);
    }
}
