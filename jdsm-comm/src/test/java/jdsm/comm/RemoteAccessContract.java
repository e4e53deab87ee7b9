package jdsm.comm;

import static jdsm.comm.RemoteMemoryContract.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What moves where: content, offsets, bounds. */
public interface RemoteAccessContract {
    TestJob job(int ranks);

    static byte[] contentOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Test
    default void itIsTheSameObjectEachTime() {
        try (TestJob job = job(2).start()) {
            assertThat(memory(job, 0)).isSameAs(memory(job, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 8, 4096, 100_003})
    default void aNewRegionIsZerosAtAnAlignedAddress(long sizeBytes) {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(sizeBytes);
                Region other = memory(job, 1).register(sizeBytes)) {
            assertThat(region.key().rank()).isEqualTo(1);
            assertThat(region.key().sizeBytes()).isEqualTo(sizeBytes);
            assertThat(other.key()).isNotEqualTo(region.key());
            ByteBuffer view = region.buffer();
            assertThat(view.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
            assertThat(view.position()).isZero();
            assertThat((long) view.remaining()).isEqualTo(sizeBytes);
            assertThat(view.isDirect()).isTrue();
            assertThat(view.alignmentOffset(0, 64)).isZero();
            assertThat(contentOf(view)).containsOnly(0);
            ByteBuffer got = ByteBuffer.wrap(ProgramMessageContract.content(5, (int) sizeBytes));
            memory(job, 0).get(region.key(), 0, got);
            assertThat(got.array()).containsOnly(0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, RemoteMemory.MAX_REGION_BYTES + 1, Long.MAX_VALUE})
    default void sizesThatCannotBeAreRefused(long sizeBytes) {
        try (TestJob job = job(1).start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory(job, 0).register(sizeBytes))
                    .withMessageContaining("a region of " + sizeBytes + " bytes");
        }
    }

    @Test
    default void bytesGoThereAndComeBackAtAllOffsetsAndLengths() {
        int size = 61;
        Random random = new Random(7);
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(size)) {
            byte[] expected = new byte[size];
            for (int offset = 0; offset <= size; offset++) {
                for (int length = 0; length <= Math.min(33, size - offset); length++) {
                    ByteBuffer source = someBuffer(random, length);
                    byte[] sent = contentOf(source);
                    int position = source.position();
                    memory(job, 0).put(region.key(), offset, source);
                    System.arraycopy(sent, 0, expected, offset, length);
                    assertThat(source.position()).isEqualTo(position);
                    assertThat(source.remaining()).isEqualTo(length);
                    assertThat(contentOf(region.buffer())).isEqualTo(expected);

                    ByteBuffer target = someBuffer(random, length);
                    byte[] around = contentOf(target.duplicate().clear());
                    memory(job, 0).get(region.key(), offset, target);
                    System.arraycopy(sent, 0, around, target.position(), length);
                    assertThat(target.remaining()).isEqualTo(length);
                    assertThat(contentOf(target.duplicate().clear())).isEqualTo(around);
                }
            }
        }
    }

    /** A part of a buffer with content, direct or not, of either order, at any position. */
    private static ByteBuffer someBuffer(Random random, int length) {
        int before = random.nextInt(10);
        int capacity = before + length + random.nextInt(10);
        byte[] content = new byte[capacity];
        random.nextBytes(content);
        ByteBuffer buffer = random.nextBoolean()
                ? ByteBuffer.allocateDirect(capacity).put(content).clear()
                : ByteBuffer.wrap(content);
        return buffer.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .position(before)
                .limit(before + length);
    }

    @Test
    default void recordsGoThereAndComeBackWhateverTheirLengthOffsetAndBuffer() {
        Random random = new Random(11);
        int size = 2_000_003;
        byte[] expected = new byte[size];
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(size)) {
            RemoteMemory memory = memory(job, 0);
            // Around the lengths at which operations are cut, or go by buffers of the transport's own.
            for (int length : new int[] {0, 1, 9, 127, 8_191, 16_383, 16_384, 16_385, 262_144, 262_209, 1_999_900}) {
                for (int turn = 0; turn < 4; turn++) {
                    int offset = random.nextInt(100);
                    ByteBuffer source = someBuffer(random, length);
                    byte[] sent = contentOf(source);
                    memory.putRecord(region.key(), offset, source);
                    System.arraycopy(sent, 0, expected, offset, length);
                    assertThat(source.remaining()).isEqualTo(length);
                    assertThat(contentOf(region.buffer())).isEqualTo(expected);

                    ByteBuffer target = someBuffer(random, length);
                    byte[] around = contentOf(target.duplicate().clear());
                    if (turn % 2 == 0) {
                        memory.getRecord(region.key(), offset, target);
                    } else {
                        TestJob.get(memory.getRecordAsync(region.key(), offset, target));
                    }
                    System.arraycopy(sent, 0, around, target.position(), length);
                    assertThat(target.remaining()).isEqualTo(length);
                    assertThat(contentOf(target.duplicate().clear())).isEqualTo(around);
                }
            }
        }
    }

    @Test
    default void asynchronousCopiesOfManyBytesArrive() {
        byte[] content = ProgramMessageContract.content(3, 3_000_001);
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(content.length + 5)) {
            RemoteMemory memory = memory(job, 0);
            int cut = 1_000_003;
            CompletableFuture<Void> first =
                    memory.putAsync(region.key(), 5, ByteBuffer.wrap(content).limit(cut));
            CompletableFuture<Void> second = memory.putAsync(
                    region.key(), 5 + cut, ByteBuffer.wrap(content).position(cut));
            TestJob.get(CompletableFuture.allOf(first, second));
            ByteBuffer got = ByteBuffer.allocate(content.length);
            TestJob.get(memory.getAsync(region.key(), 5, got));
            assertThat(got.array()).isEqualTo(content);
            assertThat(got.position()).isZero();
        }
    }

    @Test
    default void aFenceOrdersWhatIsNotComplete() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(100_000)) {
            RemoteMemory memory = memory(job, 0);
            for (int i = 1; i <= 50; i++) {
                byte[] content = ProgramMessageContract.content(i, 99_000);
                CompletableFuture<Void> put = memory.putAsync(region.key(), 1000, ByteBuffer.wrap(content));
                memory.fence();
                memory.putLong(region.key(), 0, i);
                // The word is there, so what was begun before it is.
                assertThat(region.buffer().getLong(0)).isEqualTo(i);
                ByteBuffer got = ByteBuffer.allocate(content.length);
                memory(job, 1).get(region.key(), 1000, got);
                assertThat(got.array()).isEqualTo(content);
                TestJob.get(put);
            }
        }
    }

    @Test
    default void wordsAreLittleEndianAndCompareAndExchangeSaysWhatWasThere() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(24)) {
            RemoteMemory memory = memory(job, 0);
            RegionKey key = region.key();
            memory.putLong(key, 8, 0x0102030405060708L);
            assertThat(contentOf(region.buffer().position(7).limit(17))).containsExactly(0, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            assertThat(memory.getLong(key, 8)).isEqualTo(0x0102030405060708L);
            assertThat(memory.compareAndExchange(key, 8, 5, 6)).isEqualTo(0x0102030405060708L);
            assertThat(memory.getLong(key, 8)).isEqualTo(0x0102030405060708L);
            assertThat(memory.compareAndExchange(key, 8, 0x0102030405060708L, -2))
                    .isEqualTo(0x0102030405060708L);
            assertThat(memory(job, 1).getLong(key, 8)).isEqualTo(-2);
            assertThat(contentOf(region.buffer()))
                    .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, -2, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }

    @Test
    default void aWordThatNobodyWaitsForIsThereBehindAFence() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(24)) {
            RemoteMemory memory = memory(job, 0);
            RegionKey key = region.key();
            for (long value = 1; value <= 1000; value++) {
                memory.putLongNbi(key, 8, value);
                memory.fence();
                assertThat(memory.getLong(key, 8)).isEqualTo(value);
            }
            assertThat(memory(job, 1).getLong(key, 8)).isEqualTo(1000);
            assertThat(contentOf(region.buffer()))
                    .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, -24, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }

    @Test
    default void whatIsOutsideIsRefusedAndNothingIsTouched() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(20)) {
            RemoteMemory memory = memory(job, 0);
            RegionKey key = region.key();
            byte[] ones = ProgramMessageContract.content(1, 21);
            for (long offset : new long[] {-1, -8, Long.MIN_VALUE, 17, 20, 21, 1L << 32, Long.MAX_VALUE}) {
                ByteBuffer four = ByteBuffer.wrap(ones, 0, 4);
                outside(() -> memory.put(key, offset, four), "4 bytes at offset " + offset);
                outside(() -> memory.get(key, offset, four), "4 bytes at offset " + offset);
                outside(() -> memory.putAsync(key, offset, four), "4 bytes at offset " + offset);
                outside(() -> memory.getAsync(key, offset, four), key.toString());
                outside(() -> memory.putRecord(key, offset, four), "4 bytes at offset " + offset);
                outside(() -> memory.getRecord(key, offset, four), "4 bytes at offset " + offset);
                outside(() -> memory.getRecordAsync(key, offset, four), key.toString());
            }
            outside(() -> memory.put(key, 0, ByteBuffer.wrap(ones)), "21 bytes at offset 0 of " + key);
            for (long offset : new long[] {-8, 16, 24, 1L << 33, Long.MAX_VALUE - 7}) {
                outside(() -> memory.getLong(key, offset), "8 bytes at offset " + offset);
                outside(() -> memory.putLong(key, offset, -1), "8 bytes at offset " + offset);
                outside(() -> memory.putLongNbi(key, offset, -1), "8 bytes at offset " + offset);
                outside(() -> memory.compareAndExchange(key, offset, 0, -1), "8 bytes at offset " + offset);
            }
            for (long offset : new long[] {1, 4, 12}) {
                misaligned(() -> memory.getLong(key, offset), offset);
                misaligned(() -> memory.putLong(key, offset, -1), offset);
                misaligned(() -> memory.putLongNbi(key, offset, -1), offset);
                misaligned(() -> memory.compareAndExchange(key, offset, 0, -1), offset);
            }
            assertThat(contentOf(region.buffer())).containsOnly(0);
            assertThat(ones).isEqualTo(ProgramMessageContract.content(1, 21));
        }
    }

    private static void outside(ThrowingCallable access, String text) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(access)
                .withMessageContaining(text);
    }

    private static void misaligned(ThrowingCallable access, long offset) {
        assertThatIllegalArgumentException()
                .isThrownBy(access)
                .withMessageContaining("offset " + offset)
                .withMessageContaining("not a multiple of 8");
    }

    @Test
    default void aTargetThatCannotBeWrittenIsRefused() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(8)) {
            ByteBuffer target = ByteBuffer.allocate(8).asReadOnlyBuffer();
            RemoteMemory memory = memory(job, 0);
            assertThatExceptionOfType(ReadOnlyBufferException.class)
                    .isThrownBy(() -> memory.get(region.key(), 0, target));
            assertThatExceptionOfType(ReadOnlyBufferException.class)
                    .isThrownBy(() -> memory.getAsync(region.key(), 0, target));
            assertThatExceptionOfType(ReadOnlyBufferException.class)
                    .isThrownBy(() -> memory.getRecord(region.key(), 0, target));
            memory.put(region.key(), 0, target);
        }
    }

    @Test
    default void aRankReachesItsOwnRegions() {
        try (TestJob job = job(1).start();
                Region region = memory(job, 0).register(32)) {
            RemoteMemory memory = memory(job, 0);
            memory.put(region.key(), 3, ByteBuffer.wrap(new byte[] {1, 2, 3}));
            assertThat(memory.compareAndExchange(region.key(), 8, 0, 9)).isZero();
            memory.putLong(region.key(), 16, memory.getLong(region.key(), 8) + 1);
            ByteBuffer got = ByteBuffer.allocate(17);
            memory.getRecord(region.key(), 1, got);
            assertThat(got.array()).containsExactly(0, 0, 1, 2, 3, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 10, 0);
        }
    }

    @Test
    default void whatIsStoredThroughTheViewIsSeenAfterAMessageAndKeysTravel() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 0).register(40)) {
            region.buffer().putLong(8, 77).putInt(33, -5);
            ByteBuffer message = ByteBuffer.allocate(RegionKey.ENCODED_BYTES);
            region.key().encode(message);
            job.rank(0).send(1, message.flip());
            RegionKey key = RegionKey.decode(job.rank(1).receive(0).payload());
            assertThat(key).isEqualTo(region.key());
            assertThat(memory(job, 1).getLong(key, 8)).isEqualTo(77);
            ByteBuffer got = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            memory(job, 1).get(key, 33, got);
            assertThat(got.getInt(0)).isEqualTo(-5);
        }
    }

    @Test
    default void noThreadOfTheTargetIsNeeded() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        TestJob job = job(2).configure(comm -> comm.handle(1, (from, payload) -> {
            entered.countDown();
            awaitQuietly(blocked);
        }));
        try (job) {
            job.start();
            Region region = memory(job, 1).register(1 << 16);
            RuntimeMessageContract.post(job.rank(0), 1, 1, 0);
            awaitQuietly(entered);
            try {
                byte[] content = ProgramMessageContract.content(2, 40_001);
                Future<byte[]> access = job.async(() -> {
                    RemoteMemory memory = memory(job, 0);
                    memory.put(region.key(), 17, ByteBuffer.wrap(content));
                    memory.putLong(region.key(), 0, 3);
                    assertThat(memory.compareAndExchange(region.key(), 0, 3, 4)).isEqualTo(3);
                    assertThat(memory.getLong(region.key(), 0)).isEqualTo(4);
                    ByteBuffer got = ByteBuffer.allocate(content.length);
                    TestJob.get(memory.getAsync(region.key(), 17, got));
                    return got.array();
                });
                assertThat(TestJob.get(access)).isEqualTo(content);
                assertThat(blocked.getCount()).isEqualTo(1);
            } finally {
                blocked.countDown();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(TestJob.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    default void theDeliveryThreadMayAccess() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(16)) {
            CompletableFuture<List<Long>> seen = new CompletableFuture<>();
            job.rank(0).execute(() -> {
                RemoteMemory memory = memory(job, 0);
                memory.putLong(region.key(), 8, 5);
                seen.complete(
                        List.of(memory.compareAndExchange(region.key(), 8, 5, 6), memory.getLong(region.key(), 8)));
            });
            assertThat(TestJob.get(seen)).containsExactly(5L, 6L);
        }
    }
}
