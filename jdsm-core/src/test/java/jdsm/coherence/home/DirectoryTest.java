package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.Diff;
import jdsm.coherence.RankSet;
import jdsm.coherence.home.Place.Export;
import org.junit.jupiter.api.Test;

class DirectoryTest {
    private final Directory directory = new Directory(set(1, 2, 3), set(2, 3), 0);

    private static RankSet set(int... ranks) {
        RankSet set = new RankSet();
        for (int rank : ranks) {
            set.add(rank);
        }
        return set;
    }

    @Test
    void knowsWhoMayHaveACopyAndWhoseMayBePresent() {
        assertThat(directory.isSharer(1)).isTrue();
        assertThat(directory.isStaleAt(1)).isTrue();
        assertThat(directory.isFreshAt(1)).isFalse();
        assertThat(directory.isStaleAt(2)).isFalse();
        assertThat(directory.isSharer(4)).isFalse();
        assertThat(directory.isStaleAt(4)).as("it has none").isFalse();
        directory.served(4);
        assertThat(directory.isFreshAt(4)).isTrue();
        assertThat(directory.sharersBut(1)).isEqualTo(set(2, 3, 4));
        assertThat(directory.freshBut(3)).isEqualTo(set(2, 4));
        assertThat(directory.sharers()).as("unchanged").isEqualTo(set(1, 2, 3, 4));
    }

    @Test
    void knowsWhetherOthersThanOneHaveACopy() {
        assertThat(directory.isSharedBeside(2)).isTrue();
        directory.keepOnly(2);
        assertThat(directory.sharers()).isEqualTo(set(2));
        assertThat(directory.isSharedBeside(2)).isFalse();
        assertThat(directory.isSharedBeside(1)).isTrue();
        assertThat(directory.isShared()).isTrue();
        directory.keepOnly(1);
        assertThat(directory.isShared()).isFalse();
    }

    @Test
    void forgetsTheChangesWithTheFirstCopyOfAnotherRank() {
        Changes changes = directory.makeChanges();
        assertThat(directory.makeChanges()).isSameAs(changes).isSameAs(directory.changes());
        Diff diff = new Diff() {};
        changes.published(1, diff, 0);
        changes.published(2, diff, 0);
        directory.served(4);
        assertThat(changes.after(1)).containsExactly(diff);

        directory.drop(set(1, 2, 3, 4));
        assertThat(changes.after(1)).containsExactly(diff);
        directory.served(1);
        assertThat(changes.after(1)).isEmpty();
    }

    @Test
    void staleCopiesAreGoneBehindABarrier() {
        directory.dropStale();
        assertThat(directory.sharers()).isEqualTo(set(2, 3));
        directory.keepFresh(set(3));
        assertThat(directory.isStaleAt(2)).isTrue();
        RankSet some = set(2, 3);
        directory.retainFresh(some);
        assertThat(some).isEqualTo(set(3));
    }

    @Test
    void whoKnowsThePlaceFindsThePresentVersionWhileItIsExported() {
        assertThat(directory.export()).isEqualTo(Export.NOWHERE);
        Place place = directory.makePlace(Pace.USUAL);
        assertThat(directory.makePlace(Pace.USUAL)).isSameAs(place);
        place.asked(4, 0);
        assertThat(directory.export()).isEqualTo(Export.SUSPENDED);
        directory.drop(set(1));
        assertThat(directory.sharers()).as("it finds nothing there").isEqualTo(set(2, 3));

        directory.exported(0);
        assertThat(directory.export()).isEqualTo(Export.EXPORTED);
        assertThat(directory.isFreshAt(4)).isTrue();
        directory.drop(set(2, 4));
        assertThat(directory.sharers()).isEqualTo(set(3, 4));
        directory.keepFresh(new RankSet());
        assertThat(directory.isFreshAt(4)).isTrue();
        assertThat(directory.isFreshAt(3)).isFalse();

        place.suspend();
        assertThatThrownBy(place::suspend).isInstanceOf(IllegalStateException.class);
        directory.withdrawPlace();
        assertThat(directory.place()).isNull();
        assertThat(place.state()).isEqualTo(Export.NOWHERE);
        assertThatThrownBy(() -> place.export(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void countsTheVersionsOfTheLastWriter() {
        directory.writtenBy(2, 0);
        directory.writtenBy(2, 0);
        assertThat(directory.writesInARow()).isEqualTo(2);
        directory.writtenBy(0, 0);
        assertThat(directory.writesInARow()).isEqualTo(1);
    }
}
