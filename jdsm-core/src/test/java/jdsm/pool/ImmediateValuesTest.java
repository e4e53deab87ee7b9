package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImmediateValuesTest {
    private static final int MOST = (1 << 27) - 1;

    static Stream<Object> immediate() {
        return Stream.of(
                0,
                1,
                -1,
                MOST,
                -MOST - 1,
                0L,
                -1L,
                (long) MOST,
                -MOST - 1L,
                0.0,
                -0.0,
                1.0,
                -2.5,
                1e6,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                'a',
                Character.MAX_VALUE,
                Character.MIN_VALUE,
                Short.MIN_VALUE,
                (short) -1,
                Short.MAX_VALUE,
                (byte) -1,
                Byte.MIN_VALUE,
                Byte.MAX_VALUE,
                true,
                false);
    }

    static Stream<Object> others() {
        return Stream.of(
                MOST + 1,
                -MOST - 2,
                Integer.MIN_VALUE,
                MOST + 1L,
                Long.MIN_VALUE,
                1L << 32,
                0.1,
                Double.MIN_VALUE,
                1f,
                "1",
                new int[0]);
    }

    @ParameterizedTest
    @MethodSource("immediate")
    void theNumberSaysWhichValueItIs(Object value) {
        int number = ImmediateValues.numberOf(value);

        assertThat(ImmediateValues.is(number)).isTrue();
        assertThat(ImmediateValues.of(number)).isEqualTo(value).hasSameClassAs(value);
    }

    @ParameterizedTest
    @MethodSource("others")
    void otherValuesHaveNone(Object value) {
        assertThat(ImmediateValues.numberOf(value)).isEqualTo(References.NULL);
    }

    @Test
    void nullHasTheNumberOfNull() {
        assertThat(ImmediateValues.numberOf(null)).isEqualTo(References.NULL);
    }

    @Test
    void eachNumberIsOfOneValueOrRefused() {
        SplittableRandom random = new SplittableRandom(3);
        Map<Object, Integer> numbers = new HashMap<>();
        int refused = 0;
        for (int i = 0; i < 200_000; i++) {
            int number = Integer.MIN_VALUE | random.nextInt() >>> 2;
            assertThat(ImmediateValues.is(number)).isTrue();
            try {
                Object value = ImmediateValues.of(number);
                assertThat(ImmediateValues.numberOf(value)).isEqualTo(number);
                if (!value.equals(Double.NaN)) { // which has several encodings
                    assertThat(numbers.put(value, number)).isIn(null, number);
                }
            } catch (CodecException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 100_000);
        assertThatThrownBy(() -> ImmediateValues.of(ImmediateValues.numberOf(true) | 2))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("which no value has");
    }

    @Test
    void numbersFromATableAreOthers() {
        assertThat(ImmediateValues.is(-1)).isFalse();
        assertThat(ImmediateValues.is(-(1 << 30))).isFalse();
        assertThat(ImmediateValues.is(0)).isFalse();
        assertThat(ImmediateValues.is(Integer.MAX_VALUE)).isFalse();
    }
}
