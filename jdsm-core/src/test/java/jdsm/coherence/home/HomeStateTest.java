package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import org.junit.jupiter.api.Test;

class HomeStateTest {
    private static final int UNIT = 7;

    private static final class SomeDiff implements Diff {}

    private final HomeState unit = stateOf(Content.ELEMENTS, Publication.NOTIFY);

    private static HomeState stateOf(Content content, Publication publication) {
        return new HomeState(new Initial(UNIT, 0, true, content, publication), false, UnitState.READ, Pace.USUAL);
    }

    @Test
    void aUnitIsDirtyUntilItIsRetired() {
        assertThat(unit.becomesDirty()).as("it was clean").isTrue();
        assertThat(unit.becomesDirty()).isFalse();
        assertThat(unit.isDirty()).isTrue();
        assertThat(unit.isWrittenUnasked()).isTrue();
        unit.becomesLowered();
        assertThat(unit.isLowered()).isTrue();
        assertThat(unit.isWrittenUnasked()).isFalse();
        unit.becomesClean();
        assertThat(unit.isDirty()).isFalse();
        assertThat(unit.isLowered()).isFalse();
    }

    @Test
    void aCleanUnitIsNeitherLoweredNorRetired() {
        unit.becomesLowered();
        unit.becomesClean();
        assertThat(unit.isLowered()).isFalse();
        assertThat(unit.inFlight()).isNull();
        assertThatThrownBy(unit::written)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unit " + UNIT);
    }

    @Test
    void aUnitIsNotCleanWhileADiffOfItIsUnderWay() {
        Diff diff = new SomeDiff();
        unit.becomesDirty();
        unit.written().send(diff);
        assertThat(unit.inFlight()).isSameAs(diff);
        assertThatThrownBy(unit::becomesClean).isInstanceOf(IllegalStateException.class);
        assertThat(unit.isDirty()).isTrue();
    }

    @Test
    void theOwnerAloneHasADirectoryEntry() {
        assertThatThrownBy(unit::directory)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unit " + UNIT);
        unit.keepDirectory(new RankSet(), new RankSet(), 0);
        assertThat(unit.directory().isShared()).isFalse();
        assertThat(unit.isLocated()).isFalse();
        unit.directory().makePlace(unit.pace());
        assertThat(unit.isLocated()).isTrue();
        unit.dropDirectory();
        assertThat(unit.isLocated()).isFalse();
        assertThatThrownBy(unit::directory).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void ownershipEndsTheRequestForACopy() {
        assertThat(unit.isIdleElsewhere()).isTrue();
        unit.cancelCopyRequest();
        unit.copyRequest().note(2, Pace.USUAL);
        unit.copyRequest().miss();
        assertThat(unit.isIdleElsewhere()).isFalse();
        unit.cancelCopyRequest();
        assertThat(unit.isCopyUnderWay()).isFalse();
        assertThat(unit.reads()).isNull();

        unit.ownership().request();
        assertThat(unit.isIdleElsewhere()).isFalse();
        unit.ownership().granted(0);
        assertThat(unit.isIdleElsewhere()).isFalse();
    }

    @Test
    void copiesAreFetchedByElementsWhereNoticesNameTheStaleOnes() {
        assertThat(unit.hasElementsAndNotices()).isTrue();
        assertThat(stateOf(Content.ELEMENTS, Publication.ADAPT).hasElementsAndNotices())
                .isTrue();
        assertThat(stateOf(Content.ELEMENTS, Publication.UPDATE).hasElementsAndNotices())
                .isFalse();
        assertThat(stateOf(Content.NONE, Publication.NOTIFY).hasElementsAndNotices())
                .isFalse();
    }
}
