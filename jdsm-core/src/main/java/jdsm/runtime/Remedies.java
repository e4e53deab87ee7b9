package jdsm.runtime;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;

/**
 * What messages say that may be done instead of what is refused. What keeps the result right comes first; that each rank has its
 * own comes last, for that makes a program silently wrong where ranks were to have something in common.
 */
public final class Remedies {
    /** Set by the launcher: options are its own then, not those of the agent's jar. */
    private static final String LAUNCHED = "jdsm.launched";

    private static final String OWN = "where each rank shall have its own, and nothing is combined";

    private Remedies() {}

    /** An option as the user writes it: {@code --local app.Heat.cells} or {@code local=app.Heat.cells}. */
    public static String option(String key, String value) {
        return Boolean.getBoolean(LAUNCHED) ? "--" + key + " " + value : key + "=" + value;
    }

    /** An option's name as the user writes it. */
    public static String option(String key) {
        return Boolean.getBoolean(LAUNCHED) ? "--" + key : key;
    }

    /**
     * For a static field, or a field of an enum, that is changed.
     *
     * @param field as {@code package.Class.field}
     */
    public static String ofStatic(String field) {
        return "make it a field of the SPMD class, or of an object that such a field leads to; or, " + OWN
                + ", mark it @Local or say " + option("local", field);
    }

    /**
     * For an object that cannot be shared, as it was found.
     *
     * @param field that led to it, or null
     */
    public static String ofObject(Object object, Field field) {
        String instead = "arrays and objects of the program's own classes";
        if (field == null) {
            return "use " + instead;
        }
        boolean byHand = object instanceof Collection<?> || object instanceof Map<?, ?>;
        boolean concurrent = object.getClass().getName().startsWith("java.util.concurrent.");
        return ofField(instead, byHand && !concurrent, field.getDeclaringClass().getName() + "." + field.getName());
    }

    /**
     * For an instance field whose object cannot be shared.
     *
     * @param instead what to use in place of the object
     * @param byHand whether {@code pool.register} takes such an object
     * @param field as {@code package.Class.field}
     */
    public static String ofField(String instead, boolean byHand, String field) {
        String register = byHand
                ? ", or mark the field transient and share its object by hand: pool.register in initialize(), pool.acquire"
                        + " and pool.release around each use"
                : "";
        return "use " + instead + register + "; or, " + OWN + ", mark the field @Local or say "
                + option("local", field);
    }
}
