package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import jdsm.codec.CodecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackingTest {
    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, -1, 127, 128, -64, -65, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
            })
    void numbersComeBack(long value) {
        ByteBuffer bytes = buffer(2 * Packing.NUMBER_BYTES);
        Packing.putSigned(value, bytes);
        Packing.putNumber(value, bytes);
        bytes.flip();

        assertThat(Packing.signed(bytes)).isEqualTo(value);
        assertThat(Packing.number(bytes)).isEqualTo(value);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void smallNumbersAreShort() {
        ByteBuffer bytes = buffer(Packing.NUMBER_BYTES);
        Packing.putSigned(-64, bytes);
        assertThat(bytes.position()).isOne();
    }

    @Test
    void numbersThatDoNotEndAreRefused() {
        ByteBuffer cutOff = buffer(1).put((byte) 0x80).flip();
        assertThatThrownBy(() -> Packing.number(cutOff)).isInstanceOf(CodecException.class);
        ByteBuffer endless = buffer(11);
        for (int i = 0; i < 11; i++) {
            endless.put((byte) 0xff);
        }
        assertThatThrownBy(() -> Packing.number(endless.flip())).isInstanceOf(CodecException.class);
        ByteBuffer long9 = buffer(1).put((byte) 9).flip();
        assertThatThrownBy(() -> Packing.length(long9, 8)).isInstanceOf(CodecException.class);
    }

    @Test
    void slotsComeBack() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ByteBuffer content = buffer(Long.BYTES * random.nextInt(30));
            while (content.hasRemaining()) {
                content.putLong(random.nextLong() >> 8 * random.nextInt(8));
            }
            content.flip();
            ByteBuffer packed = buffer(Packing.mostBytes(content.remaining()));
            Packing.putSlots(content, packed);
            packed.flip();

            ByteBuffer back = buffer(content.remaining());
            Packing.slots(packed, back);
            assertThat(back.flip()).as("seed %d", seed).isEqualTo(content);
            assertThat(packed.hasRemaining()).isFalse();
        }
    }

    @Test
    void slotsThatFitIn32BitsTakeHalf() {
        ByteBuffer packed = buffer(100);
        Packing.putSlots(buffer(16).putLong(7).putLong(-7).flip(), packed);
        assertThat(packed.position()).isEqualTo(1 + 4 + 4);
    }

    @Test
    void slotsThatAreCutOffAreRefused() {
        ByteBuffer half = buffer(3).put((byte) 1).flip();
        assertThatThrownBy(() -> Packing.slots(half, buffer(8))).isInstanceOf(CodecException.class);
    }

    /** A length counts the bytes behind it, not its own. */
    @Test
    void aLengthThatCountsItself() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {2, 7, 2, 7, 7});

        assertThatThrownBy(() -> Packing.lengthOfNext(ByteBuffer.wrap(new byte[] {2, 7})))
                .isInstanceOf(CodecException.class)
                .hasMessage("a length of 2 where there are 1");
        assertThat(Packing.lengthOfNext(bytes.position(2))).isEqualTo(2);
    }
}
