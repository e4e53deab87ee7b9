package jdsm.codec;

import java.io.InterruptedIOException;
import java.net.URISyntaxException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnmappableCharacterException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.text.ParseException;
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
import java.util.regex.PatternSyntaxException;

/**
 * The exceptions of the JDK that are made again elsewhere, with all their state: by a public constructor whose arguments are
 * what public methods give. Subclasses without further fields are made so, too.
 */
enum StatefulThrowable {
    MESSAGE(Throwable.class, "getMessage", String.class),
    CHARSET_NAME(IllegalCharsetNameException.class, "getCharsetName", String.class),
    CHARSET(UnsupportedCharsetException.class, "getCharsetName", String.class),
    CODE_POINT(IllegalFormatCodePointException.class, "getCodePoint", int.class),
    CONVERSION(
            IllegalFormatConversionException.class,
            List.of("getConversion", "getArgumentClass"),
            char.class,
            Class.class),
    CONSTANT(EnumConstantNotPresentException.class, List.of("enumType", "constantName"), Class.class, String.class),
    DATE(
            DateTimeParseException.class,
            List.of("getMessage", "getParsedString", "getErrorIndex"),
            String.class,
            CharSequence.class,
            int.class),
    DUPLICATE_FLAGS(DuplicateFormatFlagsException.class, "getFlags", String.class),
    FILE(
            FileSystemException.class,
            List.of("getFile", "getOtherFile", "getReason"),
            String.class,
            String.class,
            String.class),
    FLAGS(IllegalFormatFlagsException.class, "getFlags", String.class),
    FLAGS_OF_CONVERSION(
            FormatFlagsConversionMismatchException.class,
            List.of("getFlags", "getConversion"),
            String.class,
            char.class),
    FORMAT_ARGUMENT(MissingFormatArgumentException.class, "getFormatSpecifier", String.class),
    FORMAT_WIDTH(MissingFormatWidthException.class, "getFormatSpecifier", String.class),
    /** Besides, the field {@code bytesTransferred} is public. */
    INTERRUPTED(InterruptedIOException.class, "getMessage", String.class),
    MALFORMED(MalformedInputException.class, "getInputLength", int.class),
    PARSE(ParseException.class, List.of("getMessage", "getErrorOffset"), String.class, int.class),
    PATH(
            InvalidPathException.class,
            List.of("getInput", "getReason", "getIndex"),
            String.class,
            String.class,
            int.class),
    PATTERN(
            PatternSyntaxException.class,
            List.of("getDescription", "getPattern", "getIndex"),
            String.class,
            String.class,
            int.class),
    PRECISION(IllegalFormatPrecisionException.class, "getPrecision", int.class),
    RESOURCE(
            MissingResourceException.class,
            List.of("getMessage", "getClassName", "getKey"),
            String.class,
            String.class,
            String.class),
    UNKNOWN_CONVERSION(UnknownFormatConversionException.class, "getConversion", String.class),
    UNKNOWN_FLAGS(UnknownFormatFlagsException.class, "getFlags", String.class),
    UNMAPPABLE(UnmappableCharacterException.class, "getInputLength", int.class),
    URI_SYNTAX(
            URISyntaxException.class,
            List.of("getInput", "getReason", "getIndex"),
            String.class,
            String.class,
            int.class),
    WIDTH(IllegalFormatWidthException.class, "getWidth", int.class);

    private final Class<? extends Throwable> type;
    private final List<String> getters;
    private final Class<?>[] parameters;

    StatefulThrowable(Class<? extends Throwable> type, String getter, Class<?> parameter) {
        this(type, List.of(getter), parameter);
    }

    /**
     * @param getters the methods that give the arguments of the constructor
     * @param parameters the types of its parameters, which are those of values
     */
    StatefulThrowable(Class<? extends Throwable> type, List<String> getters, Class<?>... parameters) {
        this.type = type;
        this.getters = getters;
        this.parameters = parameters;
    }

    /** The one that knows all state of the exceptions of a class of the JDK, or above it; null if there is none. */
    static StatefulThrowable of(Class<?> base) {
        for (Class<?> above = base; above != Throwable.class; above = above.getSuperclass()) {
            for (StatefulThrowable each : values()) {
                if (each.type == above) {
                    return each;
                }
            }
            if (ThrowableForm.hasFields(above) && above != NullPointerException.class) {
                return null;
            }
        }
        return MESSAGE;
    }

    Class<? extends Throwable> type() {
        return type;
    }

    List<String> getters() {
        return getters;
    }

    Class<?>[] parameters() {
        return parameters.clone();
    }
}
