package jdsm.agent.analysis;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The scope of weaving after the options: the names of the application's classes, and fields with a special treatment.
 * Immutable.
 *
 * @param include prefixes of class names, with dots; if the list is not empty, only matching classes are the
 *     application's
 * @param exclude prefixes of the names of classes that are not the application's
 * @param local fields, as {@code package.Class.field}, that are treated as if marked {@code @Local}
 * @param volatileElements fields, in the same form, that are treated as if marked {@code @VolatileElements}
 * @param heavy fields, in the same form, that are treated as if marked {@code @Heavy}; {@code all} for every other field
 *     of each class that can be split
 */
public record Scope(
        List<String> include,
        List<String> exclude,
        Set<String> local,
        Set<String> volatileElements,
        Set<String> heavy) {
    /** The name that stands for fields of all classes. */
    public static final String ALL = "all";

    /** The scope without options. */
    public static final Scope DEFAULT = new Scope(List.of(), List.of(), Set.of(), Set.of());

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Packages of the libraries in the agent's jar and of transports, and of test frameworks: not woven unless included. */
    private static final List<String> LIBRARIES = List.of(
            "io.netty.",
            "com.esotericsoftware.",
            "org.objenesis.",
            "org.jctools.",
            "com.fasterxml.jackson.",
            "org.openucx.",
            "org.slf4j.",
            "picocli.",
            "org.junit.",
            "org.assertj.",
            "org.opentest4j.",
            "org.apiguardian.");

    private static final String HOUSE = "jdsm.";
    private static final String EXAMPLES = "jdsm.examples.";

    /** Copies the collections. */
    public Scope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        local = Set.copyOf(local);
        volatileElements = Set.copyOf(volatileElements);
        heavy = Set.copyOf(heavy);
    }

    /** A scope without heavy fields. */
    public Scope(List<String> include, List<String> exclude, Set<String> local, Set<String> volatileElements) {
        this(include, exclude, local, volatileElements, Set.of());
    }

    /** Whether the internal name of a class is in scope; such a class is the application's unless the JDK has it. */
    public boolean covers(String internalName) {
        if (Twins.isTwin(internalName)) {
            return true;
        }
        String name = internalName.replace('/', '.');
        if (startsWithOne(name, JDK) || startsWithOne(name, exclude)) {
            return false;
        }
        if (!include.isEmpty()) {
            return startsWithOne(name, include) && (!isHouse(name) || includesHouse(name));
        }
        return !isHouse(name) && !startsWithOne(name, LIBRARIES);
    }

    /**
     * Whether a class of an internal name may name a class of the application, to extend it or to assign its fields: neither the
     * JDK's nor JDSM's classes do, but for twins, nor those of the libraries that JDSM comes with.
     */
    public static boolean mayNameApplication(String internalName) {
        if (Twins.isTwin(internalName)) {
            return true;
        }
        String name = internalName.replace('/', '.');
        return !startsWithOne(name, JDK) && !isHouse(name) && !startsWithOne(name, LIBRARIES);
    }

    /** Whether the internal name of a class is in a package of the JDK or of JDSM. */
    static boolean isOfJdkOrHouse(String internalName) {
        String name = internalName.replace('/', '.');
        return startsWithOne(name, JDK) || isHouse(name);
    }

    private static boolean isHouse(String name) {
        return name.startsWith(HOUSE) && !name.startsWith(EXAMPLES);
    }

    /** Whether an include names a package of JDSM itself; a shorter prefix like "j" does not include the runtime. */
    private boolean includesHouse(String name) {
        return include.stream().anyMatch(prefix -> prefix.startsWith(HOUSE) && name.startsWith(prefix));
    }

    /** Whether a name starts with one of the prefixes. A plain loop, for it runs for each loaded class. */
    private static boolean startsWithOne(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The fields that options name, sorted. */
    Set<String> namedFields() {
        Set<String> all = new TreeSet<>(local);
        all.addAll(volatileElements);
        all.addAll(heavy);
        all.remove(ALL);
        return all;
    }

    /** Whether each rank has a field for itself: the options say so, or it is such a field of a language's library. */
    boolean isLocal(String owner, String field) {
        return LanguageFields.isLocal(owner, field)
                || !local.isEmpty() && local.contains(owner.replace('/', '.') + "." + field);
    }

    boolean hasVolatileElements(String owner, String field) {
        return !volatileElements.isEmpty() && volatileElements.contains(owner.replace('/', '.') + "." + field);
    }

    boolean isHeavy(String owner, String field) {
        return !heavy.isEmpty() && heavy.contains(owner.replace('/', '.') + "." + field);
    }

    /** Whether each class that can be split is. */
    boolean splitsAll() {
        return heavy.contains(ALL);
    }
}
