package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ValueCodecTest {
    enum Suit {
        HEARTS,
        SPADES {
            @Override
            int worth() {
                return 2;
            }
        };

        int worth() {
            return 1;
        }
    }

    record Card(Suit suit, int rank, String note) {}

    record Pair(Card first, Object second) {}

    private final ValueCodec codec = new ValueCodec(ValueCodecTest.class.getClassLoader());

    /** Values of the kinds that have a tag of their own, with their extremes. */
    static Object[] values() {
        return new Object[] {
            "",
            "text \u00e4\u20ac\ud83d\ude00",
            "a lone surrogate: \ud83d.",
            true,
            (byte) -1,
            'c',
            (short) -3,
            4,
            Long.MIN_VALUE,
            -0.0f,
            Double.NaN,
            new BigInteger("123456789012345678901234567890"),
            BigInteger.ZERO,
            BigInteger.ONE.shiftLeft(64).negate(),
            new BigDecimal("1.00"),
            new BigDecimal("1.00e77"),
            new BigDecimal("-7e-400"),
            new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE),
            Suit.HEARTS,
            Suit.SPADES,
            Card.class,
            int.class,
            String[].class,
            new Card(Suit.SPADES, 7, null),
            new Pair(new Card(Suit.HEARTS, 1, "a"), 'x')
        };
    }

    @Test
    void valuesComeBack() {
        for (Object value : values()) {
            assertThat(ValueCodec.isValue(value)).isTrue();
            assertThat(codec.decode(ByteBuffer.wrap(codec.encode(value)), any -> true))
                    .isEqualTo(value)
                    .hasSameClassAs(value);
        }
    }

    /** As a text it would take minutes to read. */
    @Test
    @Timeout(20)
    void aLongNumberTakesTimeByItsLength() {
        BigInteger number = BigInteger.ONE.shiftLeft(10_000_000).subtract(BigInteger.ONE);

        byte[] bytes = codec.encode(number);

        assertThat(bytes).hasSizeLessThan(2_000_000);
        assertThat(codec.decode(ByteBuffer.wrap(bytes), any -> true)).isEqualTo(number);
    }

    @Test
    void whatIsNoValueIsNamed() {
        assertThat(ValueCodec.isValue(new int[0])).isFalse();
        assertThat(ValueCodec.isValue(new Object())).isFalse();
        assertThatThrownBy(() -> codec.encode(new Pair(null, List.of())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Pair cannot travel: its component second is a java.util.Immutable");
    }

    @Test
    void malformedValuesAreRefused() {
        byte[] good = codec.encode(new Pair(new Card(Suit.HEARTS, 1, "a"), 5L));
        for (int length = 0; length < good.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(good, length));
            assertThatThrownBy(() -> codec.decode(cut, any -> true)).isInstanceOf(CodecException.class);
        }
        byte[] unknown = codec.encode(Card.class);
        unknown[unknown.length - 1]++;
        assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(unknown), any -> true))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("is not here");
    }
}
