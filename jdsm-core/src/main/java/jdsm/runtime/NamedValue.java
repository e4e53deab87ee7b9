package jdsm.runtime;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Objects of the JDK of which each JVM has one by a name, or of a class: a reference to one is, on another rank, a reference to that rank's. Thread-safe.
 */
enum NamedValue {
    /** A character set, by its canonical name. */
    CHARSET(Charset.class, charset -> ((Charset) charset).name(), Charset::forName),
    /** A logger that the log manager knows by its name. */
    LOGGER(Logger.class, NamedValue::nameOfLogger, Logger::getLogger),
    /** A level of logging that is known by its name. */
    LEVEL(Level.class, NamedValue::nameOfLevel, Level::parse),
    /** A regular expression, by its text and flags. */
    PATTERN(Pattern.class, NamedPatterns::nameOf, NamedPatterns::find),
    /** {@code System.out} or {@code System.err}. */
    STREAM(PrintStream.class, NamedValue::nameOfStream, NamedValue::stream),
    /** The common pool, which has threads on each rank. */
    COMMON_POOL(
            ForkJoinPool.class,
            pool -> pool == ForkJoinPool.commonPool() ? "" : null,
            any -> ForkJoinPool.commonPool()),
    // Constants, which programs compare by ==.
    EMPTY_LIST(Collections.emptyList()),
    EMPTY_SET(Collections.emptySet()),
    EMPTY_MAP(Collections.emptyMap()),
    IGNORING_CASE(String.CASE_INSENSITIVE_ORDER);

    private static final NamedValue[] ALL = values();

    private final Class<?> type;
    /** Null for an object that is not the one of its name. */
    private final Function<Object, String> name;

    private final Function<String, Object> find;

    NamedValue(Class<?> type, Function<Object, String> name, Function<String, Object> find) {
        this.type = type;
        this.name = name;
        this.find = find;
    }

    /** The only object of its class; its name is empty. */
    NamedValue(Object only) {
        this(only.getClass(), any -> "", any -> only);
    }

    /** The sort of an object; null if it is none that a name stands for. */
    static NamedValue of(Object object) {
        if (object instanceof Woven) {
            return null;
        }
        for (NamedValue each : ALL) {
            if (each.type.isInstance(object)) {
                return each.name.apply(object) == null ? null : each;
            }
        }
        return null;
    }

    /** The class of the objects, or a superclass. */
    Class<?> type() {
        return type;
    }

    /** The name of an object of this sort. */
    String name(Object object) {
        return name.apply(object);
    }

    /**
     * This rank's object of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    Object find(String named) {
        return find.apply(named);
    }

    private static String nameOfLogger(Object logger) {
        String found = ((Logger) logger).getName();
        return found != null && LogManager.getLogManager().getLogger(found) == logger ? found : null;
    }

    private static String nameOfLevel(Object level) {
        try {
            String found = ((Level) level).getName();
            return Level.parse(found) == level ? found : null;
        } catch (IllegalArgumentException e) {
            return null; // a level that the program has made, and let nobody know
        }
    }

    private static String nameOfStream(Object stream) {
        return stream == System.out ? "out" : stream == System.err ? "err" : null;
    }

    private static PrintStream stream(String named) {
        return switch (named) {
            case "out" -> System.out;
            case "err" -> System.err;
            default -> throw new IllegalArgumentException("no stream is called " + named);
        };
    }
}
