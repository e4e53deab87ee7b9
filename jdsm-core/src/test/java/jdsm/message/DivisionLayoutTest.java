package jdsm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import jdsm.coherence.UnitRanges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DivisionLayoutTest {
    static DivisionLayout step(int step, boolean blocked) {
        UnitRanges owned = new UnitRanges();
        owned.add(7, 3, 0);
        owned.add(12, 1, 0);
        return new DivisionLayout(
                step,
                blocked,
                400,
                owned,
                List.of(new DivisionLayout.Part(5, new byte[] {1, 2, 3}), new DivisionLayout.Part(90, new byte[8])));
    }

    @Test
    void comesBackFromBytes() {
        DivisionLayout back =
                DivisionLayout.decode(ByteBuffer.wrap(step(2, true).encode()));

        assertThat(back.step()).isEqualTo(2);
        assertThat(back.blocked()).isTrue();
        assertThat(back.firstUnit()).isEqualTo(400);
        assertThat(back.owned().size()).isEqualTo(2);
        assertThat(back.owned().first(0)).isEqualTo(7);
        assertThat(back.owned().count(0)).isEqualTo(3);
        assertThat(back.owned().first(1)).isEqualTo(12);
        assertThat(back.parts()).hasSize(2);
        assertThat(back.parts().get(0).from()).isEqualTo(5);
        assertThat(back.parts().get(0).content()).containsExactly(1, 2, 3);
        assertThat(back.parts().get(1).content()).hasSize(8);
    }

    static List<int[]> malformed() {
        return List.of(
                new int[] {0, 0, 0}, // no number of ranges
                new int[] {4, 0, 0, 0}, // no such step
                new int[] {-1, 0, 0, 0},
                new int[] {0, 2, 0, 0}, // no such flag
                new int[] {0, 0, -1, 0},
                new int[] {0, 0, 0, -1},
                new int[] {0, 0, 0, 1, 5}, // half a range
                new int[] {0, 0, 0, 1, 5, 0},
                new int[] {0, 0, 0, 1, -5, 1},
                new int[] {0, 0, 0, 2, 5, 2, 6, 1}, // one within the other
                new int[] {0, 0, 0, 1, Integer.MAX_VALUE, 1},
                new int[] {2, 0, 0, 0, 3}, // half a part
                new int[] {2, 0, 0, 0, 3, 0},
                new int[] {2, 0, 0, 0, -3, 4, 0},
                new int[] {2, 0, 0, 0, 3, 5, 0});
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatIsMalformed(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length);
        IntStream.of(numbers).forEach(bytes::putInt);

        assertThatIllegalArgumentException().isThrownBy(() -> DivisionLayout.decode(bytes.flip()));
    }
}
