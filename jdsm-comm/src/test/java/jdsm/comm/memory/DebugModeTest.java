package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebugModeTest {
    private static final int PAGE = 4096;

    private final PageAllocator allocator =
            new PageAllocator(new AllocatorSettings(PagePolicy.lps(1), PAGE, 1, true, new SimulatedSource(16 << 20)));

    @ParameterizedTest
    @ValueSource(ints = {24, 2 * PAGE, 70 * PAGE})
    void reportsLeaksBySite(int bytes) {
        long[] slots = new long[3];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = takeHere(bytes);
        }
        long other = allocator.take(8);
        assertThat(allocator.leaks()).hasSize(2);
        Leak most = allocator.leaks().get(0);
        assertThat(most.slots()).isEqualTo(3);
        assertThat(most.bytes()).isEqualTo(3L * bytes);
        assertThat(most.site()).startsWith("  jdsm.comm.memory.DebugModeTest.takeHere(DebugModeTest.java:");
        assertThat(most).asString().startsWith("3 slots, " + 3 * bytes + " bytes, taken by\n  jdsm.comm.memory.Debug");
        for (long slot : slots) {
            allocator.free(slot);
        }
        allocator.free(other);
        assertThat(allocator.leaks()).isEmpty();
    }

    private long takeHere(int bytes) {
        return allocator.take(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, PAGE + 1})
    void noticesAWriteBehindTheEnd(int bytes) {
        long slot = takeHere(bytes);
        allocator.view(slot).put(bytes, (byte) 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> allocator.free(slot))
                .withMessageContaining("of " + bytes + " bytes was written 1 bytes behind its end; taken by\n")
                .withMessageContaining("DebugModeTest.takeHere(");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 2 * PAGE})
    void noticesAWriteToAFreeSlot(int bytes) {
        long slot = allocator.take(bytes);
        freeHere(slot);
        allocator.view(slot).put(3, (byte) 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> allocator.take(bytes))
                .withMessageContaining("was written at offset 3 while it was free; last freed by\n")
                .withMessageContaining("DebugModeTest.freeHere(");
    }

    @Test
    void tellsWhoFreedFirst() {
        long slot = allocator.take(16);
        freeHere(slot);
        assertThatIllegalStateException()
                .isThrownBy(() -> allocator.free(slot))
                .withMessageContaining("is freed, but is not in use; last freed by\n")
                .withMessageContaining("DebugModeTest.freeHere(");
    }

    private void freeHere(long slot) {
        allocator.free(slot);
    }

    @Test
    void freeSlotsHaveAPattern() {
        long slot = allocator.take(16);
        allocator.view(slot).putLong(0, 42);
        allocator.free(slot);
        assertThat(allocator.view(slot).getLong(0)).isEqualTo(0xDBDBDBDB_DBDBDBDBL);
    }
}
