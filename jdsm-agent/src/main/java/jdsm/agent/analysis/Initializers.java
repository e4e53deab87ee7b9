package jdsm.agent.analysis;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds the classes whose initialisers the JVM runs before the first use of a class. Thread-safe. */
final class Initializers {
    private final ApplicationClasses classes;
    private final ConcurrentHashMap<String, Set<String>> known = new ConcurrentHashMap<>();

    Initializers(ApplicationClasses classes) {
        this.classes = classes;
    }

    /** As {@link Classes#initializers}. */
    Set<String> of(String name) {
        Set<String> all = known.get(name);
        if (all == null) {
            all = classes.isInterface(name) ? initializing(Set.of(name)) : ofImplementation(name);
            known.putIfAbsent(name, all);
        }
        return all;
    }

    /** As {@link Classes#initializersOfImplementation}. */
    Set<String> ofImplementation(String name) {
        Set<String> types = classes.withSupertypes(name);
        types.removeIf(type -> classes.isInterface(type) && !classes.find(type).hasDefaultMethods());
        return initializing(types);
    }

    private Set<String> initializing(Set<String> types) {
        return types.stream().filter(this::initializes).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a class may have an initialiser that matters; for a missing class the worst is assumed. */
    private boolean initializes(String type) {
        ClassFacts facts = classes.find(type);
        return facts == null
                || facts.method(Instructions.INITIALIZER, "()V") != null
                        && !Scope.isOfJdkOrHouse(type)
                        && !ApplicationClasses.isOfPlatform(type)
                        && (classes.hasVolatileStatics(type) || !InertInitializer.is(facts, classes.classFile(type)));
    }
}
