package jdsm.coherence;

import static jdsm.coherence.Race.FIRST;
import static jdsm.coherence.Race.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/*
 * What two cores can show: that a check and the store behind it are one step where they must be (a compare-and-set that is
 * made a load and a store lets both sides win, thousands of times in a hundred thousand rounds), that a holder is named
 * before its state says so, and that the compiler keeps the order of plain and ordered accesses. What they cannot show:
 * reordering by the processor other than of a store and a later load, for x86 does no other, so that a release store made
 * plain passes here and may fail on ARM; and what would need all of one side's steps between two neighbouring stores of the
 * other (a release that clears the holder behind its compare-and-set), for a cache line does not move so fast. In the last
 * test three threads are seldom really at once on two cores; it shows what unlucky preemption does.
 */

/** What workers and the service loop do to one unit at the same time; each outcome that comes is one that may. */
class UnitStateStressTest {
    private static PlainUnit free() {
        return new PlainUnit(0, UnitState.OWNED);
    }

    private static PlainUnit heldByFirst() {
        PlainUnit unit = free();
        assertThat(unit.tryHold(FIRST)).isTrue();
        return unit;
    }

    private static void eitherOr(Race.Outcomes outcomes) {
        assertThat(outcomes.both()).as("%s", outcomes).isZero();
        assertThat(outcomes.neither()).as("%s", outcomes).isZero();
        assertThat(outcomes.onlyFirst()).as("%s", outcomes).isPositive();
        assertThat(outcomes.onlySecond()).as("%s", outcomes).isPositive();
    }

    /** The second may be too late or not; the first always does as it wants. */
    private static void firstAndPerhapsSecond(Race.Outcomes outcomes) {
        assertThat(outcomes.onlySecond()).as("%s", outcomes).isZero();
        assertThat(outcomes.neither()).as("%s", outcomes).isZero();
        assertThat(outcomes.both()).as("%s", outcomes).isPositive();
        assertThat(outcomes.onlyFirst()).as("%s", outcomes).isPositive();
    }

    @Test
    void aFreeUnitIsHeldByOneWorker() throws Exception {
        eitherOr(Race.run(UnitStateStressTest::free, unit -> unit.tryHold(FIRST), unit -> unit.tryHold(SECOND)));
    }

    @Test
    void aFreeUnitIsHeldOrClosed() throws Exception {
        eitherOr(Race.run(UnitStateStressTest::free, unit -> unit.tryHold(FIRST), UnitState::close));
    }

    @Test
    void aFreeUnitIsHeldOrOpenForWriting() throws Exception {
        eitherOr(Race.run(UnitStateStressTest::free, unit -> unit.tryHold(FIRST), UnitState::tryWrite));
    }

    @Test
    void aFreeUnitIsOpenForWritingOrClosed() throws Exception {
        eitherOr(Race.run(UnitStateStressTest::free, UnitState::tryWrite, UnitState::close));
    }

    /** A release that the loop does not hear of, though it waits for it, would never be heard of. */
    @Test
    void aReleaseGoesThroughTheLoopIfTheLoopWantsIt() throws Exception {
        eitherOr(Race.run(UnitStateStressTest::heldByFirst, UnitState::release, UnitState::want));
    }

    /** Who comes to hold the unit by a release is its only holder, and sees what was written under the other hold. */
    @Test
    void aReleaseHandsOver() throws Exception {
        List<PlainUnit> units = new ArrayList<>();
        int[] stale = {0};
        firstAndPerhapsSecond(Race.run(
                () -> {
                    units.add(heldByFirst());
                    return units.get(units.size() - 1);
                },
                unit -> {
                    unit.content = 1;
                    return unit.release() && !unit.heldBy(FIRST);
                },
                unit -> {
                    boolean mine = unit.tryHold(SECOND);
                    if (mine && (unit.content != 1 || unit.access() != UnitState.HELD)) {
                        stale[0]++;
                    }
                    return mine;
                }));

        assertThat(stale[0]).isZero();
        assertThat(units)
                .filteredOn(unit -> unit.content == 1) // not all need have had their turn
                .allMatch(unit -> unit.heldBy(SECOND) == (unit.access() == UnitState.HELD));
    }

    @Test
    void theLoopClosesWhatIsReleased() throws Exception {
        firstAndPerhapsSecond(Race.run(UnitStateStressTest::heldByFirst, UnitState::release, UnitState::close));
    }

    /** While the loop makes a worker the holder, it is never held by nobody. */
    @Test
    void onlyTheHolderMayUseAHeldUnit() throws Exception {
        int[] wrong = {0};
        firstAndPerhapsSecond(Race.run(
                () -> new PlainUnit(0, UnitState.READ),
                unit -> {
                    unit.hold(FIRST, false);
                    return unit.readableBy(FIRST) && unit.writableBy(FIRST) && !unit.writableBy(SECOND);
                },
                unit -> {
                    boolean held = unit.access() == UnitState.HELD;
                    if (held && (!unit.heldBy(FIRST) || unit.readableBy(SECOND))) {
                        wrong[0]++;
                    }
                    return held;
                }));

        assertThat(wrong[0]).isZero();
    }

    @Test
    void whoIsWantedStaysWantedUntilItLetsGo() {
        PlainUnit unit = heldByFirst();
        assertThat(unit.want()).isTrue();
        assertThat(unit.want()).isTrue();
        assertThat(unit.tryHold(FIRST)).isTrue();
        assertThat(unit.release()).as("the inner hold").isTrue();
        assertThat(unit.release()).isFalse();
        unit.hold(SECOND, true);
        assertThat(unit.release()).isFalse();
    }

    @Test
    void whoSeesTheStateSeesTheContent() throws Exception {
        int[] stale = {0};
        firstAndPerhapsSecond(Race.run(
                () -> new PlainUnit(0, UnitState.INVALID),
                unit -> {
                    unit.content = 1;
                    unit.access(UnitState.READ);
                    return true;
                },
                unit -> {
                    boolean readable = unit.readableBy(SECOND);
                    if (readable && unit.content != 1) {
                        stale[0]++;
                    }
                    return readable;
                }));

        assertThat(stale[0]).isZero();
    }

    /** Workers count up what only a holder may write, by their own compare-and-set or by the reducer on its loop. */
    @Test
    void holdersExcludeEachOtherWhoeverLetsThemIn() throws Exception {
        LoopUnderStress loop = new LoopUnderStress(2, 10_000);

        loop.run();

        assertThat(loop.rounds()).isGreaterThanOrEqualTo(20_000);
        assertThat(loop.count()).isEqualTo(loop.rounds());
        // By themselves, by the loop; and some releases had to go through the loop: or nothing was shown.
        assertThat(loop.inline()).isPositive();
        assertThat(loop.granted()).isPositive();
        assertThat(loop.releasesHeard()).isPositive();
        assertThat(loop.accessAtEnd()).isEqualTo(UnitState.OWNED);
    }
}
