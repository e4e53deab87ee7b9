package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The subtypes of each type among all classes of a class path, and the classes whose code makes objects of a type without
 * naming their class. Not changed after it has been made.
 */
final class Subtypes {
    /** The directory or jar of each class. */
    private final Map<String, String> roots = new HashMap<>();

    /** A class of a directory or jar whose code may make proxies. */
    private final Map<String, String> proxying = new HashMap<>();

    private final Map<String, Set<String>> direct = new HashMap<>();
    private final Map<String, Set<String>> makers = new HashMap<>();
    private final Set<String> computed = new HashSet<>();
    private String defining;

    private Subtypes() {}

    /** The subtypes among all class files of a source; null if the source does not know all its class files. */
    static Subtypes of(ClassSource source) {
        Subtypes all = new Subtypes();
        return source.visitAll(Scope::mayNameApplication, all::add) ? all : null;
    }

    /** The same with one more class, or with another class file of one, and with its supertypes. */
    Subtypes with(ApplicationClasses classes, String added) {
        Subtypes more = new Subtypes();
        more.roots.putAll(roots);
        more.proxying.putAll(proxying);
        direct.forEach((type, below) -> more.direct.put(type, new LinkedHashSet<>(below)));
        makers.forEach((type, makersOf) -> more.makers.put(type, new LinkedHashSet<>(makersOf)));
        more.computed.addAll(computed);
        more.defining = defining;
        more.roots.remove(added);
        for (String type : classes.withSupertypes(added)) {
            byte[] classFile = Scope.mayNameApplication(type) ? classes.withLambdas(type) : null;
            if (classFile != null) {
                more.add(roots.getOrDefault(type, ""), classFile);
            }
        }
        return more;
    }

    private void add(String root, byte[] classFile) {
        Outline type;
        try {
            type = Outline.of(classFile);
        } catch (RuntimeException e) {
            return; // a class that cannot be read cannot be woven either
        }
        if (!roots.containsKey(type.name())) { // of several classes of a name, the JVM finds the first
            put(root, type);
        }
    }

    private void put(String root, Outline type) {
        roots.put(type.name(), root);
        type.supertypes().forEach(above -> put(direct, above, type.name()));
        type.made().forEach(made -> put(makers, made, type.name()));
        computed.addAll(type.computed());
        defining = type.defines() && defining == null ? type.name() : defining;
        if (type.proxies()) {
            proxying.putIfAbsent(root, type.name());
        }
    }

    private static void put(Map<String, Set<String>> map, String key, String name) {
        map.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(name);
    }

    /** Whether the class path has a class of a name. */
    boolean contains(String name) {
        return roots.containsKey(name);
    }

    /** A type with all its subtypes. */
    Set<String> below(String type) {
        Set<String> found = new LinkedHashSet<>(List.of(type));
        ArrayDeque<String> left = new ArrayDeque<>(found);
        while (!left.isEmpty()) {
            for (String below : direct.getOrDefault(left.remove(), Set.of())) {
                if (found.add(below)) {
                    left.add(below);
                }
            }
        }
        return found;
    }

    /** The classes whose code makes objects of an interface by {@code invokedynamic}. */
    Set<String> makersOf(String type) {
        return makers.getOrDefault(type, Set.of());
    }

    /** Whether some class has a constant of a type that a method computes: an object of an unknown class. */
    boolean isComputed(String type) {
        return computed.contains(type);
    }

    /** A class whose code may define hidden classes, or null. */
    String defining() {
        return defining;
    }

    /** A class whose code may make proxies, or null. */
    String proxying() {
        return proxying.isEmpty() ? null : proxying.values().iterator().next();
    }

    /**
     * A class whose code may make proxies of an interface, or null. Libraries, in other directories or jars, may do so as
     * well; such a proxy is refused if it matters.
     */
    String proxying(String type) {
        return proxying.get(roots.getOrDefault(type, ""));
    }
}
