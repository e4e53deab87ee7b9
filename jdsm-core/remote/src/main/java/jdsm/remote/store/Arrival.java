package jdsm.remote.store;

/** Is told of the end of a read. */
@FunctionalInterface
public interface Arrival {
    /** The content is in the target. Called at most once, on any thread; must not block. */
    void arrived();
}
