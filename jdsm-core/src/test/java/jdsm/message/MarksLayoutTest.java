package jdsm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarksLayoutTest {
    private static MarksLayout throughBytes(MarksLayout step) {
        return MarksLayout.decode(ByteBuffer.wrap(step.encode()));
    }

    private static int[] units(MarksLayout step) {
        List<Integer> units = new ArrayList<>();
        step.units().forEach((unit, version) -> units.add(unit));
        return units.stream().mapToInt(unit -> unit).toArray();
    }

    /** 16 bytes that name all units there can be. */
    @Test
    void aLongRangeTakesNoMemory() {
        MarksLayout all = MarksLayout.decode(message(0, 0, 0, Integer.MAX_VALUE));

        assertThat(all.units().size()).isEqualTo(1);
        assertThat(all.units().count(0)).isEqualTo(Integer.MAX_VALUE);
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

            MarksLayout back = throughBytes(MarksLayout.of(round, round % 2 == 0, units));

            assertThat(back.step()).isEqualTo(round);
            assertThat(back.blocked()).isEqualTo(round % 2 == 0);
            assertThat(units(back)).isEqualTo(units);
        }
    }

    @Test
    void unitsThatFollowEachOtherTakeOneRange() {
        byte[] bytes =
                MarksLayout.of(0, false, IntStream.range(5, 505).toArray()).encode();

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
        "0 0 2147483647 2"
    })
    void refusesWhatNoRankSends(String numbers) {
        ByteBuffer bytes = message(java.util.Arrays.stream(numbers.split(" "))
                .mapToInt(Integer::parseInt)
                .toArray());

        assertThatThrownBy(() -> MarksLayout.decode(bytes)).isInstanceOf(IllegalArgumentException.class);
    }
}
