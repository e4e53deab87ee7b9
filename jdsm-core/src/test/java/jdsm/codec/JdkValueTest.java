package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.runtime.Values;
import org.junit.jupiter.api.Test;

class JdkValueTest {
    private static final ZoneId PARIS = ZoneId.of("Europe/Paris");
    /** The hour that clocks show twice. */
    private static final LocalDateTime TWICE = LocalDateTime.of(2024, 10, 27, 2, 30);

    private static final List<Object> VALUES = List.of(
            new UUID(-1, 2),
            OptionalInt.empty(),
            OptionalInt.of(-3),
            OptionalLong.empty(),
            OptionalLong.of(Long.MIN_VALUE),
            OptionalDouble.empty(),
            OptionalDouble.of(-0.0),
            Instant.MIN,
            Instant.ofEpochSecond(-5, 999_999_999),
            Duration.ofSeconds(Long.MIN_VALUE, 1),
            Period.of(-1, 2, Integer.MAX_VALUE),
            LocalDate.MIN,
            LocalDate.MAX,
            LocalTime.MAX,
            LocalDateTime.MIN,
            ZoneOffset.MIN,
            PARIS,
            ZoneId.of("UTC+01:00"),
            OffsetTime.MAX,
            OffsetDateTime.MIN,
            ZonedDateTime.ofLocal(TWICE, PARIS, ZoneOffset.ofHours(1)),
            ZonedDateTime.ofLocal(TWICE, PARIS, ZoneOffset.ofHours(2)),
            ZonedDateTime.of(TWICE, ZoneOffset.UTC),
            Year.of(12345),
            YearMonth.of(-7, 12),
            MonthDay.of(2, 29),
            Locale.ROOT,
            Locale.forLanguageTag("zh-Hans-CN-u-nu-hanidec"),
            new Locale.Builder().setLanguage("ja").setVariant("osaka").build(),
            URI.create("http://\u00e4.example/a%20b?c=d#e"),
            Currency.getInstance("EUR"),
            MathContext.DECIMAL128,
            new MathContext(3, RoundingMode.UP),
            new File("a/../b c"),
            new File(""),
            Path.of("/a/../b c"),
            Path.of(""));

    private final ValueCodec codec = new ValueCodec(JdkValueTest.class.getClassLoader());

    private Object copied(Object value) {
        return codec.decode(ByteBuffer.wrap(codec.encode(value)), type -> type == value.getClass());
    }

    @Test
    void valuesComeBack() {
        for (Object value : VALUES) {
            assertThat(ValueCodec.isValue(value)).isTrue();
            assertThat(copied(value)).isEqualTo(value).hasSameClassAs(value).hasSameHashCodeAs(value);
            assertThat(copied(Optional.of(value))).isEqualTo(Optional.of(value));
        }
        assertThat(copied(Optional.empty())).isEqualTo(Optional.empty());
        assertThat(copied(Optional.of(Optional.of("x")))).isEqualTo(Optional.of(Optional.of("x")));
    }

    @Test
    void eachSortHasAnExampleAndIsAValueForTheRuntime() {
        assertThat(VALUES.stream().map(value -> JdkValue.of(value.getClass())).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(JdkValue.values());
        for (JdkValue sort : JdkValue.values()) {
            assertThat(Values.isOfJdk(sort.type())).as(sort.name()).isTrue();
        }
        for (Object value : VALUES) {
            assertThat(Values.areSame(value, copied(value)))
                    .as(value.toString())
                    .isTrue();
        }
        Object object = new Object();
        assertThat(Values.areSame(Optional.of(object), Optional.of(object))).isTrue();
        assertThat(Values.areSame(Optional.of(List.of()), Optional.of(new ArrayList2())))
                .isFalse();
    }

    /** Equal to an empty list, and another object. */
    private static final class ArrayList2 extends java.util.ArrayList<Object> {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void malformedOnesAreRefused() {
        for (Object value : VALUES) {
            byte[] good = codec.encode(value);
            for (int length = 0; length < good.length; length++) {
                ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(good, length));
                assertThatThrownBy(() -> codec.decode(cut, any -> true))
                        .as("%s, %d bytes", value, length)
                        .isInstanceOf(CodecException.class);
            }
            assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(good), type -> type == String.class))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("where there can be none");
        }
        for (byte[] bad : Stream.of(new byte[] {16, 127}, new byte[] {16, -1}).toList()) {
            assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(bad), any -> true))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("no value of the JDK has code");
        }
    }

    @Test
    @SuppressWarnings("deprecation") // Locale has constructors that take any text
    void aLocaleThatNoTagStandsForIsRefused() {
        assertThatThrownBy(() -> codec.encode(new Locale("x1y2z3", "?", "%")))
                .isInstanceOf(CannotTravelException.class)
                .hasMessageContaining("its standard text stands for");
    }

    @Test
    void anOptionalOfAnObjectIsNoWholeValue() {
        assertThatThrownBy(() -> codec.encode(Optional.of(new Object())))
                .isInstanceOf(CannotTravelException.class)
                .hasMessageContaining("an object of java.lang.Object is no value");
    }
}
