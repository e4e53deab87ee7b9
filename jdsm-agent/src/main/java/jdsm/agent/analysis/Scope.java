package jdsm.agent.analysis;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which classes are the application's, by their names, and what options say of fields. Immutable.
 *
 * @param include prefixes of class names, with dots; if there are any, only such classes are the application's
 * @param exclude prefixes of class names that are not the application's
 * @param local fields, as {@code package.Class.field}, to be treated as if marked {@code @Local}
 * @param volatileElements fields, written so, to be treated as if marked {@code @VolatileElements}
 */
public record Scope(List<String> include, List<String> exclude, Set<String> local, Set<String> volatileElements) {
    /** What no option says. */
    public static final Scope DEFAULT = new Scope(List.of(), List.of(), Set.of(), Set.of());

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** What the agent's jar brings, and what tests run under: not woven unless included. */
    private static final List<String> LIBRARIES = List.of(
            "io.netty.",
            "com.esotericsoftware.",
            "org.objenesis.",
            "org.jctools.",
            "com.fasterxml.jackson.",
            "org.slf4j.",
            "picocli.",
            "org.junit.",
            "org.assertj.",
            "org.opentest4j.",
            "org.apiguardian.");

    private static final String HOUSE = "jdsm.";
    private static final String EXAMPLES = "jdsm.examples.";

    /** Copies what it is given. */
    public Scope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        local = Set.copyOf(local);
        volatileElements = Set.copyOf(volatileElements);
    }

    /** Whether a class of that internal name is the application's, as far as the name tells. */
    public boolean covers(String internalName) {
        String name = internalName.replace('/', '.');
        if (startsWithOne(name, JDK) || startsWithOne(name, exclude)) {
            return false;
        }
        if (!include.isEmpty()) {
            return startsWithOne(name, include) && (!isHouse(name) || includesHouse(name));
        }
        return !isHouse(name) && !startsWithOne(name, LIBRARIES);
    }

    /** Whether a class of that internal name is the JDK's or JDSM's own, as far as the name tells. */
    static boolean isOfJdkOrHouse(String internalName) {
        String name = internalName.replace('/', '.');
        return startsWithOne(name, JDK) || isHouse(name);
    }

    private static boolean isHouse(String name) {
        return name.startsWith(HOUSE) && !name.startsWith(EXAMPLES);
    }

    /** A part of JDSM must be named as such: a prefix like "j" does not mean the runtime. */
    private boolean includesHouse(String name) {
        return include.stream().anyMatch(prefix -> prefix.startsWith(HOUSE) && name.startsWith(prefix));
    }

    /** Asked for each class that is loaded. */
    private static boolean startsWithOne(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Each field that an option names, in order. */
    Set<String> namedFields() {
        Set<String> all = new TreeSet<>(local);
        all.addAll(volatileElements);
        return all;
    }

    boolean isLocal(String owner, String field) {
        return !local.isEmpty() && local.contains(owner.replace('/', '.') + "." + field);
    }

    boolean hasVolatileElements(String owner, String field) {
        return !volatileElements.isEmpty() && volatileElements.contains(owner.replace('/', '.') + "." + field);
    }
}
