package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValuesTest {
    private static final byte[] BEHIND = {7, 8, 9};

    private static Values of(int rank, String call, byte[]... values) {
        Values made = new Values(rank, 3, values.length, call);
        for (int slot = 0; slot < values.length; slot++) {
            made.put(slot, values[slot]);
        }
        return made;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void ranksHearOfEachOtherDirectlyOrNot() {
        Values first = of(0, "sum(double)", bytes(1), bytes());
        Values second = of(1, "sum(double)", bytes(2, 2), bytes(3));
        Values third = of(2, "sum(double)", bytes(), bytes(4, 4, 4));
        second.add(third.encode(BEHIND));
        assertThat(second.isComplete()).isFalse();
        byte[] message = second.encode(BEHIND);
        Values.check(message, 3, 2);
        int end = first.add(message);
        first.add(third.encode(BEHIND));

        assertThat(first.isComplete()).isTrue();
        assertThat(first.byWorker())
                .isEqualTo(new byte[][] {bytes(1), bytes(), bytes(2, 2), bytes(3), bytes(), bytes(4, 4, 4)});
        assertThat(Arrays.copyOfRange(message, end, message.length)).isEqualTo(BEHIND);
    }

    @Test
    void callsAreCompared() {
        byte[] message = of(0, "sum(double)", bytes(1)).encode(BEHIND);

        assertThat(Values.callOf(message)).isEqualTo("sum(double)");
        assertThat(of(1, "sum(double)", bytes(1)).isOfSameCall(message)).isTrue();
        assertThat(of(1, "sum(long)", bytes(1)).isOfSameCall(message)).isFalse();
        assertThat(of(1, "sum", bytes(1)).isOfSameCall(message)).isFalse();
        assertThat(of(1, "sum(double) and more", bytes(1)).isOfSameCall(message))
                .isFalse();
    }

    @Test
    void malformedValuesAreRefused() {
        byte[] message = of(1, "min(int)", bytes(1, 2), bytes(3)).encode(bytes());
        Values.check(message, 3, 2);
        for (int length = 0; length < message.length; length++) {
            byte[] cut = Arrays.copyOf(message, length);
            assertThatThrownBy(() -> Values.check(cut, 3, 2))
                    .as("%s bytes", length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Values.check(message, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank 1");
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] changed = message.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            try {
                Values.check(changed, 3, 2);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }
}
