package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwinTest {
    private static final int LENGTH = 300;
    private static final int ROUNDS = 200;

    private static UnitContent all(Object array) {
        return UnitContent.ofElements(array, 0, Array.getLength(array), 1 << 20);
    }

    private static Object copy(Object array, ElementKind kind) {
        Object copy = kind.newArray(LENGTH);
        System.arraycopy(array, 0, copy, 0, LENGTH);
        return copy;
    }

    @ParameterizedTest
    @EnumSource
    void aDiffTakesACopyToTheWrittenContentAndLeavesOtherElements(ElementKind kind) {
        Random random = new Random(7);
        byte[] bytes = new byte[kind.widthBytes()];
        for (int round = 0; round < ROUNDS; round++) {
            Object written = kind.newArray(LENGTH);
            Object copy = copy(written, kind);
            Twin twin = Twin.of(all(written));
            boolean[] changed = new boolean[LENGTH];
            int writes = 1 + random.nextInt(1 + round);
            for (int i = 0; i < writes; i++) {
                int first = random.nextInt(LENGTH);
                int run = 1 + random.nextInt(random.nextBoolean() ? 2 : 20);
                for (int at = first; at < Math.min(first + run, LENGTH); at++) {
                    random.nextBytes(bytes);
                    bytes[0] |= 1; // not the zero of before
                    UnitContent.ofElements(written, at, 1, 8).decode(ByteBuffer.wrap(bytes));
                    changed[at] = true;
                }
            }
            ContentDiff diff = twin.diff();
            int different = 0;
            for (boolean each : changed) {
                different += each ? 1 : 0;
            }
            assertThat(diff.isOfMost()).isEqualTo(2 * different > LENGTH);
            Object others = kind.newArray(LENGTH); // what the other rank has elsewhere
            Object expected = copy(written, kind);
            for (int at = 0; at < LENGTH; at++) {
                if (!changed[at]) {
                    random.nextBytes(bytes);
                    ByteBuffer other = ByteBuffer.wrap(bytes);
                    UnitContent.ofElements(others, at, 1, 8).decode(other.duplicate());
                    UnitContent.ofElements(expected, at, 1, 8).decode(other);
                }
            }
            Twin.applyTo(all(copy), diff);
            assertThat(all(copy).firstDifference(encoded(written))).isEmpty();
            Twin.applyTo(all(others), diff);
            assertThat(all(others).firstDifference(encoded(expected))).isEmpty();
            assertThat(twin.diff()).isNull();
        }
    }

    private static ByteBuffer encoded(Object array) {
        UnitContent content = all(array);
        ByteBuffer bytes = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(bytes);
        return bytes.flip();
    }

    @Test
    void aZeroOfTheOtherSignIsADifference() {
        double[] written = new double[LENGTH];
        Twin twin = Twin.of(all(written));
        written[LENGTH - 1] = -0.0;
        double[] copy = new double[LENGTH];
        Twin.applyTo(all(copy), twin.diff());
        assertThat(Arrays.equals(copy, written)).isTrue();
    }
}
