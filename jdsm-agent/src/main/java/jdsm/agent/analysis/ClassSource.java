package jdsm.agent.analysis;

/** Finds class files by name. Implementations are thread-safe. */
@FunctionalInterface
public interface ClassSource {
    /** The class file of an internal name, or null if there is none; loads no class. */
    byte[] find(String name);
}
