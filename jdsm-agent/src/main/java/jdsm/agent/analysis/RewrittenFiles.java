package jdsm.agent.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import jdsm.runtime.Woven;

/**
 * Class files as the analyses and passes see them: with twins in place of classes of the JDK, then with classes for
 * lambdas, then with the heavy fields moved to parts, and the static fields to holders. Thread-safe.
 */
public final class RewrittenFiles implements ClassSource {
    private final Twins twins;
    private final LambdaClasses lambdas;
    private final HeavyParts parts;
    private final StaticHolders holders;

    /** @param plain the classes with twins, and else as they are found */
    RewrittenFiles(Twins twins, ApplicationClasses plain) {
        this.twins = twins;
        this.lambdas = new LambdaClasses(twins, plain);
        this.parts = new HeavyParts(lambdas, plain);
        this.holders = new StaticHolders(parts, plain);
    }

    /** Whether a class may have companions, by its own class file. */
    public static boolean mayHaveCompanions(byte[] classFile, Scope scope) {
        return !scope.heavy().isEmpty()
                || ClassFacts.of(classFile).fields().values().stream()
                        .anyMatch(field -> field.heavy() || StaticHolders.isVariable(field));
    }

    @Override
    public byte[] find(String name) {
        return holders.find(name);
    }

    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return holders.visitAll(wanted, visitor);
    }

    /** A class file as it is found, rewritten. */
    byte[] rewritten(byte[] classFile) {
        return holders.rewritten(parts.rewritten(lambdas.rewritten(twins.rewritten(classFile))));
    }

    /** The class files of the lambdas of a class that has been found or rewritten, by their names, in their order. */
    public Map<String, byte[]> lambdasOf(String maker) {
        return lambdas.ofMaker(maker);
    }

    /** The class file of a class's holder, or null if it has none. */
    byte[] holderOf(String name) {
        return holders.holder(name);
    }

    /**
     * The class files of the classes that belong to a class, and that no class loader would find, by their names: its
     * holder, and that of the heavy parts of its objects.
     */
    public Map<String, byte[]> companionsOf(String name) {
        Map<String, byte[]> companions = new LinkedHashMap<>();
        add(companions, name + Woven.HOLDER, holders.holder(name));
        add(companions, name + Woven.HEAVY, parts.part(name));
        return companions;
    }

    private static void add(Map<String, byte[]> companions, String name, byte[] classFile) {
        if (classFile != null) {
            companions.put(name, classFile);
        }
    }

    /** Whether a class has a holder with a volatile field. */
    boolean hasVolatileStatics(String name) {
        return holders.hasVolatile(name);
    }

    /** The classes with static fields to share that a class reaches, see {@link StaticHolders#reachedFrom}. */
    public Set<String> sharedStaticsReachedFrom(String name) {
        return holders.reachedFrom(name);
    }
}
