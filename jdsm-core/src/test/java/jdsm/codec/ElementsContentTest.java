package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ElementsContentTest {
    private static final int LENGTH = 37;

    static Stream<Object> arrays() {
        Random random = new Random(7);
        return Stream.of(ElementKind.values()).map(kind -> {
            Object array = kind.newArray(LENGTH);
            byte[] bits = new byte[LENGTH * kind.widthBytes()];
            random.nextBytes(bits);
            kind.get(ByteBuffer.wrap(bits).order(ByteOrder.LITTLE_ENDIAN), array, 0, LENGTH);
            return array;
        });
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void aRangeTravelsAndNothingElse(Object array) {
        for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(512), ByteBuffer.allocateDirect(512)}) {
            buffer.order(ByteOrder.LITTLE_ENDIAN).position(3);
            UnitContent from = new ElementsContent(array, 5, 20, 1 << 20);
            Object copy = Array.newInstance(array.getClass().getComponentType(), LENGTH);
            UnitContent to = new ElementsContent(copy, 5, 20, 1 << 20);
            from.encode(buffer);
            assertThat(buffer.position()).isEqualTo(3 + from.encodedBytes());
            buffer.flip().position(3);
            assertThat(from.firstDifference(buffer.slice())).isEmpty();
            to.decode(buffer);
            for (int i = 0; i < LENGTH; i++) {
                boolean inside = i >= 5 && i < 25;
                Object zero = Array.get(Array.newInstance(array.getClass().getComponentType(), 1), 0);
                assertThat(Array.get(copy, i)).isEqualTo(inside ? Array.get(array, i) : zero);
            }
        }
    }

    @Test
    void floatsTravelByTheirBits() {
        double[] source = {Double.longBitsToDouble(0x7ff8000000000123L), -0.0};
        double[] target = {0, 0};
        ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        new ElementsContent(source, 0, 2, 16).encode(buffer);
        new ElementsContent(target, 0, 2, 16).decode(buffer.flip());
        assertThat(Double.doubleToRawLongBits(target[0])).isEqualTo(0x7ff8000000000123L);
        assertThat(Double.doubleToRawLongBits(target[1])).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aDifferenceIsNamedByTheIndexInTheWholeArray() {
        int[] mine = {1, 2, 3, 4};
        int[] other = {1, 2, 9, 4};
        ByteBuffer theirs = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        new ElementsContent(other, 1, 2, 8).encode(theirs);
        assertThat(new ElementsContent(mine, 1, 2, 8).firstDifference(theirs.flip()))
                .contains(new UnitContent.Difference("[2]", "3", "9"));
    }

    @Test
    void tooMuchForOneUnitIsRefused() {
        assertThatThrownBy(() -> new ElementsContent(new long[100], 0, 100, 799))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("smaller block length");
    }

    @Test
    void contentOfAnotherLengthIsRefused() {
        assertThatThrownBy(() -> new ElementsContent(new long[2], 0, 2, 16).decode(ByteBuffer.allocate(8)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("8 bytes for 2 elements");
    }
}
