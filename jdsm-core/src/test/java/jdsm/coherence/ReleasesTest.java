package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleasesTest {
    private final long[] passes = {1, 1};
    private final ReleaseByHand rank = new ReleaseByHand(passes);
    private final AtomicInteger ended = new AtomicInteger();

    private void ends() {
        ended.incrementAndGet();
    }

    /** All workers wait: none is between check and store, so that one release does it all. */
    @Test
    void atABarrierADirtyUnitIsCleanAtOnce() {
        rank.dirties(7);

        assertThat(rank.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7", "retire 7");
        assertThat(ended).hasValue(1);
        assertThat(rank.dirtyUnits()).isZero();
        assertThat(rank.releaseAtBarrier(this::ends)).isEmpty();
    }

    @Test
    void atABarrierAUnitIsRetiredWhenAllIsThere() {
        rank.dirties(7);
        int step = rank.begin();

        assertThat(rank.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7");
        assertThat(ended).hasValue(0);
        assertThat(rank.dirtyUnits()).isOne();
        rank.done(step);
        assertThat(ended).hasValue(1);
        assertThat(rank.dirtyUnits()).isZero();
    }

    @Test
    void aUnitThatIsWrittenAgainIsDirtyAsAtFirst() {
        rank.dirties(7);
        rank.release();
        rank.writesAgain(7);
        passes[0] += 2;
        passes[1] += 2;

        assertThat(rank.release())
                .as("workers have passed, but may write by a later check")
                .containsExactly("publish 7", "lower 7");
        passes[0] += 2;
        assertThat(rank.release()).as("one worker has not passed").containsExactly("publish 7");
        passes[1] += 2;
        assertThat(rank.release()).containsExactly("publish 7", "retire 7");
        assertThat(rank.dirtyUnits()).isZero();
    }

    @Test
    void eachDirtyUnitIsPublishedHoweverManyThereAre() {
        for (int units = 1; units <= 20; units++) {
            rank.dirties(units);
            assertThat(rank.release())
                    .filteredOn(call -> call.startsWith("publish"))
                    .hasSize(units);
        }
        rank.releaseAtBarrier(this::ends);
        assertThat(rank.dirtyUnits()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16})
    void atABarrierAllUnitsAreClean(int units) {
        for (int unit = 1; unit <= units; unit++) {
            rank.dirties(unit);
        }

        assertThat(rank.releaseAtBarrier(this::ends)).hasSize(3 * units);

        assertThat(rank.dirtyUnits()).isZero();
        rank.dirties(units + 1);
        assertThat(rank.release()).containsExactly("publish " + (units + 1), "lower " + (units + 1));
    }

    @Test
    void aGrantHasDirtyUnitsPublishedToo() {
        rank.dirties(7);

        assertThat(rank.released(this::ends)).isTrue();

        assertThat(rank.done()).containsExactly("publish 7", "lower 7");
    }

    @Test
    void aReleaseWaitsForTheLastStepThatBeganBeforeIt() {
        int first = rank.begin();
        int second = rank.begin();
        assertThat(rank.released(this::ends)).isFalse();
        int later = rank.begin();

        rank.done(first);
        assertThat(ended).hasValue(0);
        rank.done(second);
        assertThat(ended).as("the step that began later does not matter").hasValue(1);
        rank.done(later);
        assertThat(ended).hasValue(1);
    }

    @Test
    void aReleaseOfOneWorkerLeavesTheUnitToTheOthers() {
        rank.dirties(7);

        assertThat(rank.release()).containsExactly("publish 7", "lower 7");
        assertThat(rank.dirtyUnits()).isOne();
    }

    @Test
    void whatIsAppliedIsHeardOfOnce() {
        rank.notice(3, 1);
        rank.notice(3, 2);
        rank.release(this::ends);
        assertThat(rank.intervals()).isOne();

        rank.release(this::ends);
        assertThat(rank.intervals()).as("nothing has been written since").isOne();
        rank.notice(4, 1);
        assertThat(rank.released(this::ends)).isTrue();
        assertThat(rank.intervals()).isEqualTo(2);
        assertThat(ended).as("what has nothing to wait for runs nothing").hasValue(2);
    }

    @Test
    void aReleaseWaitsForWhatBeganBeforeItAndSaysForWhat() {
        int step = rank.begin();
        assertThat(rank.released(this::ends)).isFalse();
        assertThat(rank).hasToString("0 dirty units, waits for [" + step + "]");

        rank.done(step);
        assertThat(ended).hasValue(1);
        assertThatThrownBy(() -> rank.done(step)).hasMessageContaining("ended twice");
    }

    // Threads that the program has started: the last counts are theirs.

    private ReleaseByHand withThread(long... counts) {
        return new ReleaseByHand(1, counts);
    }

    @Test
    void aThreadInWovenCodeKeepsAUnitDirtyOverABarrier() {
        long[] counts = {1, 1};
        ReleaseByHand mixed = withThread(counts);
        mixed.dirties(7);

        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7");
        assertThat(ended).as("the barrier does not wait for the thread").hasValue(1);
        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("publish 7");
        counts[1] += 2;
        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("publish 7", "retire 7");
        assertThat(mixed.dirtyUnits()).isZero();
    }

    @Test
    void aThreadThatIsOutKeepsNothingDirty() {
        ReleaseByHand mixed = withThread(1, 2);
        mixed.dirties(7);

        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7", "retire 7");
    }

    @Test
    void aThreadThatLeavesHasPassed() {
        long[] counts = {1, 1};
        ReleaseByHand mixed = withThread(counts);
        mixed.dirties(7);
        mixed.release();
        counts[0] += 2;
        assertThat(mixed.release()).as("the thread is in").containsExactly("publish 7");

        counts[1]++;

        assertThat(mixed.release()).containsExactly("publish 7", "retire 7");
    }

    /** It checks after the right was lowered. */
    @Test
    void aThreadThatComesLaterNeedNotPass() {
        long[] counts = {1, 0};
        ReleaseByHand mixed = withThread(counts);
        mixed.dirties(7);
        mixed.release();

        counts[1]++;
        counts[0] += 2;

        assertThat(mixed.release()).containsExactly("publish 7", "retire 7");
    }

    @Test
    void aThreadThatComesBeforeTheLoweringAtABarrierMustPass() {
        long[] counts = {1, 0};
        ReleaseByHand mixed = withThread(counts);
        mixed.beforeLowering(() -> counts[1]++);
        mixed.dirties(7);

        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7");
        assertThat(mixed.dirtyUnits()).isOne();
    }

    /** Its release in the middle of the barrier's lowers the unit anew: the barrier must not retire it. */
    @Test
    void aUnitThatAThreadWritesAgainWhileABarrierEndsStaysDirty() {
        long[] counts = {1, 2};
        ReleaseByHand mixed = withThread(counts);
        mixed.dirties(7);
        int step = mixed.begin();
        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("lower 7", "publish 7");
        counts[1]++;
        mixed.writesAgain(7);
        assertThat(mixed.released(this::ends)).isFalse();

        mixed.done(step);

        assertThat(ended).hasValue(2);
        assertThat(mixed.dirtyUnits()).isOne();
    }

    /** The thread stores behind the release's snapshot and leaves before the unit is lowered: the snapshot lacks the store. */
    @Test
    void aUnitThatAThreadHasWrittenBehindASnapshotIsNotRetiredByABarrier() {
        long[] counts = {1, 2};
        ReleaseByHand mixed = withThread(counts);
        mixed.dirties(7);
        int step = mixed.begin();
        mixed.releaseAtBarrier(this::ends);
        counts[1]++;
        mixed.writesAgain(7);
        mixed.beforeLowering(() -> counts[1]++);
        assertThat(mixed.released(this::ends)).isFalse();

        mixed.done(step);

        assertThat(mixed.dirtyUnits()).isOne();
        assertThat(mixed.releaseAtBarrier(this::ends)).containsExactly("publish 7", "retire 7");
    }
}
