package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.ReducerByHand.Wait;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An owner whose memory others reach: what nobody wants is its own again, and goes back there when somebody will. */
class ExportInTimeTest {
    private static final int MANY = 10;

    private final Wait worker = new Wait(new Thread());

    /** Rank 1 has asked for a copy, so that the unit is exported. */
    private static ReducerByHand exported(Publication publication) {
        ReducerByHand owner = new ReducerByHand(0, 2, publication)
                .reached()
                .receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 1, -1, false));
        assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.LOCATED)).isTrue();
        assertThat(owner.all("export")).hasSize(1);
        return owner;
    }

    private ReducerByHand writtenAndReleased(ReducerByHand owner) {
        return owner.writes(worker).publishes().lowers().passesBarrier().retires();
    }

    /** It has been written ever since, and nobody has looked. */
    private ReducerByHand suspended(Publication publication) {
        ReducerByHand owner = exported(publication);
        for (int release = 0; release < MANY; release++) {
            writtenAndReleased(owner);
        }
        assertThat(owner.all("suspend")).hasSize(1);
        assertThat(owner.all("export")).hasSizeBetween(2, MANY - 1);
        return owner;
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whatNobodyFetchesIsItsOwnersAlone(Publication publication) {
        ReducerByHand owner = suspended(publication);
        int dirty = owner.all("dirty").size();
        int notices = owner.all("notice").size();

        writtenAndReleased(owner);

        assertThat(owner.all("dirty")).hasSize(dirty);
        assertThat(owner.all("notice")).hasSize(notices);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whatIsExpectedIsExportedAndSharedAgain(Publication publication) {
        ReducerByHand owner = suspended(publication).writes(worker);
        assertThat(owner.unit.access()).isEqualTo(UnitState.WRITE);
        int exports = owner.all("export").size();
        int notices = owner.all("notice").size();

        owner.isExpected();

        assertThat(owner.all("export")).hasSize(exports + 1);
        assertThat(owner.unit.access()).as("the next write is to be told").isEqualTo(UnitState.READ);
        writtenAndReleased(owner);
        assertThat(owner.all("notice")).hasSize(notices + 1);
    }

    /** It does not wait at the barrier: the next release compares the unit with its twin. */
    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whatAThreadOfTheProgramMayBeStoringIsCompared(Publication publication) {
        for (boolean threads : new boolean[] {false, true}) {
            ReducerByHand owner = suspended(publication).writes(worker);
            owner.threadsMayStore(threads);
            int twins = owner.all("takeTwin").size();

            owner.isExpected();

            assertThat(owner.all("takeTwin")).hasSize(threads ? twins + 1 : twins);
            assertThat(owner.unit.isDirty()).isEqualTo(threads);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whatIsHeldOrNotPublishedOrThereStays(Publication publication) {
        ReducerByHand held = suspended(publication).acquires(worker);
        assertThat(held.unit.access()).isGreaterThanOrEqualTo(UnitState.HELD);
        int exports = held.all("export").size();
        assertThat(held.isExpected().all("export")).hasSize(exports);
        assertThat(held.unit.access()).isGreaterThanOrEqualTo(UnitState.HELD);

        ReducerByHand there = exported(publication);
        assertThat(there.isExpected().all("export")).hasSize(1);
        assertThat(there.writes(worker).isExpected().all("export")).hasSize(1);

        ReducerByHand unknown = new ReducerByHand(0, 2, publication).reached();
        assertThat(unknown.isExpected().has("export")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whoeverGetsOwnershipExportsAnew(Publication publication) {
        ReducerByHand owner = suspended(publication);
        int exports = owner.all("export").size();

        owner.receive(1, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 1, -1, true, new int[0]));

        assertThat(owner.sends(Type.GRANT)).isOne();
        assertThat(owner.all("revoke")).hasSize(1);
        assertThat(owner.isExpected().all("export")).hasSize(exports);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whereThereIsNoRoomNobodyHearsOfAPlace(Publication publication) {
        ReducerByHand owner = new ReducerByHand(0, 2, publication)
                .reached()
                .full()
                .receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 1, -1, false));
        assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.LOCATED)).isFalse();

        owner.receive(1, CoherenceMessage.acquireRequest(ReducerByHand.UNIT, 1, -1, true, new int[0]));

        assertThat(owner.all("revoke")).isEmpty();
    }

    /** What its elements refer to takes more room than before. */
    @ParameterizedTest
    @EnumSource(names = {"NOTIFY", "ADAPT"})
    void whatHasNoRoomAnyMoreIsGoneAndWhoAsksGetsACopy(Publication publication) {
        ReducerByHand owner = exported(publication).full();

        writtenAndReleased(owner);
        assertThat(owner.all("export")).hasSize(2);
        writtenAndReleased(owner);
        assertThat(owner.all("export")).as("nobody has asked since").hasSize(2);

        owner.receive(1, CoherenceMessage.readRequest(ReducerByHand.UNIT, 1, 2, -1, false));
        assertThat(owner.sent(Type.READ_REPLY).has(CoherenceMessage.LOCATED)).isFalse();
        assertThat(owner.all("suspend")).isEmpty();
    }
}
