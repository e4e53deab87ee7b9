package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** Several diffs as one, stored beside writes and a diff of another rank, against the same as whole contents. */
    @ParameterizedTest
    @EnumSource
    void changesAreMergedLikeTheContent(ElementKind kind) {
        Random random = new Random(11);
        for (int round = 0; round < ROUNDS; round++) {
            Object owners = random(kind, random);
            Object other = copy(owners, kind);
            Object same = copy(owners, kind);
            Twin ofOther = Twin.of(all(other));
            Twin ofSame = Twin.of(all(same));
            ContentDiff own = null;
            if (random.nextBoolean()) {
                Object before = copy(other, kind);
                write(kind, random, 20, other);
                System.arraycopy(other, 0, same, 0, LENGTH);
                own = ofOther.diff();
                assertThat(ofSame.diff() == null).isEqualTo(own == null);
                assertThat(own == null)
                        .isEqualTo(all(before).firstDifference(encoded(other)).isEmpty());
            }
            write(kind, random, random.nextInt(5), other);
            System.arraycopy(other, 0, same, 0, LENGTH);
            Twin ofOwners = Twin.of(all(owners));
            List<ContentDiff> diffs = new ArrayList<>();
            for (int version = random.nextInt(4); version >= 0; version--) {
                write(kind, random, 1 + random.nextInt(30), owners);
                ContentDiff diff = ofOwners.diff();
                if (diff != null) {
                    diffs.add(diff);
                }
            }
            if (diffs.isEmpty()) {
                continue;
            }

            ofOther.merge(ContentDiff.inOrder(diffs, all(owners).encodedBytes(), kind.widthBytes()), own);

            ofSame.merge(encoded(owners), own);
            assertThat(all(other).firstDifference(encoded(same))).isEmpty();
            ContentDiff left = ofSame.diff();
            ContentDiff leftOfOther = ofOther.diff();
            assertThat(leftOfOther == null).isEqualTo(left == null);
            if (left != null) {
                assertThat(leftOfOther.places(LENGTH)).isEqualTo(left.places(LENGTH));
            }
        }
    }

    private static Object random(ElementKind kind, Random random) {
        Object array = kind.newArray(LENGTH);
        write(kind, random, LENGTH, array);
        return array;
    }

    private static void write(ElementKind kind, Random random, int times, Object array) {
        byte[] bytes = new byte[kind.widthBytes()];
        for (int i = 0; i < times; i++) {
            bytes[0] = (byte) random.nextInt(3);
            UnitContent.ofElements(array, random.nextInt(LENGTH), 1, 8).decode(ByteBuffer.wrap(bytes));
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
