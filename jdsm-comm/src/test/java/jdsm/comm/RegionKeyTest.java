package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegionKeyTest {
    @Test
    void aKeyComesBackFromItsBytes() {
        Random random = new Random(11);
        for (int i = 0; i < 1_000; i++) {
            RegionKey key =
                    new RegionKey(random.nextInt(1 << 20), random.nextLong(), 1 + (random.nextLong() >>> 1) / 2);
            ByteBuffer buffer = ByteBuffer.allocate(RegionKey.ENCODED_BYTES + 5)
                    .order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                    .position(3);
            key.encode(buffer);
            assertThat(buffer.position()).isEqualTo(3 + RegionKey.ENCODED_BYTES);
            buffer.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            assertThat(RegionKey.decode(buffer.position(3))).isEqualTo(key);
            assertThat(buffer.position()).isEqualTo(3 + RegionKey.ENCODED_BYTES);
        }
    }

    @Test
    void theBytesAreThoseOfTheDescription() {
        ByteBuffer buffer = ByteBuffer.allocate(RegionKey.ENCODED_BYTES);
        new RegionKey(0x0102, 0x0304, 0x050607).encode(buffer);
        assertThat(buffer.array()).containsExactly(2, 1, 0, 0, 4, 3, 0, 0, 0, 0, 0, 0, 7, 6, 5, 0, 0, 0, 0, 0);
    }

    @Test
    void bytesThatAreNoKeyAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegionKey.decode(ByteBuffer.allocate(RegionKey.ENCODED_BYTES)))
                .withMessageContaining("not a region's key");
        ByteBuffer negativeRank = ByteBuffer.allocate(RegionKey.ENCODED_BYTES);
        negativeRank.put(3, (byte) -1).put(12, (byte) 1);
        assertThatIllegalArgumentException().isThrownBy(() -> RegionKey.decode(negativeRank));
        ByteBuffer tooShort = ByteBuffer.allocate(RegionKey.ENCODED_BYTES - 1);
        assertThatExceptionOfType(BufferUnderflowException.class).isThrownBy(() -> RegionKey.decode(tooShort));
        assertThatExceptionOfType(BufferOverflowException.class)
                .isThrownBy(() -> new RegionKey(1, 2, 3).encode(tooShort));
        assertThat(tooShort.array()).containsOnly(0);
    }
}
