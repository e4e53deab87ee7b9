package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several threads: places, frees by other threads, and programs at random. */
class AllocatorThreadsTest {
    private static final int PAGE = 4096;

    private final SimulatedSource source = new SimulatedSource(256 << 20);

    private PageAllocator allocator(PagePolicy policy, boolean debug) {
        return new PageAllocator(new AllocatorSettings(policy, PAGE, 1, debug, source));
    }

    /** Runs on a thread of its own, which has ended on return. */
    private static <T> T onThread(Callable<T> body) throws Exception {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task, "one");
        thread.start();
        thread.join();
        return task.get();
    }

    private static void together(List<? extends Callable<?>> bodies) throws Exception {
        List<FutureTask<?>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Callable<?> body : bodies) {
            FutureTask<?> task = new FutureTask<>(body);
            tasks.add(task);
            threads.add(new Thread(task, "of several"));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        for (FutureTask<?> task : tasks) {
            task.get();
        }
    }

    @Test
    void aNewThreadGetsThePlaceOfAnEndedOne() throws Exception {
        PageAllocator allocator = allocator(PagePolicy.AL, false);
        Place own = allocator.place();
        long slot = onThread(() -> allocator.take(PAGE / 2));
        Place left = onThread(allocator::place);
        assertThat(left).isNotSameAs(own);
        assertThat(allocator.usage().places()).isEqualTo(2);
        long pages = allocator.usage().systemPages();
        // With the place it gets the page with a free slot, and the list of free pages.
        long next = onThread(() -> {
            long second = allocator.take(PAGE / 2);
            allocator.free(slot);
            allocator.free(second);
            allocator.place().trim();
            return second;
        });
        assertThat(next >>> 32).isEqualTo(slot >>> 32);
        assertThat(onThread(() -> allocator.take(8)) >>> 32).isEqualTo(slot >>> 32);
        assertThat(allocator.usage().systemPages()).isEqualTo(pages);
        assertThat(allocator.usage().places()).isEqualTo(2);
    }

    @Test
    void thereAreAtMostAsManyPlacesAsThreadsAtOnce() throws Exception {
        PageAllocator allocator = allocator(PagePolicy.lps(1), false);
        int threads = 5;
        for (int round = 0; round < 20; round++) {
            CyclicBarrier all = new CyclicBarrier(threads);
            together(Collections.nCopies(threads, () -> {
                allocator.free(allocator.take(64));
                return all.await(); // all are alive at once
            }));
        }
        assertThat(allocator.usage().places()).isEqualTo(threads);
    }

    @Test
    void whatAnotherThreadFreesComesBackToTheOwner() throws Exception {
        PageAllocator allocator = allocator(PagePolicy.AL, false);
        List<Long> slots = new ArrayList<>();
        for (int i = 0; i < 3 * PAGE / 16; i++) {
            slots.add(allocator.take(16));
        }
        onThread(() -> {
            slots.forEach(allocator::free);
            return null;
        });
        assertThat(allocator.usage().usedPages()).isEqualTo(3);
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(slots.get(5)));
        long first = allocator.take(16);
        assertThat(slots).contains(first);
        assertThat(allocator.usage().usedPages()).isEqualTo(1);
        allocator.free(first);
        allocator.place().trim();
        assertThat(allocator.usage().usedPages()).isZero();
        assertThat(allocator.usage().systemPages()).isEqualTo(3);
    }

    /** A slot that two threads hand over carries what the first has stored, and no third writes to it. */
    @ParameterizedTest
    @CsvSource({"PS, 4, false", "AL, 3, false", "LPS(1), 4, false", "LPS(2), 8, false", "LPS(1), 3, true"})
    void threadsTakeAndFreeAtRandom(String policy, int threads, boolean debug) throws Exception {
        PageAllocator allocator = allocator(PagePolicy.of(policy), debug);
        // Slots in use, which any thread may free; the long is the slot, its first word names it.
        AtomicReferenceArray<Long> shared = new AtomicReferenceArray<>(256);
        int steps = debug ? 2_000 : 60_000;
        List<Callable<?>> bodies = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            SplittableRandom random = new SplittableRandom(i);
            bodies.add(() -> {
                for (int step = 0; step < steps; step++) {
                    Long mine = random.nextInt(8) == 0 ? null : takeAndMark(allocator, random);
                    Long other = shared.getAndSet(random.nextInt(shared.length()), mine);
                    if (other != null) {
                        checkAndFree(allocator, other);
                    }
                }
                return null;
            });
        }
        together(bodies);
        for (int i = 0; i < shared.length(); i++) {
            if (shared.get(i) != null) {
                checkAndFree(allocator, shared.get(i));
            }
        }
        trimAll(allocator);
        assertThat(allocator.usage().usedPages()).isZero();
        assertThat(allocator.usage().systemBytes()).isEqualTo(source.givenBytes());
        assertThat(allocator.leaks()).isEmpty();
        // One place was the test's own thread at most.
        assertThat(allocator.usage().places()).isLessThanOrEqualTo(threads + 1);
    }

    private static Long takeAndMark(PageAllocator allocator, SplittableRandom random) {
        int bytes = random.nextInt(500) == 0 ? random.nextInt(80 * PAGE) : random.nextInt(600);
        long slot = allocator.take(Math.max(8, bytes));
        ByteBuffer view = allocator.view(slot, Math.max(8, bytes));
        for (int at = 0; at + 8 <= view.capacity(); at += 8) {
            view.putLong(at, slot);
        }
        view.putInt(0, view.capacity());
        return slot;
    }

    private static void checkAndFree(PageAllocator allocator, long slot) {
        ByteBuffer view = allocator.view(slot);
        int bytes = view.getInt(0);
        for (int at = 8; at + 8 <= bytes; at += 8) {
            if (view.getLong(at) != slot) {
                throw new AssertionError(Page.name(slot) + " was overwritten at " + at);
            }
        }
        allocator.free(slot);
    }

    /** New threads get all places that are left, and trim them; so does the caller. */
    private static void trimAll(PageAllocator allocator) throws Exception {
        allocator.place().trim();
        int left = allocator.usage().places() - 1;
        CyclicBarrier all = new CyclicBarrier(Math.max(1, left));
        together(Collections.nCopies(left, () -> {
            allocator.place().trim();
            return all.await();
        }));
    }

    /** The shortest race: two threads free the last two slots of a page while its owner takes the next. */
    @Test
    void ownersAndOthersRaceForAPage() throws Exception {
        PageAllocator allocator = allocator(PagePolicy.lps(1), false);
        int rounds = 20_000;
        int slotsInRound = 3;
        long[] slots = new long[slotsInRound];
        CyclicBarrier turn = new CyclicBarrier(3);
        Callable<Void> owner = () -> {
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < slotsInRound; i++) {
                    slots[i] = allocator.take(PAGE / 2); // two to a page
                }
                turn.await();
                allocator.free(slots[2]);
                allocator.free(allocator.take(PAGE / 2));
                turn.await();
            }
            allocator.place().trim();
            return null;
        };
        List<Callable<?>> bodies = new ArrayList<>(List.of(owner));
        for (int other = 0; other < 2; other++) {
            int mine = other;
            bodies.add(() -> {
                for (int round = 0; round < rounds; round++) {
                    turn.await();
                    allocator.free(slots[mine]);
                    turn.await();
                }
                return null;
            });
        }
        together(bodies);
        assertThat(allocator.usage().usedPages()).isZero();
        // Three slots, and one more while the others are not collected.
        assertThat(allocator.usage().systemPages()).isLessThanOrEqualTo(4);
    }
}
