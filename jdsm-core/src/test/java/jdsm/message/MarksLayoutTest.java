package jdsm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarksLayoutTest {
    private static final int MOST = 1000;

    private static MarksLayout throughBytes(MarksLayout step) {
        return MarksLayout.decode(ByteBuffer.wrap(step.encode()), MOST);
    }

    private static ByteBuffer message(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length);
        IntStream.of(numbers).forEach(bytes::putInt);
        return bytes.flip();
    }

    @Test
    void comesBackFromBytes() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            int range = 1 + random.nextInt(300);
            int base = random.nextInt(Integer.MAX_VALUE - range);
            int[] units = random.ints(random.nextInt(100), base, base + range)
                    .sorted()
                    .distinct()
                    .toArray();

            MarksLayout back = throughBytes(new MarksLayout(round, round % 2 == 0, units));

            assertThat(back.step()).isEqualTo(round);
            assertThat(back.blocked()).isEqualTo(round % 2 == 0);
            assertThat(back.units()).isEqualTo(units);
        }
    }

    @Test
    void unitsThatFollowEachOtherTakeOneRange() {
        byte[] bytes = new MarksLayout(0, false, IntStream.range(5, 505).toArray()).encode();

        assertThat(ByteBuffer.wrap(bytes)).isEqualTo(message(0, 0, 5, 500));
    }

    @ParameterizedTest
    @CsvSource({
        "0", // cut off
        "0 0 5", // a range cut off
        "-1 0", // no such step
        "0 2", // no such flag
        "0 0 -1 1", // no such unit
        "0 0 5 0", // an empty range
        "0 0 5 -1",
        "0 0 5 10 14 1", // ranges that overlap
        "0 0 5 10 3 1", // not in order
        "0 0 5 1001", // more units than there are
        "0 0 5 600 700 600",
        "0 0 2147483647 2"
    })
    void refusesWhatNoRankSends(String numbers) {
        ByteBuffer bytes = message(java.util.Arrays.stream(numbers.split(" "))
                .mapToInt(Integer::parseInt)
                .toArray());

        assertThatThrownBy(() -> MarksLayout.decode(bytes, MOST)).isInstanceOf(IllegalArgumentException.class);
    }
}
