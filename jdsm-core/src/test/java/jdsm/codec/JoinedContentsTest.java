package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinedContentsTest {
    private final long[] first = {1, 2};
    private final long[] second = {3, 4};
    private final long[] third = {5, 6};
    private final UnitContent joined = UnitContent.ofParts(List.of(part(first), part(second), part(third)));

    private static UnitContent part(long[] array) {
        return UnitContent.ofElements(array, 0, array.length, 1 << 10);
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.flip();
    }

    @Test
    void thePartsFollowEachOther() {
        ByteBuffer target = ByteBuffer.allocate(joined.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        joined.encode(target);

        assertThat(target.flip()).isEqualTo(longs(1, 2, 3, 4, 5, 6));
        assertThat(joined.elementBytes()).isEqualTo(Long.BYTES);
    }

    @Test
    void aWholeContentReplacesAllParts() {
        joined.decode(longs(10, 20, 30, 40, 50, 60));

        assertThat(first).containsExactly(10, 20);
        assertThat(second).containsExactly(30, 40);
        assertThat(third).containsExactly(50, 60);
    }

    @Test
    void elementsMayReachOverTheEndOfAPart() {
        ByteBuffer source = longs(0, 20, 30, 40, 50).position(Long.BYTES);
        joined.decode(Long.BYTES, source);

        assertThat(first).containsExactly(1, 20);
        assertThat(second).containsExactly(30, 40);
        assertThat(third).containsExactly(50, 6);
        assertThat(source.hasRemaining()).isFalse();
    }

    @Test
    void bytesBeyondTheEndAreRefused() {
        assertThatThrownBy(() -> joined.decode(4 * Long.BYTES, longs(1, 2, 3)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("24 bytes at 32 of 48");
        assertThatThrownBy(() -> joined.decode(longs(1, 2, 3))).isInstanceOf(CodecException.class);
        assertThat(third).as("nothing has changed").containsExactly(5, 6);
    }

    @Test
    void aDifferenceIsThatOfAPart() {
        assertThat(joined.firstDifference(longs(1, 2, 3, 4, 7, 6)))
                .hasValueSatisfying(first -> assertThat(first.there()).isEqualTo("7"));
        assertThat(joined.firstDifference(longs(1, 2, 3, 4, 5, 6))).isEmpty();
    }
}
