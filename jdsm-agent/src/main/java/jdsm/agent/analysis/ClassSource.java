package jdsm.agent.analysis;

import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Finds class files by name. Implementations are thread-safe. */
@FunctionalInterface
public interface ClassSource {
    /** The class file of an internal name, or null if there is none; loads no class. */
    byte[] find(String name);

    /**
     * Passes all class files to a visitor, those of the JDK left out.
     *
     * @param wanted tests the internal names of classes whose files to read
     * @param visitor receives a directory or jar, and a class file in it
     * @return false if the source does not know all its class files; the visitor may have seen some
     */
    default boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return false;
    }

    /**
     * The class files by which is decided what holds for all classes of a program: these, or those of the next parent of a class loader
     * that knows all its class files.
     */
    default ClassSource deciding() {
        return this;
    }
}
