package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReleasesTest {
    private final long[] passes = {0, 0};
    private final ReleaseByHand rank = new ReleaseByHand(() -> passes.clone());
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
}
