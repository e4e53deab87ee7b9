package jdsm.agent.jdk;

import java.util.Set;

/** Classes of the JDK whose objects travel as values, and have no identity. */
public final class ValueClasses {
    private static final Set<String> NAMES = Set.of(
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/String",
            "java/math/BigDecimal",
            "java/math/BigInteger",
            "java/math/MathContext",
            "java/net/URI",
            "java/time/Duration",
            "java/time/Instant",
            "java/time/LocalDate",
            "java/time/LocalDateTime",
            "java/time/LocalTime",
            "java/time/MonthDay",
            "java/time/OffsetDateTime",
            "java/time/OffsetTime",
            "java/time/Period",
            "java/time/Year",
            "java/time/YearMonth",
            "java/time/ZoneId",
            "java/time/ZoneOffset",
            "java/time/ZonedDateTime",
            "java/util/Currency",
            "java/util/Locale",
            "java/util/OptionalDouble",
            "java/util/OptionalInt",
            "java/util/OptionalLong",
            "java/util/UUID");

    /** The value whose content may be any object, with methods that this calls. */
    public static final String OPTIONAL = "java/util/Optional";

    private ValueClasses() {}

    /**
     * Whether objects of a class, given by its internal name, travel as values, call no method of the application and,
     * but for currencies, have the same hash code on all ranks.
     */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
