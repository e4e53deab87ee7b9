package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import jdsm.remote.PageTable.ElementType;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PagerTest {
    private static final int PAGE = 4 << 10;
    private static final int PER_PAGE = PAGE / Double.BYTES;
    private static final int FRAMES = 8;

    private final List<String> endings = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final FakeStore first = new FakeStore("first", 40);
    private final FakeStore second = new FakeStore("second", 40);

    private Pager pager(ReplacementPolicy policy, int copies, int ahead, PageStore... stores) {
        SpaceSettings settings = new SpaceSettings("here", (long) FRAMES * PAGE, PAGE, policy, copies, ahead);
        return new Pager(
                settings, new Placement(List.of(stores), copies), new Losses(copies, warnings::add, endings::add));
    }

    private static RemoteDoubles doubles(Pager pager, int pages) {
        PageTable table = pager.allocate(ElementType.DOUBLE, (long) pages * PER_PAGE, "x");
        return new RemoteDoubles(pager, Thread.currentThread(), table, 0, table.length);
    }

    private static RemoteStatistics statistics(Pager pager) {
        return pager.statistics().get(0);
    }

    @ParameterizedTest
    @EnumSource
    void whatFitsNeverLeaves(ReplacementPolicy policy) {
        Pager pager = pager(policy, 1, 8, first);
        RemoteDoubles array = doubles(pager, FRAMES);
        for (int round = 0; round < 5; round++) {
            for (long i = 0; i < array.length(); i++) {
                array.set(i, array.get(i) + 1);
            }
        }
        assertThat(statistics(pager))
                .isEqualTo(new RemoteStatistics(
                        "x", FRAMES, 0, 0, 0, 0, statistics(pager).secondsWaited()));
    }

    @Test
    void aPageThatWasOnlyReadIsNotWritten() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 1, 0, first);
        RemoteDoubles array = doubles(pager, 20);
        for (int page = 0; page < 20; page++) {
            assertThat(array.get((long) page * PER_PAGE)).isZero();
        }
        assertThat(statistics(pager).faults()).isEqualTo(20);
        assertThat(statistics(pager).pagesOut()).isZero();
    }

    @Test
    void roundRobinTakesFramesInTurnWhateverTheirUse() {
        assertThat(faultsOfAHotPage(ReplacementPolicy.ROUND_ROBIN)).isGreaterThan(2);
    }

    @Test
    void clockAndLruKKeepAPageThatIsUsedOften() {
        assertThat(faultsOfAHotPage(ReplacementPolicy.CLOCK)).isLessThanOrEqualTo(2);
        assertThat(faultsOfAHotPage(ReplacementPolicy.LRU_K)).isLessThanOrEqualTo(2);
    }

    /** Reads page 0 between all others; returns how often it had to be loaded. */
    private long faultsOfAHotPage(ReplacementPolicy policy) {
        Pager pager = pager(policy, 1, 0, new FakeStore("first", 40));
        RemoteDoubles hot = doubles(pager, 1);
        RemoteDoubles others = doubles(pager, 30);
        for (int page = 0; page < 30; page++) {
            hot.set(0, page);
            others.get((long) page * PER_PAGE);
        }
        return statistics(pager).faults();
    }

    @Test
    void lruKLetsPagesOfOneUseGoBeforeThoseOfTwo() {
        Pager pager = pager(ReplacementPolicy.LRU_K, 1, 0, first);
        RemoteDoubles twice = doubles(pager, 3);
        RemoteDoubles once = doubles(pager, 40);
        for (int round = 0; round < 2; round++) {
            for (int page = 0; page < 3; page++) {
                twice.set((long) page * PER_PAGE, 1);
                pager.readable(twice.table, page); // reports a use, as after its views were taken
            }
        }
        for (int page = 0; page < 40; page++) {
            once.get((long) page * PER_PAGE);
        }
        assertThat(statistics(pager).faults()).isEqualTo(3);
    }

    @Test
    void aSequenceIsFetchedAhead() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 1, 8, first);
        RemoteDoubles array = doubles(pager, 40);
        array.fill(1);
        long faultsOfFill = statistics(pager).faults();
        array.forEachPage(PageUse.READ, (from, page) -> assertThat(page.get(0)).isEqualTo(1));
        RemoteStatistics statistics = statistics(pager);
        assertThat(statistics.faults() - faultsOfFill).isLessThan(6);
        assertThat(statistics.aheadUsed()).isGreaterThan(30);
        assertThat(statistics.aheadUnused()).isLessThan(4);
        assertThat(statistics.pagesIn()).isEqualTo(first.readCount);
    }

    @Test
    void aPageThatIsReplacedWholeIsNotFetched() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 1, 0, first);
        RemoteDoubles array = doubles(pager, 40);
        array.fill(1);
        array.fill(2);
        assertThat(first.readCount).isZero();
        array.slice(5, 39 * PER_PAGE).fill(3);
        assertThat(first.readCount).isEqualTo(1);
        assertThat(array.get(4)).isEqualTo(2);
        assertThat(array.get(5)).isEqualTo(3);
    }

    @Test
    void aDamagedPageEndsTheProgramWithTheServersName() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 1, 0, first);
        RemoteDoubles array = doubles(pager, 20);
        array.fill(1);
        first.damage();
        assertThatThrownBy(() -> array.get(0))
                .isInstanceOf(RemoteMemoryException.class)
                .hasMessage("memory server first returned page 0 of x with other content than was sent to it");
        assertThat(endings).hasSize(1);
    }

    @Test
    void aDamagedPageIsTakenFromItsOtherCopy() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 2, 0, first, second);
        RemoteDoubles array = doubles(pager, 20);
        array.fill(1);
        first.damage();
        assertThat(array.get(0)).isEqualTo(1);
        second.damage();
        assertThatThrownBy(() -> array.get(5 * PER_PAGE))
                .hasMessageContaining(" returned page 5 of x with other content");
    }

    @Test
    void aPageWithADamagedCopyIsWrittenAnewAndTheServerIsNamedOnce() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 2, 0, first, second);
        RemoteDoubles array = doubles(pager, 20);
        array.fill(1);
        first.damage();
        for (int page = 0; page < 4; page++) {
            assertThat(array.get(page * PER_PAGE)).isEqualTo(1);
        }
        assertThat(warnings)
                .singleElement()
                .asString()
                .matches("memory server first returned page [0-3] of x with other content than was sent to it;"
                        + " another copy serves, and the page is written anew");
        first.heal();
        int before = first.writeCount;
        for (int page = 4; page < 20; page++) {
            array.get(page * PER_PAGE);
        }
        assertThat(first.writeCount).isGreaterThan(before);
    }

    @Test
    void pagesThatComeDamagedAheadOfTheirUseHoldNoFrames() {
        Pager pager = pager(ReplacementPolicy.CLOCK, 2, 8, first, second);
        RemoteDoubles array = doubles(pager, 40);
        array.fill(1);
        first.damage();
        for (int page = 0; page < 6; page++) {
            assertThat(array.get(page * PER_PAGE)).isEqualTo(1);
        }
        for (int round = 0; round < 3; round++) {
            for (int page = 39; page >= 0; page -= 1 + round) {
                assertThat(array.get(page * PER_PAGE)).isEqualTo(1);
            }
        }
        assertThat(endings).isEmpty();
    }

    @Test
    void moreThanTheSumOfAllHostsIsRefusedWithTheSums() {
        Pager pager = pager(ReplacementPolicy.CLOCK, 1, 0, first, second);
        doubles(pager, 80);
        assertThatThrownBy(() -> doubles(pager, 8))
                .isInstanceOf(RemoteMemoryException.class)
                .hasMessage(
                        "too little memory for x, 4096 doubles in 8 pages: here has 8, first 40, second 40 pages of "
                                + "4096 bytes; all but one hold 87 pages, and 80 are taken");
        assertThat(endings).hasSize(1);
        doubles(pager, 7);
    }

    @Test
    void aClosedArrayGivesItsPagesBack() {
        Pager pager = pager(ReplacementPolicy.CLOCK, 1, 0, first);
        for (int i = 0; i < 10; i++) {
            RemoteDoubles array = doubles(pager, 47);
            assertThat(array.get(0)).isZero();
            array.fill(i);
            array.close();
            array.close();
            assertThatThrownBy(() -> array.get(0)).hasMessage("x is closed");
        }
    }

    @Test
    void aLoopOverMorePagesThanFramesIsRefusedAtItsStart() {
        Pager pager = pager(ReplacementPolicy.CLOCK, 1, 0, first);
        PageOperand[] operands = new PageOperand[FRAMES - 1];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = doubles(pager, 1).reading();
        }
        assertThatThrownBy(() -> PageLoop.over(operands).run(part -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a loop over 7 pages at once needs 7 frames; of 8 frames of 4096 bytes, other "
                        + "loops hold 0 and 2 serve for coming and going");
    }

    @Test
    void pagesOfALoopStayThoughOthersComeAndGo() {
        Pager pager = pager(ReplacementPolicy.ROUND_ROBIN, 1, 8, first);
        RemoteDoubles held = doubles(pager, 1);
        RemoteDoubles others = doubles(pager, 30);
        held.forEachPage(PageUse.UPDATE, (from, page) -> {
            for (int i = 0; i < 30; i++) {
                others.set((long) i * PER_PAGE, i);
                page.put(i, i);
            }
        });
        assertThat(statistics(pager).faults()).isEqualTo(1);
        for (int i = 0; i < 30; i++) {
            assertThat(held.get(i)).isEqualTo(i);
            assertThat(others.get((long) i * PER_PAGE)).isEqualTo(i);
        }
    }
}
