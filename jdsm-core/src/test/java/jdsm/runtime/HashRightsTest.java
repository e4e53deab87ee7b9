package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The counts of arrays that must not be read, by their hash codes. */
class HashRightsTest {
    private static final int[] FREE = {
        UnitAccess.UNSEEN, UnitAccess.INVALID, UnitAccess.READ, UnitAccess.OWNED, UnitAccess.WRITE
    };

    private final HashCounts counts = new HashCounts();
    private final List<String> brought = new ArrayList<>();

    private static final class Unit extends UnitAccess {
        private Unit(int access) {
            super(access);
        }
    }

    private static Unit unit(int access) {
        return new Unit(access);
    }

    /** The handle of an array whose units become accessible when a check fails. */
    private final class Handle extends BareShared {
        private final UnitAccess[] units;

        private Handle(UnitAccess... units) {
            super(units, 1);
            this.units = units;
        }

        @Override
        protected void bringReadable(int from, int to) {
            brought.add("read");
            for (int i = from; i < to; i++) {
                units[i].access(UnitAccess.READ);
            }
        }
    }

    private record Entered(Unit unit, int hash) {}

    /** Arrays come to units and leave them while rights change; hash codes may be equal. */
    @Test
    void theCountsFollowEachChange() {
        Random random = new Random(17);
        List<Unit> units = new ArrayList<>();
        List<Entered> all = new ArrayList<>();
        ClassRights classes = ClassRights.of(HashRightsTest.class);
        int slot = ClassRights.slotOf(HashRightsTest.class.getName().replace('.', '/'));
        counts.begin();
        for (int i = 0; i < 6; i++) {
            units.add(unit(UnitAccess.INVALID));
            if (i < 3) {
                units.get(i).countIn(classes);
            }
        }
        int readable = 0;
        for (int step = 0; step < 10_000; step++) {
            Unit unit = units.get(random.nextInt(units.size()));
            switch (random.nextInt(6)) {
                case 0 -> {
                    all.add(new Entered(unit, random.nextInt(20) * 1_000_003));
                    unit.enter(counts, all.get(all.size() - 1).hash);
                }
                case 1 -> {
                    if (!all.isEmpty()) {
                        Entered gone = all.remove(random.nextInt(all.size()));
                        gone.unit.leave(gone.hash);
                    }
                }
                case 2 -> unit.tryRead();
                case 3 -> unit.tryWrite();
                default -> unit.access(FREE[random.nextInt(FREE.length)]);
            }
            for (int hash = 0; hash < 20; hash++) {
                int each = hash * 1_000_003;
                boolean isReadable =
                        all.stream().allMatch(entered -> entered.hash != each || entered.unit.isReadable());
                assertThat(counts.areReadable(each)).as("step %d", step).isEqualTo(isReadable);
                readable += isReadable ? 1 : 0;
            }
            assertThat(ClassRights.areReadable(slot))
                    .isEqualTo(units.subList(0, 3).stream().allMatch(UnitAccess::isReadable));
        }
        assertThat(readable).isBetween(20_000, 180_000);
    }

    /** Rows may be counted behind the hash codes, and once only. */
    @Test
    void otherCountsComeBeforeAndBehind() {
        Unit before = unit(UnitAccess.READ);
        Unit behind = unit(UnitAccess.READ);
        ClassRights classes = ClassRights.of(Handle.class);
        int slot = ClassRights.slotOf(Handle.class.getName().replace('.', '/'));
        before.countIn(classes);
        before.enter(counts, 1);
        behind.enter(counts, 2);
        assertThat(before.isCounted()).isTrue();
        assertThat(behind.isCounted()).isFalse();
        behind.countIn(classes);
        assertThat(behind.isCounted()).isTrue();

        assertThat(ClassRights.areReadable(slot)).isTrue();
        behind.access(UnitAccess.INVALID);
        assertThat(ClassRights.areReadable(slot)).isFalse();
        behind.leaveCounts();
        assertThat(ClassRights.areReadable(slot)).isTrue();
    }

    @Test
    void anArrayIsLookedUpOnlyWhereItMayBeUnreadable() {
        Unit unit = unit(UnitAccess.UNSEEN);
        float[] first = {1};
        float[] second = {2};
        SharedArrays.FLOATS.add(first, new Handle(unit));
        SharedArrays.FLOATS.add(second, new Handle(unit));
        assertThat(Checks.toRead(first)).isSameAs(Checks.of(first)).isNotNull();
        assertThat(Checks.toRead(second)).isSameAs(Checks.of(second)).isNotNull();
        assertThat(Checks.toRead((float[]) null)).isNull();

        unit.tryRead();
        assertThat(Checks.toRead(first)).isNull();
        assertThat(Checks.toRead(second)).isNull();
        assertThat(Checks.of(second)).isNotNull();

        unit.access(UnitAccess.INVALID);
        assertThat(EntryChecks.settleRead(second)).isNull();
        assertThat(brought).containsExactly("read");
        assertThat(EntryChecks.settleGather(first)).isNull();
        assertThat(brought).hasSize(1);
    }

    /** Their handles have a comparison for all blocks. */
    @Test
    void arraysOfSeveralUnitsAreLookedUp() {
        float[] array = {1, 2};
        Unit[] blocks = {unit(UnitAccess.READ), unit(UnitAccess.READ)};
        SharedArrays.FLOATS.add(array, new Handle(blocks));
        assertThat(Checks.toRead(array)).isNotNull();
        blocks[1].access(UnitAccess.INVALID);
        Checks.read(Checks.toRead(array), 1);
        assertThat(brought).containsExactly("read");
    }

    @Test
    void whatIsConcealedSeemsUnreadable() throws Exception {
        float[] array = {1};
        float[] freed = {2};
        Handle handle = new Handle(unit(UnitAccess.READ));
        Handle ofFreed = new Handle(unit(UnitAccess.READ));
        SharedArrays.FLOATS.add(array, handle);
        SharedArrays.FLOATS.add(freed, ofFreed);
        Thread concealer = Thread.currentThread();
        Sharing.conceal(each -> each == handle || each == ofFreed, () -> Thread.currentThread() == concealer);

        List<Shared> found = new ArrayList<>();
        Thread other = new Thread(() -> found.add(Checks.toRead(array)));
        other.start();
        while (other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Sharing.reveal(array, handle);
        Sharing.revealed();
        other.join();

        assertThat(found).containsExactly(handle);
        assertThat(Checks.toRead(array)).isNull();
        assertThat(Checks.of(array)).isSameAs(handle);
        assertThat(Checks.toRead(freed)).isNull();
        handle.units[0].access(UnitAccess.INVALID);
        assertThat(Checks.toRead(array)).isSameAs(handle);
    }

    /** Atomic operations hold the unit, each for a moment. */
    @Test
    void arraysWhoseUnitIsHeldAreLookedUp() {
        Unit unit = unit(UnitAccess.OWNED);
        counts.begin();
        unit.enter(counts, 1);
        assertThat(counts.areReadable(1)).isTrue();
        assertThat(unit.tryHold(Thread.currentThread())).isTrue();
        assertThat(counts.areReadable(1)).isFalse();
        unit.release();
        assertThat(unit.isReadable()).isTrue();
        assertThat(counts.areReadable(1)).isFalse();

        unit.enter(counts, 2);
        assertThat(counts.areReadable(2)).isFalse();
        unit.access(UnitAccess.INVALID);
        unit.leave(1);
        unit.access(UnitAccess.READ);
        unit.leave(2);
        assertThat(counts.areReadable(1)).isTrue();
        assertThat(counts.areReadable(2)).isTrue();
    }

    @Test
    void aCountThatIsFullStaysSo() {
        counts.begin();
        for (int i = 0; i < 200; i++) {
            counts.hide(5);
        }
        for (int i = 0; i < 200; i++) {
            counts.show(5);
        }
        assertThat(counts.areReadable(5)).isFalse();
        assertThat(counts.areReadable(6)).isTrue();
    }
}
