package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.Diff;
import jdsm.coherence.home.Written.Dirtiness;
import jdsm.coherence.home.Written.Flight;
import org.junit.jupiter.api.Test;

class WrittenTest {
    private static final class SomeDiff implements Diff {}

    private final Written written = new Written();
    private final Diff diff = new SomeDiff();

    @Test
    void workersAskAgainAfterARelease() {
        assertThat(written.dirtiness()).isEqualTo(Dirtiness.CLEAN);
        written.write();
        written.lower();
        assertThat(written.dirtiness()).isEqualTo(Dirtiness.LOWERED);
        assertThatThrownBy(written::lower).isInstanceOf(IllegalStateException.class);
        written.write();
        assertThat(written.dirtiness()).isEqualTo(Dirtiness.WRITABLE);
        written.retire();
        assertThat(written.dirtiness()).isEqualTo(Dirtiness.CLEAN);
        assertThatThrownBy(written::retire).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void isNotCleanWhileADiffIsUnderWay() {
        written.write();
        written.send(diff);
        assertThatThrownBy(written::retire).isInstanceOf(IllegalStateException.class);
        written.applied();
        written.retire();
    }

    @Test
    void oneDiffIsUnderWayAtATime() {
        assertThatThrownBy(written::applied).isInstanceOf(IllegalStateException.class);
        written.send(diff);
        assertThat(written.diff()).isSameAs(diff);
        assertThatThrownBy(() -> written.send(new SomeDiff())).isInstanceOf(IllegalStateException.class);
        assertThat(written.applied()).isEmpty();
        assertThat(written.diff()).isNull();
        assertThat(written.flight()).isEqualTo(Flight.NONE);
    }

    @Test
    void releasesWaitForTheNextDiffInTheirOrder() {
        assertThatThrownBy(() -> written.follow(1)).isInstanceOf(IllegalStateException.class);
        written.send(diff);
        written.follow(4);
        written.follow(5, 6);
        assertThat(written.flight()).isEqualTo(Flight.FOLLOWED);
        assertThat(written.applied()).containsExactly(4, 5, 6);
        written.send(diff);
        assertThat(written.applied()).isEmpty();
    }

    @Test
    void theTwinIsPublishedOrNot() {
        assertThat(written.twinIsPublished()).isFalse();
        written.twinIsPublished(true);
        assertThat(written.twinIsPublished()).isTrue();
        written.twinIsPublished(false);
        assertThat(written.twinIsPublished()).isFalse();
    }
}
