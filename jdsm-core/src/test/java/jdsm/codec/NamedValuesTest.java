package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects of which each JVM has one by a name. */
class NamedValuesTest {
    private static final Logger LOGGER = Logger.getLogger("jdsm.a logger");

    private final ValueCodec codec = new ValueCodec(NamedValuesTest.class.getClassLoader());

    @Test
    void theObjectOfTheNameComesBack() {
        for (Object object : List.of(
                StandardCharsets.UTF_8,
                Charset.forName("windows-1252"),
                LOGGER,
                Logger.getLogger(""),
                Logger.getGlobal(),
                Level.FINE,
                System.out,
                System.err)) {
            assertThat(ValueCodec.isValue(object)).isTrue();
            assertThat(codec.decode(ByteBuffer.wrap(codec.encode(object)), type -> type.isInstance(object)))
                    .isSameAs(object);
        }
    }

    /** {@link Pattern#flags} has also those that a part of the text sets. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a(?i)b | 0
                    a(?-i)b | 2
                    (?x)a b #c | 8
                    a.b[+ | 18
                    äπ\\x{1F600}😀 | 64
                    """)
    void aPatternIsTheOneOfItsTextAndFlags(String text, int flags) {
        Pattern pattern = Pattern.compile(text, flags);
        byte[] encoded = codec.encode(pattern);

        assertThat(codec.decode(ByteBuffer.wrap(encoded), type -> type == Pattern.class))
                .isSameAs(pattern);
        assertThat(new String(encoded, StandardCharsets.UTF_8)).contains("PATTERN " + flags + " " + text);
    }

    @Test
    void aPatternOfAnotherRankIsCompiled() {
        byte[] encoded = codec.encode(Pattern.compile("never seen", Pattern.LITERAL));
        encoded[encoded.length - 1] = 'x';

        Pattern read = (Pattern) codec.decode(ByteBuffer.wrap(encoded), type -> true);
        assertThat(read.pattern()).isEqualTo("never seex");
        assertThat(read.flags()).isEqualTo(Pattern.LITERAL);
        assertThat(codec.decode(ByteBuffer.wrap(encoded), type -> true))
                .as("again")
                .isSameAs(read);
        assertThat(codec.encode(Pattern.compile("x".repeat(70_000), 0)).length).isGreaterThan(70_000);
    }

    @Test
    void othersAreNoValues() {
        assertThat(ValueCodec.isValue(Logger.getAnonymousLogger())).isFalse();
        assertThat(ValueCodec.isValue(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void anUnknownNameIsMalformed() {
        byte[] encoded = codec.encode(StandardCharsets.UTF_16);
        encoded[encoded.length - 1] = 'x';

        assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(encoded), type -> true))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("UTF-1x");
        assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(codec.encode(System.out)), type -> false))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.io.PrintStream");
    }
}
