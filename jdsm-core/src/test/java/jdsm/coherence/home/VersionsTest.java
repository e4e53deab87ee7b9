package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {
    private final Versions versions = new Versions(true);

    @Test
    void areInitialUntilARankPublishes() {
        assertThat(versions.areInitial()).isTrue();
        versions.requires(1);
        assertThat(versions.areInitial()).as("another rank has").isFalse();
        Versions owners = new Versions(true);
        owners.raise();
        assertThat(owners.areInitial()).isFalse();
        assertThat(owners.present()).isEqualTo(1);
    }

    @Test
    void contentBelowWhatWasHeardOfIsStale() {
        versions.requires(3);
        versions.requires(2);
        assertThat(versions.least()).isEqualTo(3);
        versions.installed(2);
        assertThat(versions.isStale()).isTrue();
        versions.includes(3);
        versions.includes(1);
        assertThat(versions.present()).isEqualTo(3);
        assertThat(versions.isStale()).isFalse();
    }

    @Test
    void theContentOfTheVersionIsInPlaceUntilItIsGone() {
        assertThat(versions.inPlace()).isZero();
        assertThat(new Versions(false).inPlace()).isEqualTo(-1);
        versions.requires(4);
        assertThat(versions.inPlace()).isZero();
        versions.contentIsGone();
        assertThat(versions.inPlace()).isEqualTo(-1);
        assertThat(versions.present()).isZero();
        versions.installed(4);
        assertThat(versions.inPlace()).isEqualTo(4);
    }

    @Test
    void contentWithoutADiffOfThisRankUndoesIt() {
        versions.ownApplied(4);
        assertThat(versions.lacksOwn(3)).isTrue();
        assertThat(versions.lacksOwn(4)).isFalse();
    }

    @Test
    void newsIsNewerThanAllThatWasHereAndNotStaleByItself() {
        versions.installed(2);
        assertThat(versions.isNews(2)).isFalse();
        assertThat(versions.isNews(3)).isTrue();
        versions.requires(4);
        assertThat(versions.isNews(3)).isFalse();
        assertThat(versions.isNews(4)).isTrue();
        versions.ownApplied(5);
        assertThat(versions.isNews(4)).isFalse();
        assertThat(versions.isNews(5)).isTrue();
    }

    @Test
    void anyVersionIsNewsWhereNoneHasBeen() {
        Versions none = new Versions(false);

        assertThat(none.areInitial()).isTrue();
        assertThat(none.isNews(0)).isTrue();
        none.requires(1);
        assertThat(none.isNews(0)).isFalse();
        assertThat(none.isNews(1)).isTrue();
        assertThat(new Versions(true).isNews(0)).isFalse();
    }
}
