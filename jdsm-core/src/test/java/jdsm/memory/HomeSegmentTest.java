package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.comm.sim.SimMemory;
import jdsm.memory.SegmentRead.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One segment, one reader, one after the other. */
class HomeSegmentTest {
    private static final int HOME = 1;
    private static final int UNIT = 7;

    private final SimMemory memory = new SimMemory(2, new Random(1)::nextInt);
    private final SegmentHeap heap = new SegmentHeap(memory.rank(HOME), 1024);
    private final SegmentReader reader = new SegmentReader(memory.rank(0));

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private HomeSegment export(long version, byte[] content) {
        return heap.export(UNIT, version, content.length, target -> target.put(content));
    }

    @Test
    void anEmptySegmentKeepsItsPlace() {
        HomeSegment segment = export(1, bytes(40));
        SegmentLocation location = segment.location();

        segment.empty();

        assertThat(read(location)).isEqualTo(SegmentRead.EMPTY);
        assertThat(segment.location()).isEqualTo(location);
        byte[] next = bytes(30);
        assertThat(segment.write(2, next.length, target -> target.put(next))).isFalse();
        SegmentRead read = read(location);
        assertThat(read.outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(read.version()).isEqualTo(2);
        assertThat(read.content().remaining()).isEqualTo(30);
    }

    private CompletableFuture<SegmentRead> begin(SegmentLocation location) {
        return reader.read(location, ByteBuffer.allocate(location.readBytes()));
    }

    private SegmentRead read(SegmentLocation location) {
        CompletableFuture<SegmentRead> read = begin(location);
        while (!read.isDone()) {
            assertThat(memory.step()).isTrue();
        }
        return read.join();
    }

    /** Makes all steps that can be made. */
    private void finish() {
        boolean more = true;
        while (more) {
            more = memory.step();
        }
    }

    private void assertContent(SegmentRead read, long version, byte[] content) {
        assertThat(read.outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(read.version()).isEqualTo(version);
        assertThat(read.content().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(read.content()).isEqualTo(ByteBuffer.wrap(content));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 23, 24, 25, 88, 89, 992, 5_000, 65_536})
    void aContentOfAnyLengthComesAcross(int length) {
        HomeSegment segment = export(length, bytes(length));
        assertThat(segment.location().rank()).isEqualTo(HOME);
        assertThat(segment.location().unit()).isEqualTo(UNIT);
        assertContent(read(segment.location()), length, bytes(length));
        byte[] next = bytes(length);
        Arrays.fill(next, (byte) 3);
        assertThat(segment.write(-5, length, target -> target.put(next))).isFalse();
        assertContent(read(segment.location()), -5, next);
    }

    @Test
    void aContentMayFillItsSlotAndShrinkInPlace() {
        HomeSegment segment = export(1, bytes(0));
        SegmentLocation location = segment.location();
        int whole = location.slotBytes() - SlotLayout.CONTENT_OFFSET;
        assertThat(segment.write(2, whole, target -> target.put(bytes(whole)))).isFalse();
        assertContent(read(location), 2, bytes(whole));
        assertThat(segment.write(3, 5, target -> target.put(bytes(5)))).isFalse();
        assertContent(read(location), 3, bytes(5));
        assertThat(segment.location()).isEqualTo(location);
    }

    @Test
    void aContentThatHasGrownIsElsewhereAndGoneWhereItWas() {
        HomeSegment segment = export(1, bytes(24));
        SegmentLocation before = segment.location();
        assertThat(segment.write(2, 33, target -> target.put(bytes(33)))).isTrue();
        assertThat(segment.location()).isNotEqualTo(before);
        assertThat(read(before)).isEqualTo(SegmentRead.GONE);
        assertContent(read(segment.location()), 2, bytes(33));
        HomeSegment other = export(9, bytes(3));
        assertThat(other.location().offset()).isEqualTo(before.offset());
        assertThat(read(before)).isEqualTo(SegmentRead.GONE);
    }

    @Test
    void itsOwnerHearsWhichVersionsWereRead() {
        HomeSegment segment = export(1, bytes(24));
        assertThat(segment.wasRead()).isFalse();
        read(segment.location());
        finish();
        assertThat(segment.wasRead()).isTrue();
        segment.write(2, 24, target -> target.put(bytes(24)));
        assertThat(segment.wasRead()).isFalse();
        read(segment.location());
        finish();
        assertThat(segment.wasRead()).isTrue();
        segment.write(3, 500, target -> target.put(bytes(500)));
        assertThat(segment.wasRead()).as("elsewhere").isFalse();
    }

    @Test
    void whatIsGoneIsFoundGoneAlsoWhereItsRegionIsClosed() {
        HomeSegment kept = export(1, bytes(3_000));
        HomeSegment closed = export(1, bytes(3_000));
        SegmentLocation first = kept.location();
        SegmentLocation second = closed.location();
        kept.gone();
        closed.gone();
        assertThat(read(first)).isEqualTo(SegmentRead.GONE);
        assertThat(read(second)).isEqualTo(SegmentRead.GONE);
        assertThatIllegalStateException().isThrownBy(kept::location).withMessage("the segment of unit 7 is gone");
        assertThatIllegalStateException().isThrownBy(() -> kept.write(2, 0, target -> {}));
    }

    @Test
    void aRegionThatIsClosedUnderAReadIsGone() {
        export(1, bytes(3_000)).gone();
        HomeSegment first = export(1, bytes(3_000));
        HomeSegment second = export(1, bytes(3_000));
        CompletableFuture<SegmentRead> read = begin(second.location());
        for (int step = 0; step < 20; step++) {
            memory.step();
        }
        first.gone();
        second.gone();
        finish();
        assertThat(read).isCompletedWithValue(SegmentRead.GONE);
    }

    @Test
    void aReaderThatFindsTheOwnerWritingEachTimeGivesUp() {
        HomeSegment segment = export(1, bytes(8));
        SegmentLocation location = segment.location();
        segment.write(2, 8, target -> {
            assertThat(read(location)).isEqualTo(SegmentRead.BUSY);
            target.putLong(4);
        });
        assertThat(read(location).version()).isEqualTo(2);
    }

    @Test
    void aReaderThatIsOvertakenReadsAgain() {
        HomeSegment segment = export(1, bytes(8));
        CompletableFuture<SegmentRead> read = begin(segment.location());
        memory.step();
        memory.step();
        segment.write(2, 9, target -> target.put(bytes(9)));
        while (!read.isDone()) {
            assertThat(memory.step()).isTrue();
        }
        assertContent(read.join(), 2, bytes(9));
    }

    @Test
    void anOwnerThatCannotEncodeTakesTheSegmentAway() {
        HomeSegment tooLong = export(1, bytes(40));
        HomeSegment growing = export(1, bytes(40));
        SegmentLocation first = tooLong.location();
        SegmentLocation second = growing.location();
        assertThatExceptionOfType(BufferOverflowException.class)
                .isThrownBy(() -> tooLong.write(2, 40, target -> target.put(bytes(41))));
        assertThatIllegalStateException()
                .isThrownBy(() -> growing.write(2, 400, target -> target.put(bytes(399))))
                .withMessage("a content of 400 bytes was encoded as 399");
        assertThat(read(first)).isEqualTo(SegmentRead.GONE);
        assertThat(read(second)).isEqualTo(SegmentRead.GONE);
        assertThatIllegalStateException().isThrownBy(tooLong::location);
        assertThatIllegalStateException().isThrownBy(growing::location);
    }

    @Test
    void anOwnerThatDiesIsAFailureOfTheRead() {
        SegmentLocation location = export(1, bytes(40)).location();
        CompletableFuture<SegmentRead> early = begin(location);
        memory.fail(HOME);
        finish();
        CompletableFuture<SegmentRead> late = begin(location);
        finish();
        for (CompletableFuture<SegmentRead> read : List.of(early, late)) {
            assertThat(read.handle((value, failure) -> failure).join())
                    .isInstanceOfSatisfying(
                            CommException.class, e -> assertThat(e.reason()).isEqualTo(Reason.PEER_LOST));
        }
    }

    @Test
    void aReaderThatHasFailedItselfIsToldByTheFuture() {
        SegmentLocation location = export(1, bytes(40)).location();
        memory.fail(0);
        assertThat(begin(location).handle((value, failure) -> failure).join())
                .isInstanceOfSatisfying(
                        CommException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    }

    @Test
    void aBufferMayLieAnywhereAndIsTouchedNowhereElse() {
        SegmentLocation location = export(1, bytes(40)).location();
        ByteBuffer buffer = ByteBuffer.allocateDirect(location.readBytes() + 20).position(10);
        CompletableFuture<SegmentRead> read = reader.read(location, buffer);
        while (!read.isDone()) {
            memory.step();
        }
        assertContent(read.join(), 1, bytes(40));
        assertThat(buffer.position()).isEqualTo(10);
        assertThat(buffer.limit()).isEqualTo(buffer.capacity());
        assertThat(buffer.slice(0, 10)).isEqualTo(ByteBuffer.allocate(10));
        assertThat(buffer.slice(10 + location.readBytes(), 10)).isEqualTo(ByteBuffer.allocate(10));
    }

    @Test
    void aBufferWithoutRoomIsRefused() {
        SegmentLocation location = export(1, bytes(40)).location();
        ByteBuffer tooShort = ByteBuffer.allocate(location.readBytes() - 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.read(location, tooShort))
                .withMessageStartingWith("no room for 136 bytes");
        ByteBuffer readOnly = ByteBuffer.allocate(location.readBytes()).asReadOnlyBuffer();
        assertThatIllegalArgumentException().isThrownBy(() -> reader.read(location, readOnly));
        assertThat(memory.ready()).isEmpty();
    }

    @Test
    void aLengthThatTheSlotDoesNotHoldIsAFailure() {
        SegmentLocation location = export(1, bytes(40)).location();
        RegionKey region = location.region();
        memory.rank(HOME).putLong(region, location.offset() + SlotLayout.LENGTH_OFFSET, 97);
        CompletableFuture<SegmentRead> read = begin(location);
        finish();
        assertThat(read.handle((value, failure) -> failure).join())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a content of 97 bytes in");
    }
}
