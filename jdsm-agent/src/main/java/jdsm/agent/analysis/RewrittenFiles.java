package jdsm.agent.analysis;

import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Class files as the analyses and passes see them: with twins in place of classes of the JDK, then with classes for
 * lambdas, then with the static fields moved to holders. Thread-safe.
 */
final class RewrittenFiles implements ClassSource {
    private final Twins twins;
    private final LambdaClasses lambdas;
    private final StaticHolders holders;

    /** @param plain the classes with twins, and else as they are found */
    RewrittenFiles(Twins twins, ApplicationClasses plain) {
        this.twins = twins;
        this.lambdas = new LambdaClasses(twins, plain);
        this.holders = new StaticHolders(lambdas, plain);
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
        return holders.rewritten(lambdas.rewritten(twins.rewritten(classFile)));
    }

    /** The class files of the lambdas of a class that has been found or rewritten, by their names, in their order. */
    Map<String, byte[]> lambdasOf(String maker) {
        return lambdas.ofMaker(maker);
    }

    /** The class file of a class's holder, or null if it has none. */
    byte[] holderOf(String name) {
        return holders.holder(name);
    }

    /** Whether a class has a holder with a volatile field. */
    boolean hasVolatileStatics(String name) {
        return holders.hasVolatile(name);
    }

    /** The classes with static fields to share that a class reaches, see {@link StaticHolders#reachedFrom}. */
    Set<String> sharedStaticsReachedFrom(String name) {
        return holders.reachedFrom(name);
    }
}
