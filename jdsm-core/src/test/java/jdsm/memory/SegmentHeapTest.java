package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.comm.sim.SimMemory;
import jdsm.comm.sim.SimRemoteMemory;
import org.junit.jupiter.api.Test;

class SegmentHeapTest {
    private static final int PAGE_BYTES = 1024;

    private final SimRemoteMemory memory = new SimMemory(1, options -> 0).rank(0);
    private final SegmentHeap heap = new SegmentHeap(memory, PAGE_BYTES);

    private HomeSegment export(int unit, int lengthBytes) {
        return heap.export(unit, 1, lengthBytes, zeros(lengthBytes));
    }

    private static Consumer<ByteBuffer> zeros(int lengthBytes) {
        return target -> target.put(new byte[lengthBytes]);
    }

    /** What stands for a slot whatever serves it. */
    private record Place(RegionKey region, long offset) {
        static Place of(HomeSegment segment) {
            SegmentLocation location = segment.location();
            return new Place(location.region(), location.offset());
        }
    }

    private long sequence(Place place) {
        return memory.getLong(place.region(), place.offset());
    }

    @Test
    void whereThereIsNoMemoryThereIsNoSegmentAndItIsTriedLessAndLess() {
        FaultyMemory full = new FaultyMemory(memory, FaultyMemory.Fault.NO_MEMORY);
        SegmentHeap tight = new SegmentHeap(full, PAGE_BYTES);
        for (int i = 0; i < 1_000; i++) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> tight.export(1, 1, 20, zeros(20)))
                    .matches(e -> e.reason() == Reason.NO_MEMORY);
        }
        assertThat(full.registrations()).isEqualTo(9);
        assertThat(tight.registeredBytes()).isZero();

        full.fault(FaultyMemory.Fault.NONE);
        HomeSegment found = null;
        for (int i = 0; i < 1_024 && found == null; i++) {
            try {
                found = tight.export(1, 1, 20, zeros(20));
            } catch (CommException e) {
                assertThat(e.reason()).isEqualTo(Reason.NO_MEMORY);
            }
        }
        assertThat(found).isNotNull();
    }

    @Test
    void aRegionThatCannotBeReachedForWantOfMemoryCountsAsGone() {
        SegmentLocation location = export(3, 20).location();
        FaultyMemory full = new FaultyMemory(memory, FaultyMemory.Fault.NO_MEMORY);

        SegmentRead read = new SegmentReader(full)
                .read(location, ByteBuffer.allocateDirect(location.readBytes()))
                .join();

        assertThat(read.outcome()).isEqualTo(SegmentRead.Outcome.GONE);
    }

    @Test
    void segmentsOfOneSizeShareAPageAndNoByteOfIt() {
        Set<Place> places = new HashSet<>();
        Set<RegionKey> regions = new HashSet<>();
        for (int unit = 0; unit < 16; unit++) {
            SegmentLocation location = export(unit, 20).location();
            assertThat(location.slotBytes()).isEqualTo(64);
            assertThat(location.offset() % 64).isZero();
            places.add(new Place(location.region(), location.offset()));
            regions.add(location.region());
        }
        assertThat(places).hasSize(16);
        assertThat(regions).hasSize(1);
        assertThat(heap.registeredBytes()).isEqualTo(PAGE_BYTES);
        assertThat(regions).doesNotContain(export(16, 20).location().region());
        assertThat(heap.registeredBytes()).isEqualTo(2 * PAGE_BYTES);
        export(17, 100);
        assertThat(heap.registeredBytes()).isEqualTo(2 * PAGE_BYTES + PAGE_BYTES / 192 * 192);
    }

    @Test
    void aSlotOfMoreThanAPageHasARegionAlone() {
        HomeSegment large = export(0, 5_000);
        assertThat(large.location().region().sizeBytes())
                .isEqualTo(large.location().slotBytes());
        assertThat(heap.registeredBytes()).isEqualTo(large.location().slotBytes());
        assertThat(export(1, 5_000).location().region())
                .isNotEqualTo(large.location().region());
    }

    @Test
    void aFreeSlotServesTheNextSegmentOfItsSizeAndItsSequenceGoesOn() {
        HomeSegment first = export(1, 40);
        export(2, 40);
        Place place = Place.of(first);
        SegmentLocation old = first.location();
        assertThat(sequence(place)).isEqualTo(2);
        first.gone();
        assertThat(sequence(place)).isEqualTo(4);
        HomeSegment next = export(1, 60);
        assertThat(Place.of(next)).isEqualTo(place);
        assertThat(sequence(place)).isEqualTo(6);
        assertThat(next.location().generation()).isNotEqualTo(old.generation());
        first.gone();
        assertThat(sequence(place)).isEqualTo(6);
        assertThat(Place.of(export(3, 10))).isNotEqualTo(place);
    }

    @Test
    void onePageWithoutSegmentsIsKeptAndOthersAreClosed() {
        HomeSegment first = export(0, 2_000);
        HomeSegment second = export(1, 2_000);
        SegmentLocation kept = first.location();
        SegmentLocation closed = second.location();
        first.gone();
        second.gone();
        assertThat(heap.registeredBytes()).isEqualTo(kept.slotBytes());
        assertThat(memory.getLong(kept.region(), 0)).isEqualTo(4);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> memory.getLong(closed.region(), 0))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_REGION));
        assertThat(export(2, 2_000).location().region()).isEqualTo(kept.region());
    }

    /** The most slots of each size that were taken at once, by which pages are needed. */
    private static final class Peaks {
        private final Map<Integer, Integer> taken = new HashMap<>();
        private final Map<Integer, Integer> most = new HashMap<>();

        void add(int slotBytes, int change) {
            int now = taken.merge(slotBytes, change, Integer::sum);
            most.merge(slotBytes, now, Math::max);
        }

        long bytes() {
            return most.entrySet().stream()
                    .mapToLong(entry -> pageBytes(entry.getKey(), entry.getValue()))
                    .sum();
        }

        long bytesOfOnePageEach() {
            return most.keySet().stream().mapToLong(size -> pageBytes(size, 1)).sum();
        }

        private static long pageBytes(int slotBytes, int slots) {
            int inPage = Math.max(1, PAGE_BYTES / slotBytes);
            return (long) (slots + inPage - 1) / inPage * inPage * slotBytes;
        }
    }

    @Test
    void underChurnNoSequenceGoesBackAndNoMoreIsRegisteredThanWasNeededAtOnce() {
        Random random = new Random(5);
        Peaks peaks = new Peaks();
        Map<Place, Long> sequences = new HashMap<>();
        List<HomeSegment> segments = new ArrayList<>();
        for (int step = 0; step < 8_000; step++) {
            int lengthBytes = random.nextInt(1 << random.nextInt(12));
            int chosen = segments.isEmpty() ? 0 : random.nextInt(segments.size());
            int action = segments.size() < 3 ? 0 : segments.size() > 100 ? 2 : random.nextInt(4);
            HomeSegment segment;
            if (action == 0) {
                segment = export(step, lengthBytes);
                segments.add(segment);
                peaks.add(segment.location().slotBytes(), 1);
            } else if (action == 1) {
                segment = segments.get(chosen);
                int before = segment.location().slotBytes();
                if (segment.write(step, lengthBytes, zeros(lengthBytes))) {
                    peaks.add(segment.location().slotBytes(), 1);
                    peaks.add(before, -1);
                }
            } else {
                segment = segments.remove(chosen);
                peaks.add(segment.location().slotBytes(), -1);
                segment.gone();
                continue;
            }
            Place place = Place.of(segment);
            long sequence = sequence(place);
            assertThat(sequence % 2).isZero();
            Long before = sequences.put(place, sequence);
            assertThat(sequence).isGreaterThan(before == null ? 0 : before);
            assertThat(heap.registeredBytes()).isLessThanOrEqualTo(peaks.bytes());
        }
        segments.forEach(HomeSegment::gone);
        assertThat(heap.registeredBytes()).isEqualTo(peaks.bytesOfOnePageEach()).isLessThan(peaks.bytes());
    }

    @Test
    void anEncoderThatFailsLeavesNothingBehind() {
        assertThatIllegalStateException()
                .isThrownBy(() -> heap.export(1, 1, 2_000, target -> target.put((byte) 1)))
                .withMessage("a content of 2000 bytes was encoded as 1");
        long registered = heap.registeredBytes();
        SegmentLocation next = export(2, 2_000).location();
        assertThat(heap.registeredBytes()).isEqualTo(registered);
        assertThat(memory.getLong(next.region(), 0)).isEqualTo(4);
    }

    /** Before anybody else has cleared it: a reader may come in between. */
    @Test
    void aSlotWhoseContentFailedIsNobodysAtOnce() {
        Slot slot = new Page(memory, 0, 64, 1).take();
        long at = slot.offset() + SlotLayout.TAG_OFFSET;
        slot.write(SlotLayout.tag(1, 1), 1, 8, zeros(8));
        assertThat(memory.getLong(slot.page().key(), at)).isEqualTo(SlotLayout.tag(1, 1));
        assertThatIllegalStateException().isThrownBy(() -> slot.write(SlotLayout.tag(1, 1), 2, 8, zeros(7)));
        assertThat(memory.getLong(slot.page().key(), at)).isEqualTo(SlotLayout.NOBODY);
        assertThat(memory.getLong(slot.page().key(), slot.offset())).isEqualTo(4);
    }

    @Test
    void argumentsAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> export(-1, 8)).withMessage("unit -1");
        assertThatIllegalArgumentException().isThrownBy(() -> heap.export(1, 1, -1, target -> {}));
        assertThat(heap.registeredBytes()).isZero();
        HomeSegment segment = export(1, 8);
        assertThatIllegalArgumentException().isThrownBy(() -> segment.write(2, -1, target -> {}));
        assertThat(segment.location().unit()).isEqualTo(1);
    }

    @Test
    void aSlotIsNotFreedTwice() {
        Page page = new Page(memory, 0, 64, 2);
        Slot slot = page.take();
        page.take();
        assertThatIllegalStateException().isThrownBy(page::take);
        page.free(slot);
        assertThatIllegalStateException().isThrownBy(() -> page.free(slot)).withMessageContaining("freed twice");
    }
}
