package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnmappableCharacterException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.text.ParseException;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.List;
import java.util.MissingFormatArgumentException;
import java.util.MissingFormatWidthException;
import java.util.MissingResourceException;
import java.util.UnknownFormatConversionException;
import java.util.UnknownFormatFlagsException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions are made again with all that their classes have. */
class ThrowableStateTest {
    private final ValueCodec codec = new ValueCodec(getClass().getClassLoader());

    private Throwable again(Throwable thrown) {
        byte[] state = ThrowableState.of(thrown).encode(codec);
        return ThrowableState.decode(thrown.getClass(), ByteBuffer.wrap(state), codec);
    }

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static Throwable thrownBy(Callable<?> body) {
        try {
            body.call();
        } catch (Throwable e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }

    static List<Throwable> known() {
        SocketTimeoutException slow = new SocketTimeoutException("slow");
        slow.bytesTransferred = 5;
        return List.of(
                new Exception(),
                new Throwable("text"),
                new NullPointerException(),
                new NullPointerException("given"),
                thrownBy(() -> new Exception().getCause().getMessage()),
                new StackOverflowError("deep"),
                thrownBy(() -> new URI("a b")),
                new URISyntaxException("in", "why", 1),
                thrownBy(() -> LocalTime.parse("none")),
                thrownBy(() -> Pattern.compile("(")),
                thrownBy(() -> Charset.forName("none")),
                new IllegalCharsetNameException("?"),
                new MalformedInputException(3),
                new UnmappableCharacterException(4),
                new FileAlreadyExistsException("one", "other", "why"),
                new InvalidPathException("in", "why", 2),
                new ParseException("text", 6),
                new EnumConstantNotPresentException(Thread.State.class, "NONE"),
                new DuplicateFormatFlagsException("-"),
                new FormatFlagsConversionMismatchException("#", 'd'),
                new IllegalFormatCodePointException(0x110000),
                new IllegalFormatConversionException('d', String.class),
                new IllegalFormatFlagsException("-0"),
                new IllegalFormatPrecisionException(3),
                new IllegalFormatWidthException(4),
                new MissingFormatArgumentException("%d"),
                new MissingFormatWidthException("%-d"),
                new MissingResourceException("text", "class", "key"),
                new UnknownFormatConversionException("q"),
                new UnknownFormatFlagsException("?"),
                slow);
    }

    /** A class that has state without a public method for it is not among these. */
    @ParameterizedTest
    @MethodSource("known")
    void allStateIsMadeAgain(Throwable thrown) {
        Throwable again = again(thrown);

        assertThat(again).isExactlyInstanceOf(thrown.getClass()).hasNoCause();
        assertThat(printed(again)).isEqualTo(printed(thrown));
        assertThat(ThrowableState.of(again).text())
                .isEqualTo(ThrowableState.of(thrown).text());
        assertThat(ThrowableState.of(again).encode(codec))
                .isEqualTo(ThrowableState.of(thrown).encode(codec));
    }

    @Test
    void causesAndSuppressedExceptionsAreLinked() {
        Throwable made = again(new IOException("text"));
        Exception cause = new Exception("cause");

        ThrowableState.link(made, cause, List.of(new Exception("one"), new Exception("other")));

        assertThat(made.getCause()).isSameAs(cause);
        assertThat(ThrowableState.of(made).suppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("one", "other");
        assertThat(ThrowableState.of(made).cause()).isSameAs(cause);
        assertThatThrownBy(() -> ThrowableState.link(made, made, List.of())).isInstanceOf(CodecException.class);
    }

    @Test
    void framesPrintAsTheyDid() {
        Throwable thrown = new DateTimeParseException("text", "parsed", 3);
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("loader", "module", "7", "A", "b", "C.java", 5),
            new StackTraceElement(null, "module", null, "A", "b", null, -2),
            new StackTraceElement("A", "b", null, -1)
        });

        assertThat(printed(again(thrown))).isEqualTo(printed(thrown)).contains("loader/module@7/A.b(C.java:5)");
    }

    @Test
    void stateOfWhichNobodyKnowsIsRefused() {
        for (Throwable unknown : List.of(
                new InvocationTargetException(new Exception()),
                new InvalidClassException("text"),
                new java.awt.HeadlessException(),
                new WithField())) {
            assertThat(ThrowableState.isKnown(unknown.getClass())).isFalse();
            assertThatThrownBy(() -> ThrowableState.of(unknown))
                    .isInstanceOf(CannotTravelException.class)
                    .hasMessageContaining("an object of " + unknown.getClass().getName());
        }
        assertThat(ThrowableState.isKnown(String.class)).isFalse();
    }

    /** Not woven, as a class of a library may be. */
    private static final class WithField extends Exception {
        private static final long serialVersionUID = 1L;

        final int field = 1;
    }
}
