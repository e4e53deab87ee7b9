package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The counts of a class's objects without a right, after each change of a right. */
class ClassRightsTest {
    private static final int OBJECTS = 9;
    private static final int STEPS = 20_000;
    private static final int[] FREE = {
        UnitAccess.UNSEEN, UnitAccess.INVALID, UnitAccess.READ, UnitAccess.OWNED, UnitAccess.WRITE
    };

    private static class Base {}

    private static final class Derived extends Base {}

    private static final class Other {}

    private static final class Unit extends UnitAccess {
        private Unit(int access) {
            super(access);
        }
    }

    private static int slot(Class<?> type) {
        return Checks.slotOf(type.getName().replace('.', '/'));
    }

    private static Unit unit(Class<?> type, int access) {
        Unit unit = new Unit(access);
        unit.countIn(ClassRights.of(type));
        return unit;
    }

    @Test
    void anObjectCountsForItsClassAndForItsSuperclasses() {
        Unit unit = unit(Derived.class, UnitAccess.INVALID);

        assertThat(Checks.areReadable(slot(Derived.class))).isFalse();
        assertThat(Checks.areReadable(slot(Base.class))).isFalse();
        assertThat(Checks.areReadable(slot(Other.class))).isTrue();

        unit.access(UnitAccess.WRITE);
        Unit base = unit(Base.class, UnitAccess.READ);

        assertThat(Checks.areWritable(slot(Derived.class))).isTrue();
        assertThat(Checks.areWritable(slot(Base.class))).isFalse();
        assertThat(Checks.areReadable(slot(Base.class))).isTrue();

        base.access(UnitAccess.WRITE);

        assertThat(Checks.areWritable(slot(Base.class))).isTrue();
    }

    /** Each way in which a right changes: the counts tell what the rights tell. */
    @Test
    void theCountsFollowEachChange() {
        Random random = new Random(5);
        Thread[] workers = {new Thread("one"), new Thread("two")};
        Unit[] units = new Unit[OBJECTS];
        Arrays.setAll(units, i -> unit(Counted.class, UnitAccess.INVALID));
        int slot = slot(Counted.class);
        int readable = 0;
        int writable = 0;
        for (int step = 0; step < STEPS; step++) {
            if (step % 100 == 0) {
                int all = step % 200 == 0 ? UnitAccess.WRITE : UnitAccess.READ;
                Arrays.stream(units).filter(unit -> unit.holder() == null).forEach(unit -> unit.access(all));
            } else {
                change(units[random.nextInt(OBJECTS)], workers[random.nextInt(2)], random);
            }
            boolean areReadable = Arrays.stream(units).allMatch(UnitAccess::isReadable);
            boolean areWritable = Arrays.stream(units).allMatch(UnitAccess::isWritable);
            assertThat(Checks.areReadable(slot)).as("step %d", step).isEqualTo(areReadable);
            assertThat(Checks.areWritable(slot)).as("step %d", step).isEqualTo(areWritable);
            readable += areReadable ? 1 : 0;
            writable += areWritable ? 1 : 0;
        }
        assertThat(readable).isGreaterThan(writable);
        assertThat(writable).isPositive();
    }

    private static void change(Unit unit, Thread worker, Random random) {
        switch (random.nextInt(7)) {
            case 0 -> unit.tryRead();
            case 1 -> unit.tryWrite();
            case 2 -> unit.close();
            case 3 -> unit.want();
            case 4 -> {
                if (unit.tryHold(worker) && random.nextBoolean()) {
                    unit.release();
                }
            }
            case 5 -> {
                if (unit.holder() != null && unit.heldBy(worker)) {
                    while (!unit.isHeldOnce()) {
                        unit.release();
                    }
                    if (!unit.release()) {
                        unit.access(UnitAccess.OWNED);
                    }
                }
            }
            default -> {
                if (unit.holder() == null) {
                    unit.access(FREE[random.nextInt(FREE.length)]);
                }
            }
        }
    }

    private static final class Counted {}
}
