package jdsm.agent.analysis;

/** Where class files are found. Used by several threads. */
@FunctionalInterface
public interface ClassSource {
    /** The class file of an internal name, or null if there is none; loads no class. */
    byte[] find(String name);
}
