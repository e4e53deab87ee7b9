package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SharedArraysTest {
    private static Shared shared() {
        UnitAccess unit = new UnitAccess(UnitAccess.OWNED) {};
        return new BareShared(new UnitAccess[] {unit}, 0) {};
    }

    @Test
    void everyElementTypeHasItsOwn() {
        for (Object array : new Object[] {
            new boolean[1],
            new byte[1],
            new char[1],
            new short[1],
            new int[1],
            new long[1],
            new float[1],
            new double[1],
            new Object[1],
            new int[1][1]
        }) {
            Shared shared = shared();

            assertThat(Checks.ofAny(array)).isNull();
            assertThat(SharedArrays.of(array.getClass()).add(array, shared)).isNull();

            assertThat(Checks.ofAny(array)).isSameAs(shared);
            assertThat(SharedArrays.of(array.getClass()).add(array, shared())).isSameAs(shared);
            assertThat(Checks.ofAny(array)).isSameAs(shared);
        }
    }

    @Test
    void whatIsNotSharedIsFoundWhenItIs() {
        long[] other = new long[2];
        long[] array = new long[2];
        SharedArrays.of(long[].class).add(other, shared());
        assertThat(Checks.of(array)).isNull();
        Shared shared = shared();

        SharedArrays.of(long[].class).add(array, shared);

        assertThat(Checks.of(array)).isSameAs(shared);
        assertThat(Checks.of((long[]) null)).isNull();
        assertThat(Checks.of(new long[2])).as("by identity").isNull();
    }

    @Test
    void manyAreFound() {
        List<char[]> arrays = new ArrayList<>();
        List<Shared> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            arrays.add(new char[0]);
            all.add(shared());
            SharedArrays.of(char[].class).add(arrays.get(i), all.get(i));
        }
        for (int i = 0; i < arrays.size(); i++) {
            assertThat(Checks.of(arrays.get(i))).isSameAs(all.get(i));
        }
    }

    @Test
    void arraysOfAllLengthsAreFound() {
        for (int length = 0; length < 5_000; length++) {
            short[] array = new short[length];
            Shared shared = shared();
            SharedArrays.of(short[].class).add(array, shared);

            assertThat(Checks.of(array)).isSameAs(shared);
            assertThat(Checks.ofAny(array)).isSameAs(shared);
            assertThat(Checks.of(new short[length])).isNull();
        }
    }

    @Test
    void plainObjectsAreFound() {
        Object object = new Object();
        Shared shared = shared();
        assertThat(Checks.ofAny(object)).isNull();

        SharedArrays.of(Object.class).add(object, shared);

        assertThat(Checks.ofAny(object)).isSameAs(shared);
        assertThat(Checks.ofAny(new Object())).isNull();
    }

    @Test
    void whatIsConcealedIsNotFoundUntilItIsRevealed() {
        List<Object> arrays = new ArrayList<>();
        List<Shared> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            arrays.add(i % 3 == 0 ? new Object() : i % 3 == 1 ? new short[i % 5] : new Object[2]);
            all.add(shared());
            SharedArrays.of(arrays.get(i).getClass()).add(arrays.get(i), all.get(i));
        }
        Set<Object> some = Collections.newSetFromMap(new IdentityHashMap<>());
        some.addAll(arrays.subList(200, 700));

        Sharing.conceal(shared -> some.contains(shared.array), () -> true);

        for (int i = 0; i < arrays.size(); i++) {
            assertThat(Checks.ofAny(arrays.get(i))).isSameAs(some.contains(arrays.get(i)) ? null : all.get(i));
            assertThat(all.get(i).array == null).isEqualTo(some.contains(arrays.get(i)));
        }

        for (int i = 200; i < 700; i++) {
            Sharing.reveal(arrays.get(i), all.get(i));
        }

        Sharing.revealed();
        for (int i = 0; i < arrays.size(); i++) {
            assertThat(Checks.ofAny(arrays.get(i))).isSameAs(all.get(i));
        }
    }

    @Test
    void aThreadThatMissesWhatIsConcealedWaits() throws Exception {
        long[] array = new long[3];
        Shared shared = shared();
        SharedArrays.of(long[].class).add(array, shared);
        Thread concealer = Thread.currentThread();
        Sharing.conceal(each -> each == shared, () -> Thread.currentThread() == concealer);
        assertThat(Checks.of(array)).isNull();

        AtomicReference<Shared> found = new AtomicReference<>();
        Thread other = new Thread(() -> found.set(Checks.of(array)));
        other.start();
        while (other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Sharing.reveal(array, shared);
        Sharing.revealed();
        other.join();

        assertThat(found.get()).isSameAs(shared);
    }
}
