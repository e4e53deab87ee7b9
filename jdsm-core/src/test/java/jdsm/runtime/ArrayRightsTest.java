package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The counts of the arrays of a class without a right. */
class ArrayRightsTest {
    private static final int[] FREE = {
        UnitAccess.UNSEEN, UnitAccess.INVALID, UnitAccess.READ, UnitAccess.OWNED, UnitAccess.WRITE
    };

    private final List<String> brought = new ArrayList<>();

    private static final class One {}

    private static final class Two {}

    private static class Base {}

    private static final class Derived extends Base implements Comparable<Derived> {
        @Override
        public int compareTo(Derived other) {
            return 0;
        }
    }

    private static final class Three {}

    private static final class Unit extends UnitAccess {
        private Unit(int access) {
            super(access);
        }
    }

    /** The handle of an array, of one unit for each element. */
    private final class Handle extends BareShared {
        private Handle(Object[] array, Unit... units) {
            super(units, 1);
            countByArrays(array.getClass());
            SharedArrays.of(array.getClass()).add(array, this);
        }

        @Override
        protected void bringReadable(int from, int to) {
            brought.add("read " + from + " to " + to);
        }

        @Override
        protected void bringWritable(int from, int to) {
            brought.add("write " + from + " to " + to);
        }
    }

    private static Unit[] units(int number, int access) {
        Unit[] units = new Unit[number];
        Arrays.setAll(units, i -> new Unit(access));
        return units;
    }

    @Test
    void anArrayIsCheckedOnlyWhileOneOfItsClassLacksTheRight() {
        Object[] first = new One[1];
        Object[] second = new One[1];
        Object[] other = new Two[1];
        Unit unit = new Unit(UnitAccess.READ);
        new Handle(first, unit);
        new Handle(second, new Unit(UnitAccess.READ));
        Unit ofOther = new Unit(UnitAccess.INVALID);
        new Handle(other, ofOther);

        Checks.read(first, 0);
        assertThat(EntryChecks.settleRead(second)).isNull();
        assertThat(EntryChecks.settleGather(second)).isNull();
        assertThat(brought).isEmpty();

        Checks.write(first, 0);
        assertThat(brought).containsExactly("write 0 to 1");

        unit.access(UnitAccess.INVALID);
        Checks.read(first, 0);
        Checks.read(second, 0);
        assertThat(EntryChecks.settleRead(first)).isNull();
        assertThat(brought).containsExactly("write 0 to 1", "read 0 to 1", "read 0 to 1");

        unit.leaveCounts(); // the array is freed
        assertThat(ArrayRights.areReadable(first)).isTrue();
        assertThat(ArrayRights.areReadable(other)).isFalse();
        ofOther.access(UnitAccess.WRITE);
        Checks.write(other, 0);
        assertThat(EntryChecks.settleWrite(other)).isNull();
        assertThat(EntryChecks.settleScatter(other)).isNull();
        assertThat(brought).hasSize(3);
    }

    @Test
    void noArrayNeedsACheckWhereNoneOfItsClassIsShared() {
        Checks.read(new String[] {"private"}, 0);
        Checks.write(new String[] {"private"}, 0);
        Checks.read((Object[]) null, 0);
        Checks.write((Object[]) null, 0);

        assertThat(ArrayRights.areWritable(new String[1])).isTrue();
    }

    /** Arrays of one and of several units: the counts tell what the rights tell. */
    @Test
    void theCountsFollowEachChange() {
        Random random = new Random(3);
        Object[] array = new Three[4];
        Unit[] blocks = units(4, UnitAccess.INVALID);
        Unit[] alone = units(1, UnitAccess.UNSEEN);
        new Handle(array, blocks);
        new Handle(new Three[1], alone);
        List<Unit> all = new ArrayList<>(List.of(blocks));
        all.addAll(List.of(alone));
        int readable = 0;
        int writable = 0;
        for (int step = 0; step < 5_000; step++) {
            Unit unit = all.get(random.nextInt(all.size()));
            switch (random.nextInt(8)) {
                case 0 -> unit.tryRead();
                case 1 -> unit.tryWrite();
                case 2 -> all.forEach(each -> each.access(UnitAccess.WRITE));
                case 3 -> all.forEach(each -> each.access(UnitAccess.READ));
                default -> unit.access(FREE[random.nextInt(FREE.length)]);
            }
            boolean areReadable = all.stream().allMatch(UnitAccess::isReadable);
            boolean areWritable = all.stream().allMatch(UnitAccess::isWritable);
            assertThat(ArrayRights.areReadable(array)).as("step %d", step).isEqualTo(areReadable);
            assertThat(ArrayRights.areWritable(array)).as("step %d", step).isEqualTo(areWritable);
            readable += areReadable ? 1 : 0;
            writable += areWritable ? 1 : 0;
        }
        assertThat(readable).isGreaterThan(writable);
        assertThat(writable).isPositive();
    }

    /** An array counts under each type that a variable with it may have. */
    @Test
    void anArrayCountsUnderTheTypesOfItsVariables() {
        Unit unit = new Unit(UnitAccess.READ);
        new Handle(new Derived[1], unit);
        Unit matrix = new Unit(UnitAccess.WRITE);
        new Handle(new Derived[1][], matrix);

        for (Class<?> each : List.of(Derived[].class, Base[].class)) {
            assertThat(Checks.areReadable(slot(each))).as("readable %s", each).isTrue();
        }
        for (Class<?> each : List.of(Derived[].class, Base[].class, Comparable[].class, Object[].class)) {
            assertThat(Checks.areWritable(slot(each))).as("writable %s", each).isFalse();
        }
        assertThat(Checks.areWritable(slot(Derived[][].class))).isTrue();
        assertThat(Checks.areWritable(slot(double[][].class))).isTrue();

        unit.access(UnitAccess.WRITE);
        matrix.access(UnitAccess.INVALID);
        for (Class<?> each : List.of(Derived[][].class, Base[][].class, Object[][].class, Object[].class)) {
            assertThat(Checks.areReadable(slot(each))).as("readable %s", each).isFalse();
        }
        assertThat(Checks.areWritable(slot(Derived[].class))).isTrue();
        matrix.access(UnitAccess.WRITE);
        assertThat(Checks.areWritable(slot(Base[][].class))).isTrue();
    }

    /** The slot that woven code asks for a variable. */
    private static int slot(Class<?> type) {
        return Checks.slotOf(Checks.arraysOf(type.descriptorString()));
    }

    @Test
    void aVariableOfUnknownTypeMayHaveAnyArray() {
        assertThat(Checks.arraysOf(null)).isEqualTo("[Ljava/lang/Object;");
        assertThat(Checks.arraysOf("Ljava/lang/Object;")).isEqualTo("[Ljava/lang/Object;");
        assertThat(Checks.arraysOf("[[Ljava/lang/String;")).isEqualTo("[Ljava/lang/Object;");
        assertThat(Checks.arraysOf("[[D")).isEqualTo("[[D");
    }
}
