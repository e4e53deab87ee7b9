package jdsm.agent.jdk;

import java.util.Set;

/** Exceptions of the JDK with fields of their own that the runtime makes again elsewhere. */
public final class ThrowableClasses {
    /** The class above all exceptions. */
    public static final String THROWABLE = "java/lang/Throwable";

    private static final Set<String> NAMES = Set.of(
            THROWABLE,
            "java/io/InterruptedIOException",
            "java/lang/EnumConstantNotPresentException",
            "java/lang/NullPointerException",
            "java/net/URISyntaxException",
            "java/nio/charset/IllegalCharsetNameException",
            "java/nio/charset/MalformedInputException",
            "java/nio/charset/UnmappableCharacterException",
            "java/nio/charset/UnsupportedCharsetException",
            "java/nio/file/FileSystemException",
            "java/nio/file/InvalidPathException",
            "java/text/ParseException",
            "java/time/format/DateTimeParseException",
            "java/util/DuplicateFormatFlagsException",
            "java/util/FormatFlagsConversionMismatchException",
            "java/util/IllegalFormatCodePointException",
            "java/util/IllegalFormatConversionException",
            "java/util/IllegalFormatFlagsException",
            "java/util/IllegalFormatPrecisionException",
            "java/util/IllegalFormatWidthException",
            "java/util/MissingFormatArgumentException",
            "java/util/MissingFormatWidthException",
            "java/util/MissingResourceException",
            "java/util/UnknownFormatConversionException",
            "java/util/UnknownFormatFlagsException",
            "java/util/regex/PatternSyntaxException");

    private ThrowableClasses() {}

    /** Whether a class of exceptions has no fields but those that the runtime knows; given by its internal name. */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
