package jdsm.runtime;

import java.io.File;
import java.math.MathContext;
import java.net.URI;
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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Values: objects without an identity, of which each rank has its own. */
public final class Values {
    /** Immutable classes of the JDK besides strings, boxed primitives and big numbers. */
    private static final Set<Class<?>> OF_JDK = Set.of(
            Currency.class,
            Duration.class,
            File.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            Locale.class,
            MathContext.class,
            MonthDay.class,
            OffsetDateTime.class,
            OffsetTime.class,
            Optional.class,
            OptionalDouble.class,
            OptionalInt.class,
            OptionalLong.class,
            path(),
            Period.class,
            URI.class,
            UUID.class,
            Year.class,
            YearMonth.class,
            zoneRegion(),
            ZoneOffset.class,
            ZonedDateTime.class);

    private Values() {}

    /** The class of zones with rules, which has no public name. Does not initialise it: that would read all rules. */
    public static Class<?> zoneRegion() {
        try {
            return Class.forName("java.time.ZoneRegion", false, null);
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The class of the paths of files, which has no public name. */
    public static Class<?> path() {
        return Path.of("").getClass();
    }

    /** Whether two references are to one object, or to equal values of the same class. */
    public static boolean areSame(Object one, Object other) {
        if (one instanceof Optional<?> first && other instanceof Optional<?> second) {
            return areSame(first.orElse(null), second.orElse(null));
        }
        return one == other
                || one != null
                        && other != null
                        && one.getClass() == other.getClass()
                        && isValue(one)
                        && one.equals(other);
    }

    /**
     * Whether objects of a class travel as values, given that it is a class of the JDK other than those of strings, boxed
     * primitives and big numbers.
     */
    public static boolean isOfJdk(Class<?> type) {
        return OF_JDK.contains(type);
    }

    /**
     * The name of an object of which each JVM has one by its name, such as a character set or a logger; null for others. Begins with the
     * sort of the name, and a space.
     */
    public static String nameOf(Object object) {
        NamedValue sort = NamedValue.of(object);
        return sort == null ? null : sort.name() + " " + sort.name(object);
    }

    /**
     * The class of the objects whose names {@link #nameOf} gives, or a superclass.
     *
     * @throws IllegalArgumentException if the name's sort is not known
     */
    public static Class<?> namedType(String name) {
        return sortOf(name).type();
    }

    /**
     * This rank's object of a name of {@link #nameOf}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Object named(String name) {
        return sortOf(name).find(name.substring(name.indexOf(' ') + 1));
    }

    private static NamedValue sortOf(String name) {
        return NamedValue.valueOf(name.substring(0, Math.max(name.indexOf(' '), 0)));
    }

    /**
     * A hash code that is the same for objects that {@link #areSame}, on all ranks, and that no change of an object
     * changes.
     *
     * @param object any object or null
     */
    static int identityHash(Object object) {
        if (object instanceof Optional<?> optional) {
            return 1 + identityHash(optional.orElse(null));
        } else if (isRecord(object)) {
            return object.getClass().getName().hashCode(); // a component may change
        }
        String name = nameOf(object);
        if (name != null) {
            return name.hashCode();
        }
        boolean isImmutable = object instanceof Comparable
                && !(object instanceof Enum)
                && (object.getClass().getName().startsWith("java.lang.")
                        || object.getClass().getName().startsWith("java.math."));
        return isImmutable || object != null && isOfJdk(object.getClass()) ? HashCodes.of(object) : Hashes.of(object);
    }

    private static boolean isValue(Object object) {
        return isRecord(object)
                || object instanceof Comparable && object.getClass().getName().startsWith("java.")
                || isOfJdk(object.getClass());
    }

    /** Whether an object is a record that travels as a value. */
    public static boolean isRecord(Object object) {
        return object instanceof Record && !(object instanceof Woven);
    }
}
