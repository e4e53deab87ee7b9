package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import jdsm.comm.RegionKey;
import org.junit.jupiter.api.Test;

class SegmentLocationTest {
    @Test
    void aLocationComesBackFromItsBytes() {
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            int slotBytes = 64 * (1 + random.nextInt(1 << 20));
            long offset = 64L * random.nextInt(1 << 20);
            RegionKey region = new RegionKey(random.nextInt(100), random.nextLong(), offset + slotBytes);
            int unit = random.nextInt(Integer.MAX_VALUE);
            SegmentLocation location = new SegmentLocation(region, offset, unit, random.nextInt() | 1, slotBytes);
            ByteBuffer buffer = ByteBuffer.allocate(SegmentLocation.ENCODED_BYTES + 5)
                    .order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                    .position(3);
            location.encode(buffer);
            assertThat(buffer.position()).isEqualTo(3 + SegmentLocation.ENCODED_BYTES);
            buffer.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            assertThat(SegmentLocation.decode(buffer.position(3))).isEqualTo(location);
            assertThat(buffer.position()).isEqualTo(3 + SegmentLocation.ENCODED_BYTES);
        }
    }

    @Test
    void theBytesAreThoseOfTheDescription() {
        ByteBuffer buffer = ByteBuffer.allocate(SegmentLocation.ENCODED_BYTES);
        new SegmentLocation(new RegionKey(1, 2, 0x1000), 0x0240, 0x0304, 0x0506, 0x0180).encode(buffer);
        assertThat(buffer.array())
                .startsWith(1, 0, 0, 0, 2)
                .endsWith(0x40, 2, 0, 0, 0, 0, 0, 0, 4, 3, 0, 0, 6, 5, 0, 0, (byte) 0x80, 1, 0, 0);
    }

    @Test
    void whatCanBeNoSlotIsRefused() {
        RegionKey region = new RegionKey(0, 1, 256);
        assertThat(new SegmentLocation(region, 192, 0, 1, 64).readBytes()).isEqualTo(72);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentLocation(region, 256, 0, 1, 64))
                .withMessageContaining("not a segment's location: 64 bytes at offset 256 of region 1 of rank 0");
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, -64, 0, 1, 64));
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, 32, 0, 1, 64));
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, 0, 0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, 0, 0, 1, 100));
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, 0, -1, 1, 64));
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentLocation(region, 0, 0, 0, 64));
        RegionKey huge = new RegionKey(0, 1, Long.MAX_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentLocation(huge, 0, 0, 1, Integer.MAX_VALUE - 63));
        assertThatExceptionOfType(BufferUnderflowException.class)
                .isThrownBy(() -> SegmentLocation.decode(ByteBuffer.wrap(new byte[] {1, 0, 0, 0})));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SegmentLocation.decode(ByteBuffer.allocate(SegmentLocation.ENCODED_BYTES)));
    }
}
