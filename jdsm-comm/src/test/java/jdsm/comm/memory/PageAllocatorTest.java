package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import jdsm.comm.CommException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread: random programs against a model of what is in use, and each of the errors. */
class PageAllocatorTest {
    private static final int PAGE = 8 << 10;
    private static final int[] ALIGNMENTS = {1, 8, 64, 4096};

    private record Taken(long slot, int bytes, int pattern) {}

    private final SimulatedSource source = new SimulatedSource(64 << 20);

    private PageAllocator allocator(PagePolicy policy, int batch, boolean debug) {
        return new PageAllocator(new AllocatorSettings(policy, PAGE, batch, debug, source));
    }

    @ParameterizedTest
    @CsvSource({"PS, 1, 1, false", "AL, 2, 3, false", "LPS(1), 3, 16, false", "LPS(2), 4, 1, true"})
    void slotsKeepTheirBytesAndDoNotOverlap(String policy, long seed, int batch, boolean debug) {
        PageAllocator allocator = allocator(PagePolicy.of(policy), batch, debug);
        SplittableRandom random = new SplittableRandom(seed);
        List<Taken> taken = new ArrayList<>();
        int steps = debug ? 4_000 : 30_000;
        for (int step = 0; step < steps; step++) {
            boolean more = step / 1_000 % 2 == 0;
            if (taken.isEmpty() || random.nextInt(10) < (more ? 7 : 3)) {
                taken.add(take(allocator, random));
            } else {
                Taken last = taken.remove(taken.size() - 1);
                int index = random.nextInt(taken.size() + 1);
                Taken one = index < taken.size() ? taken.set(index, last) : last;
                check(allocator, one);
                allocator.free(one.slot);
            }
        }
        for (Taken one : taken) {
            check(allocator, one);
            allocator.free(one.slot);
        }
        allocator.place().trim();
        PageUsage usage = allocator.usage();
        assertThat(usage.usedPages()).isZero();
        assertThat(usage.systemBytes()).isEqualTo(source.givenBytes());
        assertThat(allocator.leaks()).isEmpty();
    }

    private static Taken take(PageAllocator allocator, SplittableRandom random) {
        int bound = random.nextInt(200) == 0 ? 80 * PAGE : random.nextInt(20) == 0 ? 3 * PAGE : 300;
        int bytes = random.nextInt(bound);
        int alignment = ALIGNMENTS[random.nextInt(ALIGNMENTS.length)];
        long slot = alignment == 1 ? allocator.take(bytes) : allocator.take(bytes, alignment);
        assertThat(slot).isNotZero();
        assertThat(allocator.capacity(slot)).isGreaterThanOrEqualTo(bytes);
        ByteBuffer view = allocator.view(slot, bytes);
        if (bytes > 0) {
            assertThat(view.alignmentOffset(0, Math.max(8, alignment))).isZero();
        }
        int pattern = random.nextInt();
        while (view.remaining() >= 4) {
            view.putInt(pattern);
        }
        while (view.hasRemaining()) {
            view.put((byte) pattern);
        }
        return new Taken(slot, bytes, pattern);
    }

    /** Whole words first: an overlap with another pattern shows in any of them. */
    private static void check(PageAllocator allocator, Taken taken) {
        ByteBuffer view = allocator.view(taken.slot, taken.bytes);
        while (view.remaining() >= 4) {
            if (view.getInt() != taken.pattern) {
                throw new AssertionError(Page.name(taken.slot) + " was overwritten before " + view.position());
            }
        }
        while (view.hasRemaining()) {
            assertThat(view.get()).isEqualTo((byte) taken.pattern);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS", "AL", "LPS(1)"})
    void memoryIsUsedAgain(String policy) {
        PageAllocator allocator = allocator(PagePolicy.of(policy), 1, false);
        long[] slots = new long[10_000];
        long afterFirst = 0;
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < slots.length; i++) {
                slots[i] = allocator.take(8 + round * 100 % 7 * 16);
            }
            for (long slot : slots) {
                allocator.free(slot);
            }
            allocator.place().trim();
            afterFirst = Math.max(afterFirst, round == 0 ? 0 : allocator.usage().systemPages());
        }
        assertThat(allocator.usage().systemPages()).isEqualTo(afterFirst);
        assertThat(allocator.usage().usedPages()).isZero();
    }

    @Test
    void onePageOfASizeIsKeptUntilTrim() {
        PageAllocator allocator = allocator(PagePolicy.lps(1), 1, false);
        for (int i = 0; i < 1000; i++) {
            allocator.free(allocator.take(16));
        }
        assertThat(allocator.usage().takes()).isEqualTo(1);
        assertThat(allocator.usage().usedPages()).isEqualTo(1);
        allocator.place().trim();
        assertThat(allocator.usage().usedPages()).isZero();
    }

    @Test
    void viewAndOffsetNameTheSameMemory() {
        PageAllocator allocator = allocator(PagePolicy.PS, 4, false);
        allocator.take(24);
        long slot = allocator.take(24);
        allocator.view(slot).putLong(16, 42);
        assertThat(allocator.memory(slot).getLong(allocator.offset(slot) + 16)).isEqualTo(42);
        assertThat(allocator.view(slot).order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(allocator.view(slot).capacity()).isEqualTo(24);
    }

    @Test
    void longSpansGoBackToTheSystem() {
        PageAllocator allocator = allocator(PagePolicy.lps(1), 1, false);
        long kept = allocator.take(Spans.MOST_PAGES_KEPT * PAGE);
        long other = allocator.take(Spans.MOST_PAGES_KEPT * PAGE + 1);
        assertThat(allocator.usage().systemPages()).isEqualTo(2 * Spans.MOST_PAGES_KEPT + 1);
        allocator.free(other);
        allocator.free(kept);
        assertThat(source.givenBytes()).isEqualTo(Spans.MOST_PAGES_KEPT * PAGE);
        assertThat(allocator.usage().systemPages()).isEqualTo(Spans.MOST_PAGES_KEPT);
        assertThat(allocator.usage().usedPages()).isZero();
        assertThat(allocator.take(Spans.MOST_PAGES_KEPT * PAGE)).isEqualTo(kept);
    }

    @Test
    void whereContentsAreKeptAPageKeepsItsSize() {
        SimulatedSource keeping = new SimulatedSource(1 << 20, true);
        PageAllocator allocator = new PageAllocator(new AllocatorSettings(PagePolicy.PS, PAGE, 1, true, keeping));
        long slot = allocator.take(64);
        allocator.view(slot).putLong(0, 7);
        allocator.free(slot);
        allocator.place().trim();
        long larger = allocator.take(128);
        assertThat(larger >>> 32).isNotEqualTo(slot >>> 32);
        assertThat(allocator.take(64)).isEqualTo(slot);
        assertThat(allocator.view(slot).getLong(0)).isEqualTo(7);
    }

    @Test
    void saysWhatItHasIfTheSystemHasNoMore() {
        PageAllocator allocator = new PageAllocator(
                new AllocatorSettings(PagePolicy.lps(1), PAGE, 1, false, new SimulatedSource(2 * PAGE)));
        long first = allocator.take(PAGE / 2);
        allocator.take(PAGE / 2);
        allocator.take(PAGE / 2);
        assertThatThrownBy(() -> allocator.take(64))
                .isInstanceOfSatisfying(
                        CommException.class, e -> assertThat(e.reason()).isEqualTo(CommException.Reason.NO_MEMORY))
                .hasMessage(
                        "no memory for 8192 bytes more: this allocator has 2 pages of 8192 bytes from the system, 2 of"
                                + " them in use (the simulated system has 16384 bytes); -XX:MaxDirectMemorySize bounds direct"
                                + " memory");
        assertThatThrownBy(() -> allocator.take(3 * PAGE)).hasMessageStartingWith("no memory for 24576 bytes more");
        assertThatThrownBy(() -> allocator.take(100 * PAGE)).hasMessageStartingWith("no memory for 819200 bytes more");
        assertThatThrownBy(() -> allocator.take(Integer.MAX_VALUE)).hasMessageContaining("at most 2 GiB");
        // It goes on.
        assertThat(allocator.take(PAGE / 2)).isNotZero();
        allocator.free(first);
        assertThat(allocator.take(PAGE / 2)).isEqualTo(first);
    }

    @Test
    void refusesArguments() {
        PageAllocator allocator = allocator(PagePolicy.PS, 1, false);
        for (int bytes : new int[] {-1, -8, Integer.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> allocator.take(bytes))
                    .withMessage("a slot of " + bytes + " bytes");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> allocator.take(8, 48))
                .withMessage("an alignment of 48 bytes; allowed: powers of two from 1 to 4096");
        assertThatIllegalArgumentException().isThrownBy(() -> allocator.take(8, 8192));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AllocatorSettings(PagePolicy.PS, 5000, 1, false, source))
                .withMessage("pages of 5000 bytes; allowed: powers of two from 4096 to 262144");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AllocatorSettings(PagePolicy.PS, 4096, 0, false, source));
    }

    @Test
    void noticesASecondFree() {
        PageAllocator allocator = allocator(PagePolicy.PS, 1, false);
        long slot = allocator.take(16);
        long span = allocator.take(3 * PAGE);
        long longSpan = allocator.take(99 * PAGE);
        for (long one : new long[] {slot, span, longSpan}) {
            allocator.free(one);
            assertThatIllegalStateException().isThrownBy(() -> allocator.free(one));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> allocator.free(slot))
                .withMessage("slot 0 of page 1 is freed, but is not in use");
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(0));
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(slot + 100_000));
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(-1));
    }

    @Test
    void knowsHugePages() {
        assertThat(HugePages.of("[always] madvise never\n")).isEqualTo(HugePages.ALWAYS);
        assertThat(HugePages.of("always [madvise] never\n")).isEqualTo(HugePages.ON_REQUEST);
        assertThat(HugePages.of("always madvise [never]\n")).isEqualTo(HugePages.NEVER);
        assertThat(HugePages.of("")).isEqualTo(HugePages.UNKNOWN);
        ByteBuffer huge = new DirectMemory(HugePages.ALWAYS).take(3 << 20, 4096);
        assertThat(huge.alignmentOffset(0, HugePages.BYTES)).isZero();
        assertThat(huge.capacity()).isEqualTo(3 << 20);
    }
}
